import type { ChangeKind, ChangeLog, LogBounds, LoggedChange, LoggedNoun } from '../../catalog/ports/change-log.ts'
import { nextSlot } from '../../kit/base/slots.ts'

/** Events read from the log at once. The thread does nothing else during such a read. */
export const READ_AT_ONCE = 50

/** Maximum number of events examined for one page. A filter that few events pass gets short pages. */
export const EXAMINED_MAX = 2000

/**
 * Events from a part of the log. `next` is the sequence number up to which the part was read: the next page starts
 * after it.
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
  /**
   * Filters events: returns the wanted events in the form that callers may see. If there is no filter, all events are
   * wanted.
   */
  select?(events: readonly LoggedChange<N>[]): Promise<readonly LoggedChange<N>[]>
}

/**
 * Returns the first `limit` matching events of a part of the log. A page may be shorter without being the last, because
 * it examines at most `EXAMINED_MAX` events. Reading on from `next` until `isLast` returns each event once.
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
