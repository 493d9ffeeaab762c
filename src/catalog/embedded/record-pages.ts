import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { checkRow, Damage } from '../../kit/algorithms/row-sum.ts'
import type { Steps, Work } from '../engine/work.ts'
import { CONTENTS, RecordContents } from '../facts/record-contents.ts'
import type { IdOf, Records } from '../ports/nouns.ts'
import {
  type Between,
  CHANGING_NOUNS,
  type Change,
  type ChangingNoun,
  type NounContents,
  type RecordText,
  type StampedRecord,
} from '../ports/record-pages.ts'
import { sequenceBaseOf } from './change-numbers.ts'
import { meta } from './meta.ts'
import { recordIn } from './records.ts'
import { changeTable } from './schema.ts'

/** Prepared statements for one type of records. */
interface NounStatements {
  readonly between: StatementSync
  readonly ids: StatementSync
  readonly byId: StatementSync
  readonly countAll: StatementSync
  readonly countSome: StatementSync
}

/** Maximum number of changes that one statement counts. */
const COUNTED_AT_ONCE = 5000
/** Nanoseconds to count a change. */
const COUNTED_NS = 60

type Row = readonly unknown[]

/** Reads records with their last changes, and reads changes, in one committed state. */
export class PageReader {
  readonly #database: DatabaseSync
  /** Prepared on first use, since pages of most states are never read. */
  readonly #statements = new Map<ChangingNoun, NounStatements>()
  /** Statements about changes of several record types, by sort order and types. */
  readonly #ofChanges = new Map<string, StatementSync>()
  readonly #contents = new Map<ChangingNoun, NounContents>()
  #base: number | undefined

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  between<N extends ChangingNoun>(noun: N, ids: Between<IdOf<N>>, limit: number): readonly StampedRecord<Records[N]>[] {
    return this.#page(noun, ids, limit, (row) => this.#stamped(noun, row))
  }

