import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { checkRow, Damage } from '../../kit/algorithms/row-sum.ts'
import { CONTENTS, RecordContents } from '../facts/record-contents.ts'
import type { IdOf, Records } from '../ports/nouns.ts'
import type { Between, Change, ChangingNoun, NounContents, RecordText, StampedRecord } from '../ports/record-pages.ts'
import { sequenceBaseOf } from './change-numbers.ts'
import { meta } from './meta.ts'
import { recordIn } from './records.ts'
import { changeTable } from './schema.ts'

/** The statements over the tables of a noun. Rows are arrays, which take a fifth less time than objects. */
interface NounStatements {
  readonly between: StatementSync
  readonly ids: StatementSync
  readonly count: StatementSync
  readonly byId: StatementSync
  readonly first: StatementSync
  readonly last: StatementSync
}

type Row = readonly unknown[]

/** A page of records or their texts, and whether the table and the index of changes agree that none between them is missing. */
export interface RecordPage<R> {
  readonly records: readonly R[]
  readonly isWhole: boolean
}

/** Reads records with their changes, and changes, from one committed state. */
export class PageReader {
  readonly #database: DatabaseSync
  /** Prepared when they are asked for first: most states are never asked. */
  readonly #statements = new Map<ChangingNoun, NounStatements>()
  readonly #contents = new Map<ChangingNoun, NounContents>()
  #base: number | undefined

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  between<N extends ChangingNoun>(
    noun: N,
    ids: Between<IdOf<N>>,
    limit: number,
  ): RecordPage<StampedRecord<Records[N]>> {
    return this.#page(noun, ids, limit, (row) => this.#stamped(noun, row))
  }

  texts<N extends ChangingNoun>(noun: N, ids: Between<IdOf<N>>, limit: number): RecordPage<RecordText<IdOf<N>>> {
    const textOf = (row: Row) => ({ id: row[0] as IdOf<N>, json: this.#checked(noun, row).json }) // the id of a record
    return this.#page(noun, ids, limit, textOf)
  }

  #page<N extends ChangingNoun, R>(
    noun: N,
    { from, to }: Between<IdOf<N>>,
    limit: number,
    read: (row: Row) => R,
  ): RecordPage<R> {
    const { between, count } = this.#of(noun)
    const rows = between.all(from, to, limit) as unknown as readonly Row[] // as the statement was told
    const last = rows.length === limit ? (rows.at(-1)?.[0] as IdOf<N> | undefined) : to // the id of a record
    const [changed] = count.get(from, last ?? to) as unknown as readonly number[] // as above
    return { records: rows.map(read), isWhole: changed === rows.length }
  }

  /** The index of changes alone tells them, which has no checksums: only in a file that was fully checked are they certain. */
  ids<N extends ChangingNoun>(noun: N, { from, to }: Between<IdOf<N>>, limit: number): IdOf<N>[] {
    const rows = this.#of(noun).ids.all(from, to, limit) as unknown as readonly [IdOf<N>][] // as the statement was told
    return rows.map(([id]) => id)
  }

  byId<N extends ChangingNoun>(noun: N, ids: readonly IdOf<N>[]): StampedRecord<Records[N]>[] {
    const { byId } = this.#of(noun)
    return ids.flatMap((id) => {
      const row = byId.get(id) as unknown as Row | undefined // as the statement was told
      return row === undefined ? [] : this.#stamped(noun, row)
    })
  }

  changes(
    nouns: readonly ChangingNoun[],
    { from, to }: Between<number>,
    limit: number,
    order: 'first' | 'last' = 'first',
  ): Change[] {
    const base = this.#sequenceBase
    const changes = [...new Set(nouns)].flatMap((noun) => {
      const rows = this.#of(noun)[order].all(from - base, to - base, limit) as unknown as readonly Row[] // as above
      return rows.map((row) => this.#changeIn(noun, row))
    })
    changes.sort(order === 'first' ? (a, b) => a.sequence - b.sequence : (a, b) => b.sequence - a.sequence)
    return changes.slice(0, limit)
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
    const [sequence, id, isGone, sum] = row as readonly [number, number | string, number, number] // as the schema says
    checkRow(changeTable(noun), [sequence, id, isGone], sum)
    return { sequence: this.#sequenceBase + sequence, noun, id, isGone: isGone === 1 }
  }

  #of(noun: ChangingNoun): NounStatements {
    const prepared = this.#statements.get(noun)
    if (prepared !== undefined) return prepared
    const changes = changeTable(noun)
    const prepare = (text: string) => {
      const statement = this.#database.prepare(text)
      statement.setReturnArrays(true)
      return statement
    }
    const records = `SELECT kept.id, record, kept.sum, sequence, is_gone, change.sum
      FROM ${noun} kept LEFT JOIN ${changes} change ON change.id = kept.id`
    const there = `${changes} WHERE id BETWEEN ? AND ? AND is_gone = 0`
    const spanned = `SELECT sequence, id, is_gone, sum FROM ${changes} WHERE sequence BETWEEN ? AND ?`
    const statements = {
      between: prepare(`${records} WHERE kept.id BETWEEN ? AND ? ORDER BY kept.id LIMIT ?`),
      ids: prepare(`SELECT id FROM ${there} ORDER BY id LIMIT ?`),
      count: prepare(`SELECT count(*) FROM ${there}`),
      byId: prepare(`${records} WHERE kept.id = ?`),
      first: prepare(`${spanned} ORDER BY sequence LIMIT ?`),
      last: prepare(`${spanned} ORDER BY sequence DESC LIMIT ?`),
    }
    this.#statements.set(noun, statements)
    return statements
  }
}
