import { type IdOf, type Noun, NUMBERED } from '../nouns.ts'
import { copyLine } from './copy-lines.ts'
import type { Session } from './session.ts'
import { FOR_EVER, retiring } from './shard-changes.ts'
import { bucketOfId, HOME_TABLE } from './sharded-tables.ts'

/** A record as it is stored; without JSON it is removed. */
export type RecordRow = readonly [id: number | string, json: string | undefined]

/** The stored records of a noun, within the writer's transaction, on one server. */
export class RecordRows<N extends Noun> {
  protected readonly session: Session
  readonly #noun: N

  constructor(session: Session, noun: N) {
    this.session = session
    this.#noun = noun
  }

  find(id: IdOf<N>): string | undefined {
    const [row] = this.session.query(`SELECT record FROM catalog.${this.#noun} WHERE id = $1`, [id])
    return row === undefined ? undefined : String(row.record)
  }

  /** Those of these ids that are there. */
  findAll(ids: readonly IdOf<N>[]): readonly (readonly [id: IdOf<N>, json: string])[] {
    const type = (NUMBERED as readonly Noun[]).includes(this.#noun) ? 'int8' : 'text'
    const text = `SELECT id, record FROM catalog.${this.#noun} WHERE id = ANY($1::${type}[])`
    return this.session.query(text, [ids]).map(({ id, record }) => [id as IdOf<N>, String(record)]) // its key
  }

  /** To be called once, before `replace`. `type`: of ids. */
  prepare(type: string): void {
    this.session.query(`CREATE TEMP TABLE put_${this.#noun} (id ${type}, record text) ON COMMIT DROP`)
  }

  /** Of records that were never there. */
  add(rows: readonly RecordRow[]): void {
    this.session.copy(`COPY catalog.${this.#noun} FROM STDIN`, rows.map(copyLine).join(''))
  }

  /** Stores records, and notes in `changed_…` which of them become others. Returns how many there are more. */
  replace(rows: readonly RecordRow[]): number {
    this.stage(rows)
    const noun = this.#noun
    this.session.query(`INSERT INTO changed_${noun} SELECT put.id, kept.record FROM put_${noun} put
      LEFT JOIN catalog.${noun} kept USING (id) WHERE put.record IS DISTINCT FROM kept.record ON CONFLICT DO NOTHING`)
    // Not in one statement with what changes them: Citus would look at the records once they are others.
    const [counts] = this.session.query(`
      WITH removed AS (
        DELETE FROM catalog.${noun} kept USING put_${noun} put WHERE put.id = kept.id AND put.record IS NULL
        RETURNING kept.id),
      stored AS (
        INSERT INTO catalog.${noun} AS kept (id, record) SELECT id, record FROM put_${noun} WHERE record IS NOT NULL
        ON CONFLICT (id) DO UPDATE SET record = excluded.record WHERE kept.record <> excluded.record
        RETURNING id, xmax = 0 AS is_new)
      SELECT (SELECT count(*) FROM stored WHERE is_new) - (SELECT count(*) FROM removed) AS added`)
    return Number(counts?.added)
  }

  protected stage(rows: readonly RecordRow[]): void {
    this.session.query(`TRUNCATE put_${this.#noun}`)
    this.session.copy(`COPY put_${this.#noun} FROM STDIN`, rows.map(copyLine).join(''))
  }
}

/** The same of homes that are spread over shards; see `shard-changes.ts`. */
export class ShardedHomes extends RecordRows<'home'> {
  readonly #change: number

  constructor(session: Session, change: number) {
    super(session, 'home')
    this.#change = change
  }

  /** On the shard that has it. */
  override find(id: number): string | undefined {
    const text = `SELECT record FROM catalog.home WHERE id = $1 AND ${bucketOfId('id')} = ${bucketOfId('$1::int8')}`
    const [row] = this.session.query(text, [id])
    return row === undefined ? undefined : String(row.record)
  }

  override prepare(type: string): void {
    super.prepare(type)
    this.session.query(`CREATE TEMP TABLE kept_home (id ${type}, record text) ON COMMIT DROP`)
  }

  override add(rows: readonly RecordRow[]): void {
    const lines = rows.map((row) => copyLine([...row, this.#change, FOR_EVER]))
    this.session.copy('COPY shards.home FROM STDIN', lines.join(''))
  }

  /** A record that this change has stored before makes room for the later one. */
  override replace(rows: readonly RecordRow[]): number {
    const { session } = this
    this.stage(rows)
    session.query('TRUNCATE kept_home')
    session.query(`INSERT INTO kept_home SELECT id, record FROM catalog.home WHERE ${ONE_OF}`, [rows.map(([id]) => id)])
    session.query(UNCHANGED)
    const changed = session.query(CHANGED)
    session.query(NOTED)
    const kept = changed.filter(({ was }) => was === true).map(({ id }) => id)
    if (kept.length > 0) {
      session.query(`DELETE FROM shards.home WHERE ${ONE_OF} AND since = ${this.#change}`, [kept])
      session.query(retiring(HOME_TABLE, this.#change, ONE_OF), [kept])
    }
    session.query(`INSERT INTO shards.home SELECT id, record, ${this.#change}, ${FOR_EVER} FROM put_home
      WHERE record IS NOT NULL`)
    const isMore = ({ was, is }: (typeof changed)[number]) => Number(is) - Number(was)
    return changed.map(isMore).reduce((sum, more) => sum + more, 0)
  }
}

/** Other servers are asked for a list of homes: for a join they would send all that they have. */
const ONE_OF = 'id = ANY($1::int8[])'

const UNCHANGED = `DELETE FROM put_home put USING (SELECT id, kept.record FROM put_home LEFT JOIN kept_home kept USING (id)) was
  WHERE was.id = put.id AND was.record IS NOT DISTINCT FROM put.record`
const CHANGED = `SELECT id, put.record IS NOT NULL AS is, kept.id IS NOT NULL AS was
  FROM put_home put LEFT JOIN kept_home kept USING (id)`
const NOTED = `INSERT INTO changed_home (id, before) SELECT id, kept.record
  FROM put_home put LEFT JOIN kept_home kept USING (id) ON CONFLICT DO NOTHING`
