import { CommandFault, EXIT } from '../../../kit/base/failure.ts'
import { IdSet } from '../../../kit/base/id-set.ts'
import { quote } from '../../../kit/base/sentence.ts'
import type { Home } from '../../../model/home.ts'
import { hilbertDistance } from '../../engine/hilbert.ts'
import { type IdOf, idOf, type Noun, NUMBERED, type Records } from '../../ports/nouns.ts'
import type { Session } from '../session.ts'
import { copyLine } from '../tables/copy-lines.ts'
import { Recent } from './recent.ts'

/** Characters of records that wait: more would cost memory, fewer a statement each time. */
const WAITING_CHARACTERS = 4 << 20
/** Records that are held in memory, since they are soon asked for. */
const FETCHED_MAX = 4096
/** Memory of an id beside its record, in characters: a source of millions may be removed. */
const ENTRY_CHARACTERS = 64

/**
 * The table of what changed: the record as it was before the transaction (NULL: there was none), whether only what
 * follows from the record has to be derived again, for the sake of another one, and where a home of a first import lies
 * along the curve, so that what is derived lies in that order.
 */
export function changedTable(noun: Noun, type: string): string {
  return `CREATE TEMP TABLE IF NOT EXISTS changed_${noun} (
    id ${type} PRIMARY KEY, before text, is_same boolean NOT NULL DEFAULT false, along int8 NOT NULL DEFAULT 0) ON COMMIT DROP`
}

/** A record as it is stored; without JSON it is removed. */
type RecordRow = readonly [id: number | string, json: string | undefined]

interface Waiting {
  /** undefined for a removed one. */
  readonly json: string | undefined
  readonly along: number
}

/**
 * The changed records of one noun within the writer's transaction. They wait in memory, go to a temporary table by COPY,
 * and from there into the noun's own; a record that is put again as it was changes nothing. In a catalog that is empty
 * before they go straight into the table, which is not asked for records that were never put.
 */
export class ChangedRecords<N extends Noun> {
  readonly #session: Session
  readonly #noun: N
  /** The type of ids. */
  readonly #type: 'int8' | 'text'
  readonly #waiting = new Map<IdOf<N>, Waiting>()
  /** All ids that were stored, in a catalog that was empty before. */
  readonly #stored: IdSet | undefined
  /** Records as the table will have them; undefined where it has none. */
  readonly #fetched = new Recent<IdOf<N>, string | undefined>(FETCHED_MAX)
  #waitingCharacters = 0
  #isPrepared = false
  /** How many records there are more than before. */
  #added = 0

  /** `fresh`: the catalog is empty before. */
  constructor(session: Session, noun: N, fresh: boolean) {
    this.#session = session
    this.#noun = noun
    this.#type = (NUMBERED as readonly Noun[]).includes(noun) ? 'int8' : 'text'
    this.#stored = fresh ? new IdSet() : undefined
  }

  /** Whether anything was put or removed. */
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

  /** Has `json` ask for none of these, unless so many others are fetched meanwhile that they are forgotten. */
  fetch(ids: readonly IdOf<N>[]): void {
    const wanted = ids.filter((id) => !this.#waiting.has(id) && !this.#fetched.keep(id)).slice(0, FETCHED_MAX)
    if (wanted.length === 0) return
    for (const id of wanted) this.#fetched.set(id, undefined)
    const text = `SELECT id, record FROM catalog.${this.#noun} WHERE id = ANY($1::${this.#type}[])`
    for (const { id, record } of this.#session.query(text, [wanted])) this.#fetched.set(id as IdOf<N>, String(record)) // its key
  }

  put(record: Records[N], json: string): void {
    const along = this.#stored !== undefined && this.#noun === 'home' ? alongCurve(record as Home) : 0 // as the noun says
    const id = idOf(this.#noun, record)
    if (typeof id === 'string' && Buffer.byteLength(id) > KEY_BYTES_MAX) throw tooLong(this.#noun, id)
    this.#wait(id, { json, along })
  }

  /** Returns whether it was there. */
  remove(id: IdOf<N>): boolean {
    if (this.json(id) === undefined) return false
    this.#wait(id, { json: undefined, along: 0 })
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
    for (const [id, { json, along }] of this.#waiting) {
      if (this.#stored?.has(id) !== false) others.push([id, json])
      else if (json !== undefined) {
        this.#stored.add(id)
        first.push([id, json])
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
   * Takes all records for changed that are there now, and as if there had been none before. To be called once all is
   * flushed. `lines`: their ids, and where they lie along the curve, where that is known.
   */
  takeAll(lines?: Iterable<string>): void {
    this.#prepare()
    const [noun, session] = [this.#noun, this.#session]
    session.query(`TRUNCATE changed_${noun}`)
    if (lines === undefined) session.query(`INSERT INTO changed_${noun} (id) SELECT id FROM catalog.${noun}`)
    else for (const some of lines) session.copy(`COPY changed_${noun} (id, along) FROM STDIN`, some)
  }

  /** Stores records, and notes in `changed_…` which of them become others. Returns how many there are more. */
  #replace(rows: readonly RecordRow[]): number {
    const [noun, session] = [this.#noun, this.#session]
    session.query(`TRUNCATE put_${noun}`)
    session.copy(`COPY put_${noun} FROM STDIN`, rows.map(copyLine).join(''))
    session.query(`INSERT INTO changed_${noun} SELECT put.id, kept.record FROM put_${noun} put
      LEFT JOIN catalog.${noun} kept USING (id) WHERE put.record IS DISTINCT FROM kept.record ON CONFLICT DO NOTHING`)
    const [counts] = session.query(`
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

  #prepare(): void {
    if (this.#isPrepared) return
    this.#isPrepared = true
    const type = this.#type === 'text' ? 'text COLLATE "C"' : this.#type
    this.#session.query(`CREATE TEMP TABLE put_${this.#noun} (id ${type}, record text) ON COMMIT DROP`)
    this.#session.query(changedTable(this.#noun, type))
  }
}

/** Less than what a B-tree takes of an entry: 2704. Imports reject a longer id, files may have one of earlier days. */
const KEY_BYTES_MAX = 2600

function tooLong(noun: Noun, id: string): CommandFault {
  const what = `The id ${quote(id.slice(0, 80))}… of a record of the noun ${noun} is too long`
  return new CommandFault(`${what}: accepted in a database are up to ${KEY_BYTES_MAX} bytes.`, EXIT.data)
}

/** The place of homes without coordinates: behind all others. */
export const LAST_ALONG = Number.MAX_SAFE_INTEGER

function alongCurve({ point }: Home): number {
  return point === undefined ? LAST_ALONG : hilbertDistance(point.longitude, point.latitude)
}
