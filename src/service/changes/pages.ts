import type {
  ChangeKind,
  ChangeLog,
  LogBounds,
  LogEnd,
  LoggedChange,
  LoggedNoun,
} from '../../catalog/ports/change-log.ts'
import { nextSlot } from '../../kit/base/slots.ts'

/** Number of events read from the log at once. The thread does nothing else during the read. */
export const READ_AT_ONCE = 50

/** Maximum number of events examined for one page. If few events match a filter, pages are therefore short. */
export const EXAMINED_MAX = 2000

/**
 * A page of events from the change log. Events after the sequence number `next` are on the next page. If the newest
 * events come first, events before `next` are on the next page.
 */
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
 * Returns the first `limit` matching events of a part of the log. If `end` is 'last', returns the last events, newest
 * first. A page may be shorter even if it is not the last, because at most `EXAMINED_MAX` events are examined. Clients
 * that continue from `next` until `isLast` get each event once.
 */
export async function matchingChanges<N extends LoggedNoun>(
  log: ChangeLog,
  { after, upTo }: LogBounds,
  query: ChangesQuery<N>,
  limit: number,
  end: LogEnd = 'first',
): Promise<ChangesPage<N>> {
  const isForward = end === 'first'
  const events: LoggedChange<N>[] = []
  let next = isForward ? after : upTo + 1
  for (let examined = 0; examined < EXAMINED_MAX; examined += READ_AT_ONCE) {
    if (examined > 0) await nextSlot()
    const bounds = isForward ? { after: next, upTo } : { after, upTo: next - 1 }
    const read = await log.between(query.nouns, bounds, READ_AT_ONCE, end)
    const found = await selected(read, query)
    for (const event of isForward ? found : found.toReversed()) {
      events.push(event)
      next = event.sequence
      if (events.length === limit) return { events, next, isLast: next === (isForward ? upTo : after + 1) }
    }
    if (read.length < READ_AT_ONCE) return { events, next: isForward ? upTo : after, isLast: true }
    next = read.at(isForward ? -1 : 0)?.sequence ?? next
  }
  return { events, next, isLast: next === (isForward ? upTo : after + 1) }
}

async function selected<N extends LoggedNoun>(
  events: readonly LoggedChange<N>[],
  { kinds, select }: ChangesQuery<N>,
): Promise<readonly LoggedChange<N>[]> {
  const ofKinds =
    kinds === undefined ? events : events.filter((event) => event.kinds.some((kind) => kinds.includes(kind)))
  return select === undefined || ofKinds.length === 0 ? ofKinds : select(ofKinds)
}
