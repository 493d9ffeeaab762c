import type { StoredSegment } from '../../ports/catalog-store.ts'

/** When to merge small segments, and when to derive everything again. */
export interface SegmentPolicy {
  /** Maximum number of small segments beside the base segment. Each slows down every search a little. */
  readonly smallMax: number
  /**
   * A small segment merges with a change if it has at most `mergedMax` live records, or at most `mergedTimes` times as
   * many records as the change.
   */
  readonly mergedMax: number
  readonly mergedTimes: number
  /** If small segments or removed rows exceed this share of the base segment, everything is derived again. */
  readonly shareMax: number
}

export const SEGMENT_POLICY: SegmentPolicy = { smallMax: 4, mergedMax: 1000, mergedTimes: 4, shareMax: 0.2 }

/** The number of all records of a segment, and of its records that are not removed. */
export function livePart(segment: StoredSegment): { all: number; live: number } {
  const { rows, removed, properties, removedProperties } = segment
  return properties > 0
    ? { all: properties, live: properties - removedProperties }
    : { all: rows, live: rows - removed }
}

/** Returns the small segments to merge with a change of `changed` records. */
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
