import type { HomeBrief } from '../../model/home-brief.ts'
import { rowWithId } from '../engine/rank.ts'
import { unpackedBrief } from '../facts/packed-brief.ts'
import type { HomeRows } from './home-rows.ts'
import { bufferOf } from './search/pieces.ts'
import { hasBit } from './segments.ts'

/** The briefs of a segment's homes, in shared memory. */
export interface BriefParts extends Pick<HomeRows, 'ids' | 'byId' | 'briefStarts'> {
  readonly briefs: Uint8Array
  /** A bit for each home that was replaced or removed later; undefined if there is no such home. */
  readonly removed: Uint32Array | undefined
}

/** Returns a function that reads the brief of a row of the segment's homes. */
export function briefReader({ ids, briefStarts, briefs }: BriefParts): (row: number) => HomeBrief {
  const text = bufferOf(briefs)
  return (row) => unpackedBrief(ids[row] as number, text.toString('utf8', briefStarts[row], briefStarts[row + 1]))
}

/** Finds briefs of homes without reading the file. */
export class HomeBriefs {
  readonly #segments: readonly (BriefParts & { readonly briefAt: (row: number) => HomeBrief })[]

  constructor(segments: readonly BriefParts[]) {
    this.#segments = segments.map((segment) => ({ ...segment, briefAt: briefReader(segment) }))
  }

  /** Undefined for an unknown id, and for the id of a record that was merged into a home. */
  of(zpid: number): HomeBrief | undefined {
    for (const { ids, byId, removed, briefAt } of this.#segments) {
      const row = rowWithId(ids, byId, zpid)
      if (row !== undefined && !hasBit(removed, row)) return briefAt(row)
    }
    return undefined
  }
}
