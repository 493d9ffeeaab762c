import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { rowSum } from '../../kit/algorithms/row-sum.ts'
import { bitsOfKinds, eventOf } from '../facts/logged-event.ts'
import { LOGGED_NOUNS, type LoggedNoun } from '../ports/change-log.ts'
import type { RecordId } from '../ports/nouns.ts'
import { meta, setMeta } from './meta.ts'

/** Row of the table `meta`: the change log is complete after this sequence number. */
export const LOG_AFTER = 'logAfter'

export function logAfterIn(database: DatabaseSync): number {
  return Number(meta(database, LOG_AFTER) ?? '0')
}

/** Marks a record that was changed more than once. Its event is computed at the end of the transaction. */
const MADE_AT_END = -1

/** Returns a record as it was before the transaction, and as it is now. */
export type StatesOf = (
  noun: LoggedNoun,
  id: RecordId,
) => readonly [before: object | undefined, now: object | undefined]

/** Computes the events of a transaction. They wait in a temporary table until they get sequence numbers. */
export class EventWriter {
  readonly #database: DatabaseSync
  readonly #note: StatementSync
  readonly #noted: StatementSync
  readonly #wasGone: StatementSync
  readonly #insert: StatementSync
  /** For each removed home: the id of the home that it was merged into. */
  readonly #joinedTo = new Map<RecordId, number>()

  constructor(database: DatabaseSync) {
    this.#database = database
    database.exec(`CREATE TEMP TABLE noted_event (
      noun INTEGER NOT NULL, id ANY NOT NULL, kinds INTEGER NOT NULL, undo BLOB NOT NULL, PRIMARY KEY (noun, id)
    ) STRICT, WITHOUT ROWID`)
    this.#note = database.prepare(`INSERT INTO noted_event (noun, id, kinds, undo) VALUES (?, ?, ?, ?)
      ON CONFLICT (noun, id) DO UPDATE SET kinds = ${MADE_AT_END}, undo = x''`)
    this.#noted = database.prepare('SELECT kinds, undo FROM noted_event WHERE noun = ? AND id = ?')
    this.#wasGone = database.prepare(`SELECT 1 FROM change_log WHERE noun = ? AND id = ? AND kinds & ${GONE} LIMIT 1`)
    this.#insert = database.prepare(
      'INSERT INTO change_log (sequence, noun, id, kinds, undo, sum) VALUES (?, ?, ?, ?, ?, ?)',
    )
  }

  /** `joinedTo`: the home that a removed home was merged into; see `CatalogWriter.remove`. */
  note(noun: LoggedNoun, id: RecordId, before: object | undefined, after: object | undefined, joinedTo?: number): void {
    if (joinedTo !== undefined) this.#joinedTo.set(id, joinedTo)
    const { kinds, undo } = eventOf(noun, before, after, undefined, joinedTo)
    this.#note.run(LOGGED_NOUNS.indexOf(noun), id, bitsOfKinds(kinds), undo)
  }

  /**
   * Adds a record's event to the log, unless the record ended up unchanged.
   *
   * @param wasGone Whether the record's previous change was its deletion. Undefined if unknown.
   */
  store(noun: LoggedNoun, id: RecordId, sequence: number, statesOf: StatesOf, wasGone: boolean | undefined): void {
    const code = LOGGED_NOUNS.indexOf(noun)
    const noted = this.#noted.get(code, id)
    if (noted === undefined) return
    let [kinds, undo] = [Number(noted.kinds), noted.undo as Uint8Array] // the table guarantees the types
    if (kinds === MADE_AT_END) {
      const [before, now] = statesOf(noun, id)
      const made = eventOf(noun, before, now, undefined, noun === 'home' ? this.#joinedTo.get(id) : undefined)
      kinds = bitsOfKinds(made.kinds)
      undo = made.undo
    }
    if ((kinds & NEW) !== 0 && this.#isBack(code, id, undo.length === 0 ? wasGone : undefined))
      kinds = (kinds & ~NEW) | BACK
    if (kinds === 0) return
    this.#insert.run(sequence, code, id, kinds, undo, rowSum('change_log', [sequence, code, id, kinds, undo]))
  }

  #isBack(code: number, id: RecordId, wasGone: boolean | undefined): boolean {
    return wasGone ?? this.#wasGone.get(code, id) !== undefined
  }

  /** Yields the ids of changed records of a type, in order. */
  *ids(noun: LoggedNoun): Generator<RecordId> {
    const rows = this.#database.prepare('SELECT id FROM noted_event WHERE noun = ? ORDER BY id')
    for (const { id } of rows.iterate(LOGGED_NOUNS.indexOf(noun))) yield id as RecordId // the table guarantees the type
  }

  /** Removes events up to a sequence number. The file stores sequence numbers minus `base`; see `sequenceBaseOf`. */
  forget(upTo: number, base: number): void {
    if (upTo <= logAfterIn(this.#database)) return
    this.#database.prepare('DELETE FROM change_log WHERE sequence <= ?').run(upTo - base)
    setMeta(this.#database, LOG_AFTER, String(upTo))
  }

  close(): void {
    this.#database.exec('DROP TABLE noted_event')
  }
}

const NEW = bitsOfKinds(['new'])
const BACK = bitsOfKinds(['back'])
const GONE = bitsOfKinds(['gone'])
