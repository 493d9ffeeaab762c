import type { StoredSegment } from '../../ports/catalog-store.ts'
import { livePart, merging, type SegmentPolicy } from './segment-policy.ts'

/** When segments are joined in the background, before an import has to. */
export interface FoldPolicy extends SegmentPolicy {
  /** A smaller base is left to imports: they derive all of it within a second. */
  readonly baseMin: number
}

/**
 * Each small segment costs a search about a tenth of what the base costs, so at most two are left, and mostly one. Half
 * of what lets an import derive everything afresh lets the base be folded.
 */
export const FOLD_POLICY: FoldPolicy = {
  smallMax: 2,
  mergedMax: 10_000,
  mergedTimes: 4,
  shareMax: 0.1,
  baseMin: 10_000,
}

/** The segments that are to become one, the base first where it is one of them; none where all is well. */
export function toFold(policy: FoldPolicy, [base, ...small]: readonly StoredSegment[]): readonly StoredSegment[] {
  if (base === undefined) return []
  const { all, live } = livePart(base)
  if (all < policy.baseMin) return []
  const added = small.reduce((sum, segment) => sum + livePart(segment).live, 0)
  if (Math.max(added, all - live) > policy.shareMax * all) return [base, ...small]
  const merged = merging(policy, small, 0)
  return merged.length > 1 ? merged : []
}
