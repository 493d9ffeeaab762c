import { CommandFault, EXIT } from '../../../kit/base/failure.ts'
import { IdSet } from '../../../kit/base/id-set.ts'
import { Recent } from '../../../kit/base/recent.ts'
import { quote } from '../../../kit/base/sentence.ts'
import type { Home } from '../../../model/home.ts'
import { hilbertDistance } from '../../engine/hilbert.ts'
import { type IdOf, idOf, type Noun, NUMBERED, type Records } from '../../ports/nouns.ts'
import type { Session } from '../session.ts'
import { stateCode } from '../tables/columns.ts'
import { copyLine } from '../tables/copy-lines.ts'

/**
 * Maximum size of the buffered records in characters. A larger buffer takes more memory; a smaller buffer takes more
 * statements.
 */
const WAITING_CHARACTERS = 4 << 20
/** Number of recently read records to cache. */
const FETCHED_MAX = 4096
/** Memory in characters of a buffered id, besides its record. It matters if millions of records are removed. */
const ENTRY_CHARACTERS = 64

/**
 * Creates the table of changed records. `before`: the record before the transaction, or NULL. `is_same`: the record
 * itself has not changed, but is derived again because another record has. `along`: the order in which a first import
 * derives homes, which keeps neighbors together.
 */
export function changedTable(noun: Noun, type: string): string {
  return `CREATE TEMP TABLE IF NOT EXISTS changed_${noun} (
    id ${type} PRIMARY KEY, before text, is_same boolean NOT NULL DEFAULT false, along int8 NOT NULL DEFAULT 0) ON COMMIT DROP`
}

/** A row to copy: an id, the US state (only for homes), and the JSON. A row without JSON removes the record. */
type RecordRow = readonly (number | string | undefined)[]

interface Waiting {
  /** Undefined if the record is to be removed. */
  readonly json: string | undefined
  readonly along: number
  /** The US state; only for homes. */
  readonly state: number | undefined
}

/**
 * The changed records of one type within the writer's transaction. They are buffered in memory, copied to a temporary
 * table, and merged into the table of records. Putting the same record again does not count as a change. A first import
 * copies records directly into the table of records.
 */
export class ChangedRecords<N extends Noun> {
  readonly #session: Session
  readonly #noun: N
  /** The type of ids. */
  readonly #type: 'int8' | 'text'
  readonly #waiting = new Map<IdOf<N>, Waiting>()
  /** The ids of all stored records. Defined only if the catalog was empty before. */
  readonly #stored: IdSet | undefined
  /**
   * Cached records, as the table will contain them. Undefined means that a record does not exist or will be removed.
   */
  readonly #fetched = new Recent<IdOf<N>, string | undefined>(2 * FETCHED_MAX)
  #waitingCharacters = 0
  #isPrepared = false
  /** How much the number of records has changed. */
  #added = 0

  /** @param fresh Whether the catalog was empty before. */
  constructor(session: Session, noun: N, fresh: boolean) {
    this.#session = session
    this.#noun = noun
    this.#type = (NUMBERED as readonly Noun[]).includes(noun) ? 'int8' : 'text'
    this.#stored = fresh ? new IdSet() : undefined
  }

  /** Whether any record has been put or removed. */
  get isTouched(): boolean {
    return this.#isPrepared || this.#waiting.size > 0
  }

  get added(): number {
    return this.#added
  }

