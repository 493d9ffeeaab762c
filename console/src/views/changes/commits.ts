import type { Change } from '../../parts/changes/change.ts'

/** One import or sync, as far as its changes were loaded. */
export interface Commit {
  /** The moment of its first event that is shown. */
  readonly at: string
  readonly changes: readonly Change[]
  /** It counts the changes of each kind, the most frequent first. */
  readonly kinds: readonly (readonly [kind: string, count: number])[]
}

/** Events of a commit are a millisecond apart or less; filters leave some of them out. */
const APART_MS = 500

/** Changes in their order, as the commits that made them, the last one first. */
export function commitsOf(changes: readonly Change[]): readonly Commit[] {
  const groups: Change[][] = []
  let lastMs = Number.NEGATIVE_INFINITY
  for (const change of changes) {
    const atMs = Date.parse(change.at)
    if (atMs - lastMs > APART_MS) groups.push([])
    groups.at(-1)?.push(change)
    lastMs = atMs
  }
  return groups.toReversed().map((own) => ({ at: own[0]?.at ?? '', changes: own, kinds: kindsOf(own) }))
}

function kindsOf(changes: readonly Change[]): Commit['kinds'] {
  const counts = new Map<string, number>()
  for (const { kinds } of changes) for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)
}
