import type { SourceHome } from '../../../model/source-home.ts'
import { sourceHomeJson, sourceHomeOf } from '../../ports/source-homes.ts'
import type { Session } from '../session.ts'
import { Recent } from './recent.ts'

/** Records that are held in memory, since they are soon asked for. */
const HELD_MAX = 4096
/** Changes that are written at a time. */
const WAITING_MAX = 500

/**
 * The records of homes that have several, within the writer's transaction. What was fetched or changed is held, as the
 * table will have it, so that it is not asked for again; changes wait, and are written before anything else is read.
 */
export class JoinedHomes {
  readonly #session: Session
  /** Most catalogs have none, and then nothing is looked for. */
  #mayBe: boolean
  /** undefined: there is no such record. */
  readonly #byId = new Recent<number, SourceHome | undefined>(HELD_MAX)
  /** All records of a home, in the order of `of`. */
  readonly #ofHome = new Recent<number, readonly SourceHome[]>(HELD_MAX)
  /** undefined: removed. */
  readonly #waiting = new Map<number, SourceHome | undefined>()

  constructor(session: Session) {
    this.#session = session
    this.#mayBe = session.query('SELECT FROM catalog.source_home LIMIT 1').length > 0
  }

  /** Has `get`, `homeOf` and `of` ask for none of these, until so many others are held that they are forgotten. */
  fetch(ids: readonly number[]): void {
    const isHeld = (id: number) => [this.#byId, this.#ofHome].every((held) => held.keep(id))
    const wanted = ids.filter((id) => !isHeld(id)).slice(0, HELD_MAX)
    if (wanted.length === 0) return
    const membersByHome = Map.groupBy(this.#mayBe ? this.#read(OF_HOMES, wanted) : [], ({ home }) => home)
    for (const id of wanted) this.#byId.set(id, undefined)
    for (const home of wanted) this.#ofHome.set(home, [])
    for (const [home, members] of membersByHome) {
      this.#ofHome.set(home, members)
      for (const member of members) this.#byId.set(member.record.zpid, member)
    }
  }

  get(id: number): SourceHome | undefined {
    if (!this.#byId.has(id)) this.fetch([id])
    return this.#byId.get(id)
  }

  /** The record that the home has its id from is the first one. */
  of(home: number): readonly SourceHome[] {
    if (!this.#ofHome.has(home)) this.fetch([home])
    return this.#ofHome.get(home) ?? []
  }

  put(joined: SourceHome): void {
    this.#mayBe = true
    this.#change(joined.record.zpid, joined)
  }

  remove(id: number): void {
    if (this.get(id) !== undefined) this.#change(id, undefined)
  }

  homes(): readonly number[] {
    if (!this.#mayBe) return []
    this.flush()
    const rows = this.#session.query('SELECT DISTINCT home FROM catalog.source_home ORDER BY home')
    return rows.map(({ home }) => Number(home))
  }

  /** Writes what waits. */
  flush(): void {
    if (this.#waiting.size === 0) return
    const put = [...this.#waiting.values()].filter((joined) => joined !== undefined)
    const gone = [...this.#waiting].flatMap(([id, joined]) => (joined === undefined ? id : []))
    this.#waiting.clear()
    if (gone.length > 0) this.#session.query('DELETE FROM catalog.source_home WHERE id = ANY($1::int8[])', [gone])
    if (put.length === 0) return
    const columns = [put.map(({ record }) => record.zpid), put.map(({ home }) => home), put.map(sourceHomeJson)]
    this.#session.query(PUT, columns)
  }

  /** Changes the home that the record had, and the one that it gets. */
  #change(id: number, after: SourceHome | undefined): void {
    const before = this.get(id)
    this.#byId.set(id, after)
    for (const home of new Set([before?.home, after?.home])) {
      const members = home === undefined ? undefined : this.#ofHome.get(home)
      if (home === undefined || members === undefined) continue
      const others = members.filter(({ record }) => record.zpid !== id)
      this.#ofHome.set(home, after?.home === home ? [...others, after].sort(inOrderOf(home)) : others)
    }
    this.#waiting.set(id, after)
    if (this.#waiting.size >= WAITING_MAX) this.flush()
  }

  #read(text: string, ids: readonly number[]): readonly SourceHome[] {
    this.flush()
    return this.#session.query(text, [ids]).map(({ home, record }) => sourceHomeOf(Number(home), String(record)))
  }
}

function inOrderOf(home: number): (one: SourceHome, other: SourceHome) => number {
  const isOther = ({ record }: SourceHome) => Number(record.zpid !== home)
  return (one, other) => isOther(one) - isOther(other) || one.record.zpid - other.record.zpid
}

/** Records by these ids, and all of their homes and of those with these ids. */
const OF_HOMES = `SELECT home, record FROM catalog.source_home WHERE home IN (
    SELECT home FROM catalog.source_home WHERE id = ANY($1::int8[]) UNION SELECT unnest($1::int8[])
  ) ORDER BY home, id <> home, id`

const PUT = `INSERT INTO catalog.source_home (id, home, record) SELECT * FROM unnest($1::int8[], $2::int8[], $3::text[])
  ON CONFLICT (id) DO UPDATE SET home = excluded.home, record = excluded.record`
