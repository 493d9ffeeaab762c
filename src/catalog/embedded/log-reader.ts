import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { checkRow, type RowValue } from '../../kit/algorithms/row-sum.ts'
import { goneTo, kindsIn } from '../facts/logged-event.ts'
import { statesBefore } from '../facts/record-undo.ts'
import { LOGGED_NOUNS, type LogBounds, type LogEnd, type LoggedChange, type LoggedNoun } from '../ports/change-log.ts'
import type { IdOf, RecordId, Records } from '../ports/nouns.ts'
import { logAfterIn } from './change-log.ts'
import { lastChangeIn, sequenceBaseOf } from './change-numbers.ts'
import { RecordReader } from './records.ts'

const COLUMNS = 'sequence, noun, id, kinds, undo, sum'

/** Reads the change log in one committed state. */
export class LogReader {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  readonly #records = new Map<LoggedNoun, RecordReader>()
  readonly #base: number
  readonly bounds: LogBounds

  constructor(database: DatabaseSync) {
    this.#database = database
    this.#base = sequenceBaseOf(database)
    this.bounds = { after: logAfterIn(database), upTo: lastChangeIn(database) }
  }

  between<N extends LoggedNoun>(
    nouns: readonly N[],
    { after, upTo }: LogBounds,
    limit: number,
    end: LogEnd = 'first',
  ): LoggedChange<N>[] {
    const codes = nouns.map((noun) => LOGGED_NOUNS.indexOf(noun)).join(', ')
    const ordered = this.#rows(
      `noun IN (${codes}) AND sequence > ? AND sequence <= ? ORDER BY sequence ${end === 'last' ? 'DESC ' : ''}LIMIT ?`,
      after - this.#base,
      upTo - this.#base,
      limit,
    )
    const rows = end === 'last' ? ordered.toReversed() : ordered
    const since = rows[0]?.sequence ?? 0
    const statesOf = new Map<string, ReadonlyMap<number, States>>()
    return rows.map((row) => {
      const key = `${row.noun} ${row.id}`
      const states = statesOf.get(key) ?? this.#statesOf(row.noun, row.id, since)
      statesOf.set(key, states)
      return this.#change<N>(row, states)
    })
  }

  ofRecord<N extends LoggedNoun>(noun: N, id: IdOf<N>, limit: number): LoggedChange<N>[] {
    const code = LOGGED_NOUNS.indexOf(noun)
    const rows = this.#rows('noun = ? AND id = ? ORDER BY sequence DESC LIMIT ?', code, id, limit)
    const states = this.#statesOf(noun, id, rows.at(-1)?.sequence ?? 0)
    return rows.map((row) => this.#change<N>(row, states))
  }

  recordsAt<N extends Exclude<LoggedNoun, 'agent'>>(noun: N, ids: readonly IdOf<N>[], sequence: number): Records[N][] {
    return ids.flatMap((id) => {
      const later = this.#later(noun, id, sequence + 1)
      const states = statesBefore(this.#record(noun, id), later)
      const record = later.length === 0 ? this.#record(noun, id) : states.at(-1)
      return record === undefined ? [] : [record as Records[N]] // the id belongs to a record of this type
    })
  }

  /**
   * Returns a record's states before and after each of its events, from a sequence number on. The keys are the events'
   * sequence numbers.
   */
  #statesOf(noun: LoggedNoun, id: RecordId, since: number): ReadonlyMap<number, States> {
    if (noun === 'agent') return new Map()
    const rows = this.#later(noun, id, since)
    let after = this.#record(noun, id)
    return new Map(
      statesBefore(after, rows).map((before, i) => {
        const states = { before, after }
        after = before
        return [rows[i]?.sequence ?? 0, states]
      }),
    )
  }

  /** Returns a record's events from a sequence number on, newest first. */
  #later(noun: LoggedNoun, id: RecordId, since: number): readonly Row[] {
    const code = LOGGED_NOUNS.indexOf(noun)
    return this.#rows('noun = ? AND id = ? AND sequence >= ? ORDER BY sequence DESC', code, id, since - this.#base)
  }

  #change<N extends LoggedNoun>({ sequence, noun, id, kinds: bits, undo }: Row, states: ReadonlyMap<number, States>) {
    const { before, after } = states.get(sequence) ?? { before: undefined, after: undefined }
    const kinds = kindsIn(bits)
    return { sequence, noun, id, kinds, before, after, ...goneTo(kinds, undo) } as unknown as LoggedChange<N> // the row has the fields of its type
  }

  #record(noun: LoggedNoun, id: RecordId): object | undefined {
    const reader = this.#records.get(noun) ?? new RecordReader(this.#database, noun)
    this.#records.set(noun, reader)
    const json = reader.json(id)
    return json === undefined ? undefined : JSON.parse(json)
  }

  #rows(where: string, ...values: RecordId[]): Row[] {
    const statement = this.#statements.get(where) ?? this.#prepare(where)
    return (statement.all(...values) as unknown as readonly StoredRow[]).map(([place, noun, id, kinds, undo, sum]) => {
      checkRow('change_log', [place, noun, id, kinds, undo], sum)
      return { sequence: this.#base + place, noun: LOGGED_NOUNS[noun] ?? 'home', id, kinds, undo }
    })
  }

  #prepare(where: string): StatementSync {
    const statement = this.#database.prepare(`SELECT ${COLUMNS} FROM change_log WHERE ${where}`)
    statement.setReturnArrays(true)
    this.#statements.set(where, statement)
    return statement
  }
}

type StoredRow = readonly [place: number, noun: number, id: RecordId, kinds: number, undo: Uint8Array, sum: RowValue]

interface Row {
  readonly sequence: number
  readonly noun: LoggedNoun
  readonly id: RecordId
  /** A bit mask of change kinds. */
  readonly kinds: number
  readonly undo: Uint8Array
}

interface States {
  readonly before: object | undefined
  readonly after: object | undefined
}
