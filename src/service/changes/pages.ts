import type { ChangeKind, ChangeLog, LogBounds, LoggedChange, LoggedNoun } from '../../catalog/ports/change-log.ts'
import { nextSlot } from '../../kit/base/slots.ts'

/** Number of events read from the log at once. The thread does nothing else during the read. */
export const READ_AT_ONCE = 50

/** Maximum number of events examined for one page. If few events match a filter, pages are therefore short. */
export const EXAMINED_MAX = 2000

/** A page of events from the change log. The next page starts after the sequence number `next`. */
export interface ChangesPage<N extends LoggedNoun> {
  readonly events: readonly LoggedChange<N>[]
  readonly next: number
  readonly isLast: boolean
}

/** Which events a reader wants. */
export interface ChangesQuery<N extends LoggedNoun> {
  readonly nouns: readonly N[]
  /** The events must have at least one of these kinds; any kind if undefined. */
  readonly kinds?: readonly ChangeKind[]
  /** Returns the matching events, in the form that callers may see. If absent, all events match. */
  select?(events: readonly LoggedChange<N>[]): Promise<readonly LoggedChange<N>[]>
}

/**
 * Returns the first `limit` matching events of a part of the log. A page may be shorter even if it is not the last,
 * because at most `EXAMINED_MAX` events are examined. Clients that continue from `next` until `isLast` get each event
 * once.
 */
export async function matchingChanges<N extends LoggedNoun>(
  log: ChangeLog,
  { after, upTo }: LogBounds,
  query: ChangesQuery<N>,
  limit: number,
): Promise<ChangesPage<N>> {
  const events: LoggedChange<N>[] = []
  let next = after
  for (let examined = 0; examined < EXAMINED_MAX; examined += READ_AT_ONCE) {
    if (examined > 0) await nextSlot()
    const read = await log.between(query.nouns, { after: next, upTo }, READ_AT_ONCE)
    for (const event of await selected(read, query)) {
      events.push(event)
      next = event.sequence
      if (events.length === limit) return { events, next, isLast: next === upTo }
    }
    if (read.length < READ_AT_ONCE) return { events, next: upTo, isLast: true }
    next = read.at(-1)?.sequence ?? upTo
  }
  return { events, next, isLast: next === upTo }
}

async function selected<N extends LoggedNoun>(
  events: readonly LoggedChange<N>[],
  { kinds, select }: ChangesQuery<N>,
): Promise<readonly LoggedChange<N>[]> {
  const ofKinds =
    kinds === undefined ? events : events.filter((event) => event.kinds.some((kind) => kinds.includes(kind)))
  return select === undefined || ofKinds.length === 0 ? ofKinds : select(ofKinds)
}
