import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { checkRow, rowSum } from '../../kit/algorithms/row-sum.ts'
import type { Ruling, SourceHome } from '../../model/source-home.ts'
import { precedencesIn } from '../facts/catalog-meta.ts'
import { FiledHomes } from '../facts/filed-homes.ts'
import { HomeKeyBook } from '../facts/home-key-book.ts'
import { type SourceHomes, sourceHomeJson, sourceHomeOf } from '../ports/source-homes.ts'
import type { Withheld } from '../ports/withheld.ts'
import { storedHomeKeys, storeHomeKeys } from './home-keys.ts'
import { metaRows } from './meta.ts'

/** Reads what each source says about homes that several sources have. */
export class SourceHomeReader {
  readonly #database: DatabaseSync
  readonly #one: StatementSync
  readonly #ofHome: StatementSync
  readonly #rulings: StatementSync

  constructor(database: DatabaseSync) {
    this.#database = database
    this.#one = database.prepare('SELECT id, home, record, sum FROM source_home WHERE id = ?')
    // The record whose id is also the home's id comes first.
    this.#ofHome = database.prepare(
      'SELECT id, home, record, sum FROM source_home WHERE home = ? ORDER BY id <> home, id',
    )
    this.#rulings = database.prepare(
      'SELECT one, other, verdict, sum FROM home_ruling WHERE one = ?1 OR other = ?1 ORDER BY one, other',
    )
  }

  get(id: number): SourceHome | undefined {
    const row = this.#one.get(id)
    return row && checkedHome(row)
  }

  homeOf(id: number): number | undefined {
    return this.get(id)?.home
  }

  of(home: number): readonly SourceHome[] {
    return this.#ofHome.all(home).map(checkedHome)
  }

  homes(): readonly number[] {
    return this.#database
      .prepare('SELECT DISTINCT home FROM source_home ORDER BY home')
      .all()
      .map(({ home }) => Number(home))
  }

  rulings(id: number): readonly Ruling[] {
    return this.#rulings.all(id).map(({ one, other, verdict, sum }) => {
      checkRow('home_ruling', [Number(one), Number(other), String(verdict)], sum)
      return { one: Number(one), other: Number(other), verdict: verdict as Ruling['verdict'] } // the table stores only verdicts
    })
  }

  precedences(): ReadonlyMap<string, number> {
    return precedencesIn(metaRows(this.#database))
  }
}

function checkedHome({ id, home, record, sum }: Record<string, unknown>): SourceHome {
  checkRow('source_home', [Number(id), Number(home), String(record)], sum)
  return sourceHomeOf(Number(home), String(record))
}

/** Reads and writes what each source says about a home, while the catalog is being changed. */
export class EmbeddedSourceHomes extends FiledHomes implements SourceHomes {
  readonly #database: DatabaseSync
  readonly #reader: SourceHomeReader
  readonly #put: StatementSync
  readonly #delete: StatementSync
  /** Whether the catalog has no merged homes, as is usual. Lookups then return without reading the file. */
  #isEmpty: boolean

  constructor(database: DatabaseSync, fresh: boolean, withheld: Withheld) {
    super(metaRows(database), new HomeKeyBook(storedHomeKeys(database)), fresh, withheld)
    this.#database = database
    this.#reader = new SourceHomeReader(database)
    this.#put = database.prepare('INSERT OR REPLACE INTO source_home (id, home, record, sum) VALUES (?, ?, ?, ?)')
    this.#delete = database.prepare('DELETE FROM source_home WHERE id = ?')
    this.#isEmpty = database.prepare('SELECT 1 FROM source_home LIMIT 1').get() === undefined
  }

  get(id: number): SourceHome | undefined {
    return this.#isEmpty ? undefined : this.#reader.get(id)
  }

  homeOf(id: number): number | undefined {
    return this.#isEmpty ? undefined : this.#reader.homeOf(id)
  }

  of(home: number): readonly SourceHome[] {
    return this.#isEmpty ? [] : this.#reader.of(home)
  }

  put(joined: SourceHome): void {
    const { record, home } = joined
    const json = sourceHomeJson(joined)
    const sum = rowSum('source_home', [record.zpid, home, json])
    this.#put.run(record.zpid, home, json, sum)
    this.#isEmpty = false
  }

  remove(id: number): void {
    this.#delete.run(id)
  }

  homes(): readonly number[] {
    return this.#isEmpty ? [] : this.#reader.homes()
  }

  expect(): void {}

  rulings(id: number): readonly Ruling[] {
    return this.#reader.rulings(id)
  }

  rule(one: number, other: number, verdict: Ruling['verdict'] | undefined): void {
    const pair = [Math.min(one, other), Math.max(one, other)] as const
    this.#database.prepare('DELETE FROM home_ruling WHERE one = ? AND other = ?').run(...pair)
    if (verdict === undefined) return
    this.#database
      .prepare('INSERT INTO home_ruling (one, other, verdict, sum) VALUES (?, ?, ?, ?)')
      .run(...pair, verdict, rowSum('home_ruling', [...pair, verdict]))
  }

  override finish(): void {
    storeHomeKeys(this.#database, this.keys)
    super.finish()
  }
}
