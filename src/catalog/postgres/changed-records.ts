import { type IdOf, idOf, type Noun, NUMBERED, type Records } from '../nouns.ts'
import { copyLine } from './copy-lines.ts'
import type { Session } from './session.ts'

/** Characters of records that wait: more would cost memory, fewer a statement each time. */
const WAITING_CHARACTERS = 4 << 20

/**
 * The table of what changed: the record as it was before the transaction (NULL: there was none), and whether only what
 * follows from the record has to be derived again, for the sake of another one.
 */
export function changedTable(noun: Noun, type: string): string {
  return `CREATE TEMP TABLE IF NOT EXISTS changed_${noun} (
    id ${type} PRIMARY KEY, before text, is_same boolean NOT NULL DEFAULT false) ON COMMIT DROP`
}

/**
 * The changed records of one noun within the writer's transaction. They wait in memory, go to a temporary table by COPY,
 * and from there into the noun's own; a record that is put again as it was changes nothing.
 */
export class ChangedRecords<N extends Noun> {
  readonly #session: Session
  readonly #noun: N
  /** JSON by id; undefined for a removed one. */
  readonly #waiting = new Map<IdOf<N>, string | undefined>()
  #waitingCharacters = 0
  #isPrepared = false
  /** How many records there are more than before. */
  #added = 0

  constructor(session: Session, noun: N) {
    this.#session = session
    this.#noun = noun
  }

  /** Whether anything was put or removed. */
  get isTouched(): boolean {
    return this.#isPrepared || this.#waiting.size > 0
  }

  get added(): number {
    return this.#added
  }

  json(id: IdOf<N>): string | undefined {
    if (this.#waiting.has(id)) return this.#waiting.get(id)
    const [row] = this.#session.query(`SELECT record FROM catalog.${this.#noun} WHERE id = $1`, [id])
    return row === undefined ? undefined : String(row.record)
  }

  put(record: Records[N], json: string): void {
    this.#wait(idOf(this.#noun, record), json)
  }

  /** Returns whether it was there. */
  remove(id: IdOf<N>): boolean {
    if (this.json(id) === undefined) return false
    this.#wait(id, undefined)
    return true
  }

  #wait(id: IdOf<N>, json: string | undefined): void {
    this.#waiting.set(id, json)
    this.#waitingCharacters += json?.length ?? 0
    if (this.#waitingCharacters > WAITING_CHARACTERS) this.flush()
  }

  flush(): void {
    if (this.#waiting.size === 0) return
    this.#prepare()
    const [noun, session] = [this.#noun, this.#session]
    const lines: string[] = []
    for (const [id, json] of this.#waiting) lines.push(copyLine([id, json]))
    this.#waiting.clear()
    this.#waitingCharacters = 0
    session.query(`TRUNCATE put_${noun}`)
    session.copy(`COPY put_${noun} FROM STDIN`, lines.join(''))
    const [counts] = session.query(`
      WITH removed AS (
        DELETE FROM catalog.${noun} kept USING put_${noun} put WHERE put.id = kept.id AND put.record IS NULL
        RETURNING kept.id),
      stored AS (
        INSERT INTO catalog.${noun} AS kept (id, record) SELECT id, record FROM put_${noun} WHERE record IS NOT NULL
        ON CONFLICT (id) DO UPDATE SET record = excluded.record WHERE kept.record <> excluded.record
        RETURNING id, xmax = 0 AS is_new),
      changed AS (
        INSERT INTO changed_${noun} SELECT put.id, kept.record FROM put_${noun} put
        LEFT JOIN catalog.${noun} kept USING (id) WHERE put.record IS DISTINCT FROM kept.record ON CONFLICT DO NOTHING)
      SELECT (SELECT count(*) FROM stored WHERE is_new) - (SELECT count(*) FROM removed) AS added`)
    this.#added += Number(counts?.added)
  }

  #prepare(): void {
    if (this.#isPrepared) return
    this.#isPrepared = true
    const type = (NUMBERED as readonly Noun[]).includes(this.#noun) ? 'int8' : 'text COLLATE "C"'
    this.#session.query(`CREATE TEMP TABLE put_${this.#noun} (id ${type}, record text) ON COMMIT DROP`)
    this.#session.query(changedTable(this.#noun, type))
  }
}