  json(id: IdOf<N>): string | undefined {
    const waiting = this.#waiting.get(id)
    if (waiting !== undefined) return waiting.json
    if (this.#stored?.has(id) === false) return undefined
    if (this.#fetched.has(id)) return this.#fetched.get(id)
    const [row] = this.#session.query(`SELECT record FROM catalog.${this.#noun} WHERE id = $1`, [id])
    return row === undefined ? undefined : String(row.record)
  }

  /** Caches records, so that `json` need not read them. They are dropped again if too many other records are cached. */
  fetch(ids: readonly IdOf<N>[]): void {
    const wanted = ids.filter((id) => !this.#waiting.has(id) && !this.#fetched.has(id)).slice(0, FETCHED_MAX)
    if (wanted.length === 0) return
    for (const id of wanted) this.#fetched.set(id, undefined)
    const text = `SELECT id, record FROM catalog.${this.#noun} WHERE id = ANY($1::${this.#type}[])`
    for (const { id, record } of this.#session.query(text, [wanted])) this.#fetched.set(id as IdOf<N>, String(record)) // its key
  }

  put(record: Records[N], json: string): void {
    const home = this.#noun === 'home' ? (record as Home) : undefined // `noun` determines the record's type
    const along = this.#stored !== undefined && home !== undefined ? alongCurve(home) : 0
    const state = home && stateCode(home.address)
    const id = idOf(this.#noun, record)
    if (typeof id === 'string' && Buffer.byteLength(id) > KEY_BYTES_MAX) throw tooLong(this.#noun, id)
    this.#wait(id, { json, along, state })
  }

  /** Returns whether the record existed before. */
  remove(id: IdOf<N>): boolean {
    if (this.json(id) === undefined) return false
    this.#wait(id, { json: undefined, along: 0, state: undefined })
    return true
  }

  #wait(id: IdOf<N>, waiting: Waiting): void {
    if (this.#fetched.has(id)) this.#fetched.set(id, waiting.json)
    this.#waiting.set(id, waiting)
    this.#waitingCharacters += ENTRY_CHARACTERS + (waiting.json?.length ?? 0)
    if (this.#waitingCharacters > WAITING_CHARACTERS) this.flush()
  }

  flush(): void {
    if (this.#waiting.size === 0) return
    this.#prepare()
    const [first, others]: [RecordRow[], RecordRow[]] = [[], []]
    const changed: string[] = []
    for (const [id, { json, along, state }] of this.#waiting) {
      const row = this.#noun === 'home' ? [id, state, json] : [id, json]
      if (this.#stored?.has(id) !== false) others.push(row)
      else if (json !== undefined) {
        this.#stored.add(id)
        first.push(row)
        changed.push(copyLine([id, along]))
      }
    }
    this.#waiting.clear()
    this.#waitingCharacters = 0
    this.#added += first.length
    this.#session.copy(`COPY catalog.${this.#noun} FROM STDIN`, first.map(copyLine).join(''))
    this.#session.copy(`COPY changed_${this.#noun} (id, along) FROM STDIN`, changed.join(''))
    if (others.length > 0) this.#added += this.#replace(others)
  }

  /**
   * Treats all records as new. Call this after all records are flushed. `lines`: the ids, with the order in which to
   * derive homes, if known.
   */
  takeAll(lines?: Iterable<string>): void {
    this.#prepare()
    const [noun, session] = [this.#noun, this.#session]
    session.query(`TRUNCATE changed_${noun}`)
    if (lines === undefined) session.query(`INSERT INTO changed_${noun} (id) SELECT id FROM catalog.${noun}`)
    else for (const some of lines) session.copy(`COPY changed_${noun} (id, along) FROM STDIN`, some)
  }

  /**
   * Stores records, and adds the changed ones to `changed_…`. Returns by how much the number of records has changed.
   */
  #replace(rows: readonly RecordRow[]): number {
    const [noun, session] = [this.#noun, this.#session]
    const [key, moved] = noun === 'home' ? ['id, state', 'OR put.state <> kept.state'] : ['id', '']
    session.query(`TRUNCATE put_${noun}`)
    session.copy(`COPY put_${noun} FROM STDIN`, rows.map(copyLine).join(''))
    session.query(`INSERT INTO changed_${noun} SELECT put.id, kept.record FROM put_${noun} put
      LEFT JOIN catalog.${noun} kept USING (id) WHERE put.record IS DISTINCT FROM kept.record ON CONFLICT DO NOTHING`)
    const [counts] = session.query(`
      WITH removed AS (
        DELETE FROM catalog.${noun} kept USING put_${noun} put WHERE put.id = kept.id AND (put.record IS NULL ${moved})
        RETURNING kept.id),
      stored AS (
        INSERT INTO catalog.${noun} AS kept (${key}, record) SELECT ${key}, record FROM put_${noun} WHERE record IS NOT NULL
        ON CONFLICT (${key}) DO UPDATE SET record = excluded.record WHERE kept.record <> excluded.record
        RETURNING id, xmax = 0 AS is_new)
      SELECT (SELECT count(*) FROM stored WHERE is_new) - (SELECT count(*) FROM removed) AS added`)
    return Number(counts?.added)
  }

  #prepare(): void {
    if (this.#isPrepared) return
    this.#isPrepared = true
    const type = this.#type === 'text' ? 'text COLLATE "C"' : this.#type
    const state = this.#noun === 'home' ? 'state int8, ' : ''
    this.#session.query(`CREATE TEMP TABLE put_${this.#noun} (id ${type}, ${state}record text) ON COMMIT DROP`)
    this.#session.query(changedTable(this.#noun, type))
  }
}

/**
 * Maximum size of a key in bytes, below the 2704 bytes of a B-tree entry. Imports reject longer ids, but earlier
 * versions did not.
 */
const KEY_BYTES_MAX = 2600

function tooLong(noun: Noun, id: string): CommandFault {
  const what = `The id ${quote(id.slice(0, 80))}… of a record of the noun ${noun} is too long`
  return new CommandFault(`${what}: an id in a database must have at most ${KEY_BYTES_MAX} bytes.`, EXIT.data)
}

/** Sorts homes without coordinates after all others. */
export const LAST_ALONG = Number.MAX_SAFE_INTEGER

function alongCurve({ point }: Home): number {
  return point === undefined ? LAST_ALONG : hilbertDistance(point.longitude, point.latitude)
}
