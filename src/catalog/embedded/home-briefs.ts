import type { HomeBrief } from '../../model/home-brief.ts'
import { rowWithId } from '../engine/rank.ts'
import { unpackedBrief } from '../facts/packed-brief.ts'
import type { HomeRows } from './home-rows.ts'
import { bufferOf } from './search/pieces.ts'
import { hasBit } from './segments.ts'

/** The facts that result rows show, for the homes of a segment, in shared memory. */
export interface BriefParts extends Pick<HomeRows, 'ids' | 'byId' | 'briefStarts'> {
  readonly briefs: Uint8Array
  /** A bit per home: whether the home was replaced or removed later. Undefined if no home was. */
  readonly removed: Uint32Array | undefined
}

/** Returns a function that decodes the facts shown in result rows (`HomeBrief`) for a row of the segment. */
export function briefReader({ ids, briefStarts, briefs }: BriefParts): (row: number) => HomeBrief {
  const text = bufferOf(briefs)
  return (row) => unpackedBrief(ids[row] as number, text.toString('utf8', briefStarts[row], briefStarts[row + 1]))
}

/** Finds the facts of homes for result rows, without reading the file. */
export class HomeBriefs {
  readonly #segments: readonly (BriefParts & { readonly briefAt: (row: number) => HomeBrief })[]

  constructor(segments: readonly BriefParts[]) {
    this.#segments = segments.map((segment) => ({ ...segment, briefAt: briefReader(segment) }))
  }

  /** Returns undefined if no home has this id. Records that were merged into another home are not found. */
  of(zpid: number): HomeBrief | undefined {
    for (const { ids, byId, removed, briefAt } of this.#segments) {
      const row = rowWithId(ids, byId, zpid)
      if (row !== undefined && !hasBit(removed, row)) return briefAt(row)
    }
    return undefined
  }
}
