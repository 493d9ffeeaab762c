import type { StoredSegment } from '../../ports/catalog-store.ts'

/** When small segments are joined, and when everything is derived afresh. */
export interface SegmentPolicy {
  /** Small segments beside the base, at most: each costs every search a little. */
  readonly smallMax: number
  /** A segment of so many records, or so many times the change, is derived again together with the change. */
  readonly mergedMax: number
  readonly mergedTimes: number
  /** A larger share of the base, in small segments or in removed rows, has everything derived afresh. */
  readonly shareMax: number
}

export const SEGMENT_POLICY: SegmentPolicy = { smallMax: 4, mergedMax: 1000, mergedTimes: 4, shareMax: 0.2 }

/** Records of a segment, and those of them that are live. */
export function livePart(segment: StoredSegment): { all: number; live: number } {
  const { rows, removed, properties, removedProperties } = segment
  return properties > 0
    ? { all: properties, live: properties - removedProperties }
    : { all: rows, live: rows - removed }
}

/** The small segments that a change of so many records takes in. */
export function merging(
  { smallMax, mergedMax, mergedTimes }: SegmentPolicy,
  small: readonly StoredSegment[],
  changed: number,
): readonly StoredSegment[] {
  const smallestFirst = [...small].sort((one, other) => livePart(one).live - livePart(other).live)
  const merged: StoredSegment[] = []
  let size = changed
  for (const segment of smallestFirst) {
    const { live } = livePart(segment)
    const isTooMany = small.length - merged.length >= smallMax
    if (!isTooMany && live > Math.max(mergedMax, mergedTimes * size)) break
    merged.push(segment)
    size += live
  }
  return merged
}
