import { isSameRecord } from '../../src/catalog/facts/change-kinds.ts'
import type { ChangeLog, LogBounds, LoggedNoun } from '../../src/catalog/ports/change-log.ts'
import type { IdOf, Records } from '../../src/catalog/ports/nouns.ts'
import { matchingChanges } from '../../src/service/changes/pages.ts'

/** A record that differs between two states of a catalog. */
interface Difference<N extends LoggedNoun> {
  readonly id: IdOf<N>
  readonly before: Records[N] | undefined
  readonly after: Records[N] | undefined
}

/**
 * Returns the records that one page of changes has changed, before and after. Leaves out records that have changed
 * back. Taken together, the pages lead from one state to the other.
 */
export async function differences<N extends Exclude<LoggedNoun, 'agent'>>(
  log: ChangeLog,
  noun: N,
  bounds: LogBounds,
  limit: number,
) {
  const { events, next, isLast } = await matchingChanges(log, bounds, { nouns: [noun] }, limit)
  const byId = new Map<IdOf<N>, Difference<N>>()
  for (const { id, before, after } of events) {
    const first = byId.get(id)
    byId.delete(id)
    byId.set(id, { id, before: first === undefined ? before : first.before, after })
  }
  const changed = [...byId.values()].filter(({ before, after }) => !isUnchanged(before, after))
  return { differences: changed, next, isLast }
}

function isUnchanged(before: object | undefined, after: object | undefined): boolean {
  return before === undefined || after === undefined ? before === after : isSameRecord(before, after)
}
