import type { HomeKey, HomeQuery } from '../../addresses/home-keys.ts'
import type { Ruling, SourceHome } from '../../model/source-home.ts'
import { ANY_AREA, HomeKeyBook, type StoredHomeKeys } from '../home-key-book.ts'
import { type SourceHomes, sourceHomeJson, sourceHomeOf } from '../source-homes.ts'
import { copyLine } from './copy-lines.ts'
import type { Row, Session } from './session.ts'
import type { WriterMeta } from './writer-meta.ts'

/** Rows of `meta`. */
const PRECEDENCES = 'precedences'
const FILED = 'homesFiled'

/** Reads and writes them within the writer's transaction. */
export class PostgresSourceHomes implements SourceHomes {
  readonly #session: Session
  readonly #meta: WriterMeta
  readonly #keys: HomeKeyBook
  /** Most catalogues have none, and then nothing is looked for. */
  readonly #may: Record<'join' | 'rule', boolean>
  #precedences: ReadonlyMap<string, number>
  #isFiled: boolean

  /** `fresh`: nothing was ever committed. */
  constructor(session: Session, meta: WriterMeta, fresh: boolean) {
    this.#session = session
    this.#meta = meta
    this.#keys = new HomeKeyBook(homeKeysOf(session))
    this.#may = { join: isFilled(session, 'source_home'), rule: isFilled(session, 'home_ruling') }
    this.#precedences = new Map(Object.entries(JSON.parse(meta.get(PRECEDENCES) ?? '{}')))
    this.#isFiled = fresh || meta.get(FILED) !== undefined
  }

  get(id: number): SourceHome | undefined {
    return this.#read('SELECT home, record FROM catalog.source_home WHERE id = $1', id)[0]
  }

  homeOf(id: number): number | undefined {
    if (!this.#may.join) return undefined
    const [row] = this.#session.query('SELECT home FROM catalog.source_home WHERE id = $1', [id])
    return row && Number(row.home)
  }

  of(home: number): readonly SourceHome[] {
    // the record that the home has its id from is the first one
    return this.#read('SELECT home, record FROM catalog.source_home WHERE home = $1 ORDER BY id <> home, id', home)
  }

  put(joined: SourceHome): void {
    this.#may.join = true
    const text = `INSERT INTO catalog.source_home (id, home, record) VALUES ($1, $2, $3)
      ON CONFLICT (id) DO UPDATE SET home = excluded.home, record = excluded.record`
    this.#session.query(text, [joined.record.zpid, joined.home, sourceHomeJson(joined)])
  }

  remove(id: number): void {
    if (this.#may.join) this.#session.query('DELETE FROM catalog.source_home WHERE id = $1', [id])
  }

  homes(): readonly number[] {
    if (!this.#may.join) return []
    const rows = this.#session.query('SELECT DISTINCT home FROM catalog.source_home ORDER BY home')
    return rows.map(({ home }) => Number(home))
  }

  filedUnder(query: HomeQuery, limit: number): readonly number[] {
    return this.#keys.find(query, limit)
  }

  file(home: number, keys: readonly HomeKey[]): void {
    for (const key of keys) this.#keys.add(home, key)
  }

  isFiled(): boolean {
    return this.#isFiled
  }

  markFiled(): void {
    this.#isFiled = true
  }

  rulings(id: number): readonly Ruling[] {
    if (!this.#may.rule) return []
    const text = 'SELECT one, other, verdict FROM catalog.home_ruling WHERE one = $1 OR other = $1 ORDER BY one, other'
    return this.#session
      .query(text, [id])
      .map(({ one, other, verdict }) => ({ one: Number(one), other: Number(other), verdict: verdictOf(verdict) }))
  }

  rule(one: number, other: number, verdict: Ruling['verdict'] | undefined): void {
    const pair = [Math.min(one, other), Math.max(one, other)]
    if (verdict === undefined) {
      this.#session.query('DELETE FROM catalog.home_ruling WHERE one = $1 AND other = $2', pair)
      return
    }
    this.#may.rule = true
    const text = `INSERT INTO catalog.home_ruling (one, other, verdict) VALUES ($1, $2, $3)
      ON CONFLICT (one, other) DO UPDATE SET verdict = excluded.verdict`
    this.#session.query(text, [...pair, verdict])
  }

  precedences(): ReadonlyMap<string, number> {
    return this.#precedences
  }

  precede(source: string, precedence: number): boolean {
    if ((this.#precedences.get(source) ?? 0) === precedence) return false
    this.#precedences = new Map([...this.#precedences, [source, precedence]])
    this.#meta.set(PRECEDENCES, JSON.stringify(Object.fromEntries(this.#precedences)))
    return true
  }

  /** Writes what is still in memory. */
  finish(): void {
    const lines: string[] = []
    this.#keys.inOrder((...key) => lines.push(copyLine(key)))
    if (lines.length > 0) {
      this.#session.query('CREATE TEMP TABLE filed (place int8, unit int4, home int8, area int8) ON COMMIT DROP')
      this.#session.copy('COPY filed FROM STDIN', lines.join(''))
      this.#session.query(`INSERT INTO catalog.home_key (place, unit, home, area)
        SELECT place, unit, home, area FROM filed
        ON CONFLICT (place, unit, home) DO UPDATE SET area = excluded.area`)
    }
    if (this.#isFiled && this.#meta.get(FILED) === undefined) this.#meta.set(FILED, '1')
  }

  #read(text: string, id: number): SourceHome[] {
    if (!this.#may.join) return []
    return this.#session.query(text, [id]).map(({ home, record }) => sourceHomeOf(Number(home), String(record)))
  }
}

function isFilled(session: Session, table: string): boolean {
  return session.query(`SELECT 1 FROM catalog.${table} LIMIT 1`).length > 0
}

/** Ids of the homes that were filed under a key. */
export function homeKeysOf(session: Session): StoredHomeKeys {
  if (!isFilled(session, 'home_key')) return () => []
  return ({ place, unit, area = ANY_AREA }, limit) =>
    unit === undefined
      ? session.query(OF_AREA, [place, ...area, limit]).map(homeIn)
      : session.query(OF_UNIT, [place, unit, limit]).map(homeIn)
}

function homeIn({ home }: Row): number {
  return Number(home)
}

const OF_UNIT = 'SELECT home FROM catalog.home_key WHERE place = $1 AND unit = $2 LIMIT $3'
const OF_AREA = 'SELECT home FROM catalog.home_key WHERE place = $1 AND area BETWEEN $2 AND $3 LIMIT $4'

function verdictOf(stored: unknown): Ruling['verdict'] {
  return stored as Ruling['verdict'] // as `rule` wrote it
}
