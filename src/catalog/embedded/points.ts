import type { DatabaseSync } from 'node:sqlite'
import type { Point } from '../../model/home.ts'
import { NearestIndex, nearestFirst } from '../engine/nearest.ts'
import type { StoredSegment } from '../ports/catalog-store.ts'
import type { BriefParts } from './home-briefs.ts'
import type { LineParts } from './home-lines.ts'
import {
  type HomeRows,
  readHeads,
  readHomeBriefs,
  readHomeLines,
  readHomeRows,
  readHomeTree,
  removedHomesOf,
} from './home-rows.ts'
import { hasBit, readRemoved } from './segments.ts'

/** A segment's homes in shared memory: their coordinates, facts for result rows, and completion lines. */
export interface HomePointParts extends BriefParts, LineParts, Pick<HomeRows, 'longitudes' | 'latitudes'> {
  /** Name of the segment. */
  readonly name: string
  readonly tree: ArrayBufferLike
  /**
   * A bit for each home: whether it represents its building, or has no building. The first home has the lowest bit of
   * the first number.
   */
  readonly heads: Uint32Array
}

const HELD_COLUMNS = ['ids', 'longitudes', 'latitudes', 'byId', 'briefStarts', 'lineBlocks', 'lineRows'] as const

/** @param known The same segment as loaded for an earlier state. Only parts that may have changed are read again. */
export function readHomePoints(
  database: DatabaseSync,
  segment: StoredSegment,
  known: HomePointParts | undefined,
): HomePointParts {
  const { name } = segment
  const changing = { heads: readHeads(database, name), removed: readRemovedHomes(database, segment) }
  if (known !== undefined) return { ...known, ...changing }
  const rows = readHomeRows(database, name, HELD_COLUMNS)
  return {
    name,
    ...rows,
    briefs: readHomeBriefs(database, name, rows.briefStarts),
    lines: readHomeLines(database, name, rows.lineBlocks),
    tree: readHomeTree(database, name),
    ...changing,
  }
}

export function readRemovedHomes(database: DatabaseSync, segment: StoredSegment): Uint32Array | undefined {
  return readRemoved(database, removedHomesOf(segment), segment.removedHomes)
}

interface OpenPoints {
  readonly index: NearestIndex
  readonly parts: HomePointParts
}

/** Finds the homes and buildings nearest to a point. */
export class HomePoints {
  readonly #segments: readonly OpenPoints[]

  constructor(segments: readonly HomePointParts[]) {
    this.#segments = segments.map((parts) => {
      const { ids, longitudes, latitudes, tree } = parts
      const located = ids.subarray(0, longitudes.length)
      return { parts, index: NearestIndex.open({ ids: located, longitudes, latitudes, tree }) }
    })
  }

  homesNear(point: Point, limit: number): number[] {
    return this.#near(point, limit, false)
  }

  /** Returns the nearest homes. For a building, returns only the unit with the lowest id. */
  placesNear(point: Point, limit: number): number[] {
    return this.#near(point, limit, true)
  }

  #near({ longitude, latitude }: Point, limit: number, headsOnly: boolean): number[] {
    const points = this.#segments.flatMap(({ index, parts: { heads, removed } }) => {
      const accepts = (row: number) => (!headsOnly || hasBit(heads, row)) && !hasBit(removed, row)
      return index.near(longitude, latitude, limit, headsOnly || removed !== undefined ? accepts : undefined)
    })
    return points
      .sort(nearestFirst)
      .slice(0, limit)
      .map(({ id }) => id)
  }
}
