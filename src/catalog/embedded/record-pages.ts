import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { checkRow, Damage } from '../../kit/algorithms/row-sum.ts'
import { CONTENTS, RecordContents } from '../facts/record-contents.ts'
import type { IdOf, Records } from '../ports/nouns.ts'
import type { Between, Change, ChangingNoun, NounContents, StampedRecord } from '../ports/record-pages.ts'
import { sequenceBaseOf } from './change-numbers.ts'
import { meta } from './meta.ts'
import { recordIn } from './records.ts'
import { changeTable } from './schema.ts'

/** The statements over the tables of a noun. Rows are arrays, which take a fifth less time than objects. */
interface NounStatements {
  readonly between: StatementSync
  readonly count: StatementSync
  readonly byId: StatementSync
  readonly first: StatementSync
  readonly last: StatementSync
}

type Row = readonly unknown[]

/** A page of records, and whether the table and the index of changes agree that none between them is missing. */
export interface RecordPage<R> {
  readonly records: readonly StampedRecord<R>[]
  /** False also where some have been removed, whose changes are there still. */
  readonly isWhole: boolean
}

/** Reads records with their changes, and changes, from one committed state. */
export class PageReader {
  readonly #database: DatabaseSync
  readonly #moments: MomentReader
  /** Prepared when they are asked for first: most states are never asked. */
  readonly #statements = new Map<ChangingNoun, NounStatements>()
  readonly #contents = new Map<ChangingNoun, NounContents>()
  #base: number | undefined

  constructor(database: DatabaseSync) {
    this.#database = database
    this.#moments = new MomentReader(database)
  }

  between<N extends ChangingNoun>(noun: N, { from, to }: Between<IdOf<N>>, limit: number): RecordPage<Records[N]> {
    const { between, count } = this.#of(noun)
    const rows = between.all(from, to, limit) as unknown as readonly Row[] // as the statement was told
    const last = rows.length === limit ? (rows.at(-1)?.[0] as IdOf<N> | undefined) : to // the id of a record
    const [changed] = count.get(from, last ?? to) as unknown as readonly number[] // as above
    return { records: rows.map((row) => this.#stamped(noun, row)), isWhole: changed === rows.length }
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

  sequenceAt(moment: number): number {
    const sequence = this.#moments.sequenceAt(moment)
    return sequence === undefined ? 0 : this.#sequenceBase + sequence
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
    const [id, record, sum, sequence, isGone, changeSum] = row
    const json = recordIn(noun, { id, record, sum })
    if (isGone !== 0) throw new Damage(`the last change of a record of ${noun} is missing`)
    const { sequence: last, changedMs } = this.#changeIn(noun, [sequence, id, isGone, changeSum])
    return { record: JSON.parse(json), sequence: last, changedMs }
  }

  #changeIn(noun: ChangingNoun, row: Row): Change {
    const [sequence, id, isGone, sum] = row as readonly [number, number | string, number, number] // as the schema says
    checkRow(changeTable(noun), [sequence, id, isGone], sum)
    const changedMs = this.#moments.of(sequence)
    return { sequence: this.#sequenceBase + sequence, changedMs, noun, id, isGone: isGone === 1 }
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
    const spanned = `SELECT sequence, id, is_gone, sum FROM ${changes} WHERE sequence BETWEEN ? AND ?`
    const statements = {
      between: prepare(`${records} WHERE kept.id BETWEEN ? AND ? ORDER BY kept.id LIMIT ?`),
      count: prepare(`SELECT count(*) FROM ${changes} WHERE id BETWEEN ? AND ?`),
      byId: prepare(`${records} WHERE kept.id = ?`),
      first: prepare(`${spanned} ORDER BY sequence LIMIT ?`),
      last: prepare(`${spanned} ORDER BY sequence DESC LIMIT ?`),
    }
    this.#statements.set(noun, statements)
    return statements
  }
}

/** Reads the moments of commits by sequence numbers as the file has them. */
class MomentReader {
  readonly #database: DatabaseSync
  #statements: { readonly of: StatementSync; readonly at: StatementSync } | undefined
  /** The commit that was asked for last, which most records of a page were changed by. */
  #before = 0
  #last = -1
  #momentMs = 0

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  of(sequence: number): number {
    if (sequence > this.#last || sequence <= this.#before) this.#find(sequence)
    return this.#momentMs
  }

  sequenceAt(momentMs: number): number | undefined {
    const row = this.#prepared.at.get(momentMs)
    if (row === undefined) return undefined
    checkRow('commit_moment', [Number(row.sequence), Number(row.moment)], row.sum)
    return Number(row.sequence)
  }

  #find(sequence: number): void {
    const row = this.#prepared.of.get(sequence, sequence)
    if (row === undefined) throw new Damage('the moment of a commit is missing')
    checkRow('commit_moment', [Number(row.sequence), Number(row.moment)], row.sum)
    this.#before = Number(row.before ?? -1)
    this.#last = Number(row.sequence)
    this.#momentMs = Number(row.moment)
  }

  get #prepared() {
    this.#statements ??= {
      of: this.#database.prepare(
        `SELECT sequence, moment, sum, (SELECT max(sequence) FROM commit_moment WHERE sequence < ?) AS before
         FROM commit_moment WHERE sequence >= ? ORDER BY sequence LIMIT 1`,
      ),
      at: this.#database.prepare(
        'SELECT sequence, moment, sum FROM commit_moment WHERE moment <= ? ORDER BY moment DESC LIMIT 1',
      ),
    }
    return this.#statements
  }
}
