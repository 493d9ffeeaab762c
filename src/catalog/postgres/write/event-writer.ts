import { IdSet } from '../../../kit/base/id-set.ts'
import { forgottenUpTo } from '../../facts/change-moments.ts'
import { bitsOfKinds, eventOf } from '../../facts/logged-event.ts'
import { LOGGED_NOUNS, type LoggedNoun } from '../../ports/change-log.ts'
import type { StoredEvent } from '../../ports/whole-catalog.ts'
import type { Session } from '../session.ts'
import { changeTable, LOG_AFTER, LOGGED_TOKEN, logTable } from '../tables/change-tables.ts'
import { copyLine } from '../tables/copy-lines.ts'
import type { Numbers } from './change-numbers.ts'
import { batchesOf, type NumberedChange, numberedRecords } from './rows.ts'
import type { WriterMeta } from './writer-meta.ts'

/** Number of events that one statement sends. */
const BATCH = 2000

interface Logging {
  /**
   * Whether the log starts again without events, because the catalog is new or all records got new sequence numbers.
   */
  readonly startsOver: boolean
  /** How many days the log keeps events; `LOG_DAYS` if undefined. */
  readonly days: number | undefined
  isChanged(noun: LoggedNoun): boolean
  /** For each removed home: the id of the home that it was merged into. */
  readonly joinedTo: ReadonlyMap<number, number>
}

/**
 * Adds the events of a writer's transaction to the change log. Create this after all records are flushed, and before
 * they get their sequence numbers.
 */
export class EventWriter {
  readonly #session: Session
  readonly #meta: WriterMeta
  readonly #logging: Logging
  /** Ids of changed records that had been deleted earlier and now exist again. */
  readonly #cameBack = new Map<LoggedNoun, IdSet>()
  readonly #lines = new Map<LoggedNoun, string[]>()
  #numbers: Numbers | undefined

  constructor(session: Session, meta: WriterMeta, logging: Logging) {
    this.#session = session
    this.#meta = meta
    this.#logging = logging
    for (const noun of this.#nouns()) this.#cameBack.set(noun, cameBackIn(session, noun))
  }

  /** @param last The highest sequence number before this transaction. */
  begin(numbers: Numbers, last: number): void {
    const { startsOver, days } = this.#logging
    const isWhole = this.#meta.get(LOGGED_TOKEN) === this.#meta.get('token')
    if (!startsOver) this.#numbers = numbers
    if (startsOver) this.#forget(numbers.last)
    else this.#forget(isWhole ? forgottenUpTo(last, numbers.nowUs, days) : last)
  }

  take(noun: LoggedNoun, { id, sequence, before, after }: NumberedChange<object>): void {
    if (this.#numbers === undefined) return
    const wasThere = () => this.#cameBack.get(noun)?.has(id) === true
    const joinedTo = noun === 'home' ? this.#logging.joinedTo.get(Number(id)) : undefined
    const { kinds, undo } = eventOf(noun, before, after, wasThere, joinedTo)
    if (kinds.length === 0) return
    this.#add({ sequence, noun, id, kinds: bitsOfKinds(kinds), undo })
  }

  /** Copies the log of another catalog, from which all records of this catalog were copied. */
  takeOver(after: number, events: Iterable<StoredEvent>): void {
    for (const event of events) this.#add(event)
    this.#meta.set(LOG_AFTER, String(after))
  }

  /** Logs the changed records of a type. */
  takeChanged(noun: LoggedNoun): void {
    if (this.#numbers === undefined) return
    const { experiences } = this.#numbers
    for (const batch of numberedRecords(this.#session, noun, experiences))
      for (const each of batch) this.take(noun, each)
  }

  /**
   * Call this before everything is derived again, because all records then count as changed. The transaction adds no
   * events after this call.
   */
  takeAll(): void {
    for (const noun of this.#nouns()) this.takeChanged(noun)
    this.store()
    this.#numbers = undefined
  }

  store(): void {
    for (const noun of this.#lines.keys()) this.#send(noun)
  }

  #add({ sequence, noun, id, kinds, undo }: StoredEvent): void {
    const lines = this.#lines.get(noun) ?? []
    this.#lines.set(noun, lines)
    lines.push(copyLine([sequence, id, kinds, `\\x${Buffer.from(undo).toString('hex')}`]))
    if (lines.length >= BATCH) this.#send(noun)
  }

  #nouns(): readonly LoggedNoun[] {
    const { startsOver, isChanged } = this.#logging
    return startsOver ? [] : LOGGED_NOUNS.filter(isChanged)
  }

  #send(noun: LoggedNoun): void {
    const lines = this.#lines.get(noun) ?? []
    this.#session.copy(`COPY catalog.${logTable(noun)} FROM STDIN`, lines.join(''))
    lines.length = 0
  }

  #forget(upTo: number): void {
    if (upTo <= Number(this.#meta.get(LOG_AFTER) ?? '-1')) return
    for (const noun of LOGGED_NOUNS)
      this.#session.query(`DELETE FROM catalog.${logTable(noun)} WHERE sequence <= $1`, [upTo])
    this.#meta.set(LOG_AFTER, String(upTo))
  }
}

/**
 * Returns the ids of changed records that may have come back: new records that had a change or an event before, and
 * homes whose listing had disappeared.
 */
function cameBackIn(session: Session, noun: LoggedNoun): IdSet {
  const ids = new IdSet()
  const table = noun === 'experience' ? logTable(noun) : changeTable(noun)
  const reappears = `before IS NULL AND EXISTS (SELECT FROM catalog.${table} known WHERE known.id = changed.id)`
  const delisted = `EXISTS (SELECT FROM catalog.${logTable(noun)} logged
    WHERE logged.id = changed.id AND logged.kinds & ${bitsOfKinds(['gone'])} <> 0)`
  const text = `SELECT id FROM changed_${noun} changed WHERE ${noun === 'home' ? `(${reappears}) OR ${delisted}` : reappears}`
  for (const rows of batchesOf(session, text)) for (const { id } of rows) ids.add(id as number | string) // ids of this type
  return ids
}
