import type { Change } from '../../parts/changes/change.ts'

/** One import or sync, with its loaded changes. */
export interface Commit {
  /** The time of the commit's newest loaded event. */
  readonly at: string
  readonly changes: readonly Change[]
  /** The number of changes by kind, in descending order. */
  readonly kinds: readonly (readonly [kind: string, count: number])[]
}

/** The events of one commit are at most a millisecond apart, but filters can hide the events in between. */
const APART_MS = 500

/** Groups changes, newest first, by the commits that made them. */
export function commitsOf(changes: readonly Change[]): readonly Commit[] {
  const groups: Change[][] = []
  let lastMs = Number.POSITIVE_INFINITY
  for (const change of changes) {
    const atMs = Date.parse(change.at)
    if (lastMs - atMs > APART_MS) groups.push([])
    groups.at(-1)?.push(change)
    lastMs = atMs
  }
  return groups.map((own) => ({ at: own[0]?.at ?? '', changes: own, kinds: kindsOf(own) }))
}

function kindsOf(changes: readonly Change[]): Commit['kinds'] {
  const counts = new Map<string, number>()
  for (const { kinds } of changes) for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)
}