  texts<N extends ChangingNoun>(noun: N, ids: Between<IdOf<N>>, limit: number): readonly RecordText<IdOf<N>>[] {
    const textOf = (row: Row) => ({ id: row[0] as IdOf<N>, json: this.#checked(noun, row).json }) // the id has the type that `noun` determines
    return this.#page(noun, ids, limit, textOf)
  }

  #page<N extends ChangingNoun, R>(
    noun: N,
    { from, to }: Between<IdOf<N>>,
    limit: number,
    read: (row: Row) => R,
  ): readonly R[] {
    const rows = this.#of(noun).between.all(from, to, limit) as unknown as readonly Row[] // `setReturnArrays` makes each row an array
    return rows.map(read)
  }

  ids<N extends ChangingNoun>(noun: N, { from, to }: Between<IdOf<N>>, limit: number): IdOf<N>[] {
    const rows = this.#of(noun).ids.all(from, to, limit) as unknown as readonly Row[] // `setReturnArrays` makes each row an array
    return rows.map((row) => this.#changeIn(noun, row).id as IdOf<N>) // ids of this type
  }

  byId<N extends ChangingNoun>(noun: N, ids: readonly IdOf<N>[]): StampedRecord<Records[N]>[] {
    const { byId } = this.#of(noun)
    return ids.flatMap((id) => {
      const row = byId.get(id) as unknown as Row | undefined // `setReturnArrays` makes each row an array
      return row === undefined ? [] : this.#stamped(noun, row)
    })
  }

  changes(
    nouns: readonly ChangingNoun[],
    { from, to }: Between<number>,
    limit: number,
    order: 'first' | 'last' = 'first',
  ): Change[] {
    const wantedNouns = CHANGING_NOUNS.filter((noun) => nouns.includes(noun))
    if (wantedNouns.length === 0) return []
    const base = this.#sequenceBase
    const rows = this.#changesOf(wantedNouns, order).all(from - base, to - base, limit) as unknown as readonly Row[] // `setReturnArrays` makes each row an array
    return rows.map(([place, ...row]) => this.#changeIn(wantedNouns[place as number] as ChangingNoun, row)) // `place` is an index into `wantedNouns`
  }

  *countChanges(nouns: readonly ChangingNoun[], { from, to }: Between<number>, work: Work): Steps<number> {
    const base = this.#sequenceBase
    let count = 0
    for (const noun of new Set(nouns)) {
      const { countAll, countSome } = this.#of(noun)
      const [all, first, last] = countAll.get() as unknown as readonly number[] // `setReturnArrays` makes each row an array
      if (all === 0 || (from - base <= (first ?? 0) && to - base >= (last ?? 0))) {
        count += all ?? 0
        continue
      }
      for (let [at, some] = [from - base, COUNTED_AT_ONCE]; some === COUNTED_AT_ONCE; ) {
        const [counted = 0, end] = countSome.get(at, to - base) as unknown as readonly number[] // `setReturnArrays` makes each row an array
        some = counted
        count += some
        at = (end ?? at) + 1
        work.grant(some * COUNTED_NS)
        if (work.isPauseDue) yield
      }
    }
    return count
  }

  contents(noun: ChangingNoun): NounContents {
    const counted = this.#contents.get(noun)
    if (counted !== undefined) return counted
    const contents = new RecordContents(noun, meta(this.#database, CONTENTS + noun)).contents()
    this.#contents.set(noun, contents)
    return contents
  }

  get #sequenceBase(): number {
    this.#base ??= sequenceBaseOf(this.#database)
    return this.#base
  }

  #stamped<N extends ChangingNoun>(noun: N, row: Row): StampedRecord<Records[N]> {
    const { json, sequence } = this.#checked(noun, row)
    return { record: JSON.parse(json), sequence }
  }

  #checked(noun: ChangingNoun, row: Row): { readonly json: string; readonly sequence: number } {
    const [id, record, sum, sequence, isGone, changeSum] = row
    const json = recordIn(noun, { id, record, sum })
    if (isGone !== 0) throw new Damage(`the last change of a record of ${noun} is missing`)
    const change = this.#changeIn(noun, [sequence, id, isGone, changeSum])
    return { json, sequence: change.sequence }
  }

  #changeIn(noun: ChangingNoun, row: Row): Change {
    const [sequence, id, isGone, sum] = row as readonly [number, number | string, number, number] // the schema guarantees the types
    checkRow(changeTable(noun), [sequence, id, isGone], sum)
    return { sequence: this.#sequenceBase + sequence, noun, id, isGone: isGone === 1 }
  }

  #of(noun: ChangingNoun): NounStatements {
    const prepared = this.#statements.get(noun)
    if (prepared !== undefined) return prepared
    const changes = changeTable(noun)
    const prepare = (text: string) => this.#prepare(text)
    const records = `SELECT kept.id, record, kept.sum, sequence, is_gone, change.sum
      FROM ${noun} kept LEFT JOIN ${changes} change ON change.id = kept.id`
    const there = `${changes} WHERE id BETWEEN ? AND ? AND is_gone = 0`
    const statements = {
      between: prepare(`${records} WHERE kept.id BETWEEN ? AND ? ORDER BY kept.id LIMIT ?`),
      ids: prepare(`SELECT sequence, id, is_gone, sum FROM ${there} ORDER BY id LIMIT ?`),
      byId: prepare(`${records} WHERE kept.id = ?`),
      countAll: prepare(`SELECT (SELECT count(*) FROM ${changes}), (SELECT min(sequence) FROM ${changes}),
        (SELECT max(sequence) FROM ${changes})`),
      countSome: prepare(`SELECT count(*), max(sequence) FROM (
        SELECT sequence FROM ${changes} WHERE sequence BETWEEN ? AND ? ORDER BY sequence LIMIT ${COUNTED_AT_ONCE})`),
    }
    this.#statements.set(noun, statements)
    return statements
  }

  /**
   * Selects the changes of several record types in one order. SQLite merges the tables, and reads only the rows that it
   * returns.
   */
  #changesOf(nouns: readonly ChangingNoun[], order: 'first' | 'last'): StatementSync {
    const name = `${order} ${nouns.join()}`
    const prepared = this.#ofChanges.get(name)
    if (prepared !== undefined) return prepared
    const ofNouns = nouns.map(
      (noun, place) =>
        `SELECT ${place}, sequence, id, is_gone, sum FROM ${changeTable(noun)} WHERE sequence BETWEEN ?1 AND ?2`,
    )
    const direction = order === 'first' ? '' : ' DESC'
    const statement = this.#prepare(`${ofNouns.join(' UNION ALL ')} ORDER BY sequence${direction} LIMIT ?3`)
    this.#ofChanges.set(name, statement)
    return statement
  }

  /** Rows are arrays, which are a fifth faster to read than objects. */
  #prepare(text: string): StatementSync {
    const statement = this.#database.prepare(text)
    statement.setReturnArrays(true)
    return statement
  }
}
