import type { ChangeKind, ChangeLog, LogBounds, LoggedChange, LoggedNoun } from '../../catalog/ports/change-log.ts'
import { nextSlot } from '../../kit/base/slots.ts'

/** Events that are read at a time: the thread does nothing else meanwhile. */
export const READ_AT_ONCE = 50

/** Events that are looked at for one page at most: a filter that few pass gets short pages. */
export const EXAMINED_MAX = 2000

/** Events of a part of the log, and up to which sequence the part was read: the next page goes on behind it. */
export interface ChangesPage<N extends LoggedNoun> {
  readonly events: readonly LoggedChange<N>[]
  readonly next: number
  readonly isLast: boolean
}

/** The events that are asked for; all of the nouns where nothing else is said. */
export interface AskedChanges<N extends LoggedNoun> {
  readonly nouns: readonly N[]
  /** At least one of these. */
  readonly kinds?: readonly ChangeKind[]
  /** Takes some events, and gives back those that are wanted, as they may be told. */
  select?(events: readonly LoggedChange<N>[]): Promise<readonly LoggedChange<N>[]>
}

/**
 * The first `limit` events of a part of the log that are asked for. A page is shorter, and not the last, where it would
 * take too much work to find more: reading on from `next` until a page is the last one gets all, each of them once.
 */
export async function matchingChanges<N extends LoggedNoun>(
  log: ChangeLog,
  { after, upTo }: LogBounds,
  asked: AskedChanges<N>,
  limit: number,
): Promise<ChangesPage<N>> {
  const events: LoggedChange<N>[] = []
  let next = after
  for (let examined = 0; examined < EXAMINED_MAX; examined += READ_AT_ONCE) {
    if (examined > 0) await nextSlot()
    const read = await log.between(asked.nouns, { after: next, upTo }, READ_AT_ONCE)
    for (const event of await selected(read, asked)) {
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
  { kinds, select }: AskedChanges<N>,
): Promise<readonly LoggedChange<N>[]> {
  const ofKinds =
    kinds === undefined ? events : events.filter((event) => event.kinds.some((kind) => kinds.includes(kind)))
  return select === undefined || ofKinds.length === 0 ? ofKinds : select(ofKinds)
}
