import type { DatabaseSync } from 'node:sqlite'
import type { StoredSegment } from '../../ports/catalog-store.ts'
import { readHomeRows } from '../home-rows.ts'
import { readRemovedHomes } from '../points.ts'
import { hasBit } from '../segments.ts'

/** Hash codes; see `textCode`. If two strings have the same code, some homes are moved needlessly. */
interface TouchedCodes {
  /** Buildings into which searches group changed homes. All units of such a building must be in one segment. */
  readonly groups: ReadonlySet<number>
  /** Agents whose names in search results have changed. */
  readonly agents: ReadonlySet<number>
}

/**
 * Returns the ids of unchanged homes that must move to the new segment: homes that show a changed agent's name, and
 * homes that share a building with a changed home.
 */
export function homesToMove(
  database: DatabaseSync,
  segments: readonly StoredSegment[],
  { groups, agents }: TouchedCodes,
): Set<number> {
  const moved = new Set<number>()
  if (groups.size === 0 && agents.size === 0) return moved
  const all = segments.map((segment) => ({
    rows: readHomeRows(database, segment.name, ['ids', 'grouped', 'agents']),
    removed: readRemovedHomes(database, segment),
  }))
  const wantedGroups = new Set(groups)
  if (agents.size > 0) {
    for (const { rows, removed } of all) {
      for (let row = 0; row < rows.ids.length; row++) {
        if (!agents.has(rows.agents[row] as number) || hasBit(removed, row)) continue
        moved.add(rows.ids[row] as number)
        wantedGroups.add(rows.grouped[row] as number)
      }
    }
  }
  wantedGroups.delete(0) // 0 means not grouped
  if (wantedGroups.size === 0) return moved
  for (const { rows, removed } of all) {
    for (let row = 0; row < rows.ids.length; row++) {
      if (wantedGroups.has(rows.grouped[row] as number) && !hasBit(removed, row)) moved.add(rows.ids[row] as number)
    }
  }
  return moved
}
