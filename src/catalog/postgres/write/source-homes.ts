import { Recent } from '../../../kit/base/recent.ts'
import type { Ruling, SourceHome } from '../../../model/source-home.ts'
import type { HomeQuery } from '../../../places/addresses/home-keys.ts'
import { FiledHomes } from '../../facts/filed-homes.ts'
import { ANY_AREA, HomeKeyBook, type StoredHomeKeys } from '../../facts/home-key-book.ts'
import type { SourceHomes } from '../../ports/source-homes.ts'
import { nobody, type Withheld } from '../../ports/withheld.ts'
import type { Row, Session } from '../session.ts'
import { copyLine } from '../tables/copy-lines.ts'
import { JoinedHomes } from './joined-homes.ts'
import type { WriterMeta } from './writer-meta.ts'

/** Reads and writes what each source says about homes that several sources have, within the writer's transaction. */
export class PostgresSourceHomes extends FiledHomes implements SourceHomes {
  readonly #session: Session
  /**
   * Whether any operator's decisions about homes may exist. Most catalogs have none; lookups then need no statement.
   */
  #mayRule: boolean
  readonly #joined: JoinedHomes
  readonly #stored: FetchedHomeKeys
  readonly #expectHomes: (ids: readonly number[]) => void

  /**
   * @param fresh Whether the catalog has no commits yet.
   * @param expectHomes Caches homes, together with what each source says about them.
   */
  constructor(
    session: Session,
    meta: WriterMeta,
    fresh: boolean,
    expectHomes: (ids: readonly number[]) => void = () => {},
    withheld: Withheld = nobody,
  ) {
    const stored = new FetchedHomeKeys(session)
    super(meta, new HomeKeyBook((query, limit) => stored.find(query, limit)), fresh, withheld)
    this.#stored = stored
    this.#session = session
    this.#expectHomes = expectHomes
    this.#joined = new JoinedHomes(session)
    this.#mayRule = isFilled(session, 'home_ruling')
  }

  expect(queries: Iterable<HomeQuery>, limit: number): void {
    if (!this.#stored.isFilled) return
    const all = [...queries]
    this.#stored.fetch(all, limit)
    this.#expectHomes([...new Set(all.flatMap((query) => this.filedUnder(query, limit)))])
  }

  /** Caches what each source says about homes. */
  fetch(ids: readonly number[]): void {
    this.#joined.fetch(ids)
  }

  get(id: number): SourceHome | undefined {
    return this.#joined.get(id)
  }

  homeOf(id: number): number | undefined {
    return this.#joined.get(id)?.home
  }

  of(home: number): readonly SourceHome[] {
    return this.#joined.of(home)
  }

  put(joined: SourceHome): void {
    this.#joined.put(joined)
  }

  remove(id: number): void {
    this.#joined.remove(id)
  }

  homes(): readonly number[] {
    return this.#joined.homes()
  }

  /** Writes all buffered changes except keys. */
  flush(): void {
    this.#joined.flush()
  }

  rulings(id: number): readonly Ruling[] {
    if (!this.#mayRule) return []
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
    this.#mayRule = true
    const text = `INSERT INTO catalog.home_ruling (one, other, verdict) VALUES ($1, $2, $3)
      ON CONFLICT (one, other) DO UPDATE SET verdict = excluded.verdict`
    this.#session.query(text, [...pair, verdict])
  }

  override finish(): void {
    this.flush()
    const lines: string[] = []
    this.keys.inOrder((...key) => lines.push(copyLine(key)))
    if (lines.length > 0) {
      this.#session.query('CREATE TEMP TABLE filed (place int8, unit int4, home int8, area int8) ON COMMIT DROP')
      this.#session.copy('COPY filed FROM STDIN', lines.join(''))
      this.#session.query(`INSERT INTO catalog.home_key (place, unit, home, area)
        SELECT place, unit, home, area FROM filed
        ON CONFLICT (place, unit, home) DO UPDATE SET area = excluded.area`)
    }
    super.finish()
  }
}

function isFilled(session: Session, table: string): boolean {
  return session.query(`SELECT 1 FROM catalog.${table} LIMIT 1`).length > 0
}

/** Number of recent results to cache. */
const FETCHED_MAX = 4096

/**
 * Finds the homes that had a key before the writer's transaction. The transaction itself stores keys only at its end.
 */
class FetchedHomeKeys {
  readonly #session: Session
  readonly #stored: StoredHomeKeys
  readonly isFilled: boolean
  readonly #fetched = new Recent<string, number[]>(2 * FETCHED_MAX)

  constructor(session: Session) {
    this.#session = session
    this.isFilled = isFilled(session, 'home_key')
    this.#stored = this.isFilled ? homeKeysOf(session) : () => []
  }

  find(query: HomeQuery, limit: number): readonly number[] {
    return this.#fetched.get(textOf(query, limit)) ?? this.#stored(query, limit)
  }

  fetch(queries: readonly HomeQuery[], limit: number): void {
    const wanted = queries.filter((query) => !this.#fetched.has(textOf(query, limit))).slice(0, FETCHED_MAX)
    const homesByQuery = wanted.map((query) => {
      const homes: number[] = []
      this.#fetched.set(textOf(query, limit), homes)
      return homes
    })
    const columns = [
      wanted.map(({ place }) => place),
      wanted.map(({ unit }) => unit ?? null),
      wanted.map(({ area }) => area?.[0] ?? ANY_AREA[0]),
      wanted.map(({ area }) => area?.[1] ?? ANY_AREA[1]),
    ]
    for (const { at, home } of this.#session.query(OF_ALL, [...columns, limit]))
      homesByQuery[Number(at) - 1]?.push(Number(home))
  }
}

function textOf({ place, unit, area }: HomeQuery, limit: number): string {
  return [place, unit, area, limit].join(' ')
}

/** Runs several of the queries `OF_UNIT` and `OF_AREA` in one statement. */
const OF_ALL = `SELECT at, home FROM unnest($1::int8[], $2::int4[], $3::int8[], $4::int8[])
    WITH ORDINALITY wanted (place, unit, least, most, at)
  CROSS JOIN LATERAL (
    SELECT home FROM catalog.home_key kept WHERE kept.place = wanted.place AND kept.unit = wanted.unit
    UNION ALL SELECT home FROM catalog.home_key kept
      WHERE wanted.unit IS NULL AND kept.place = wanted.place AND area BETWEEN least AND most
    LIMIT $5) found`

/** Returns a function that finds the ids of the homes with a key. */
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
  return stored as Ruling['verdict'] // the table stores only verdicts
}
