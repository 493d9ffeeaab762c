import { Recent } from '../../../kit/base/recent.ts'
import type { SourceHome } from '../../../model/source-home.ts'
import { sourceHomeJson, sourceHomeOf } from '../../ports/source-homes.ts'
import type { Session } from '../session.ts'

/** Number of recently read records to cache. */
const HELD_MAX = 4096
/** Number of changes that one statement writes. */
const WAITING_MAX = 500

/**
 * What each source says about homes that several sources have, within the writer's transaction. Changes are buffered
 * until something else is read; cached records already include them.
 */
export class JoinedHomes {
  readonly #session: Session
  /** Whether any such records may exist. Most catalogs have none; lookups then need no statement. */
  #mayBe: boolean
  /** Cached records by id. Undefined means that the record does not exist. */
  readonly #byId = new Recent<number, SourceHome | undefined>(2 * HELD_MAX)
  /** Cached records of each home, in the order that `of` returns. */
  readonly #ofHome = new Recent<number, readonly SourceHome[]>(2 * HELD_MAX)
  /** Buffered changes by id. Undefined removes the record. */
  readonly #waiting = new Map<number, SourceHome | undefined>()

  constructor(session: Session) {
    this.#session = session
    this.#mayBe = session.query('SELECT FROM catalog.source_home LIMIT 1').length > 0
  }

  /**
   * Caches records, so that `get`, `homeOf` and `of` need not read them. They are dropped again if too many other
   * records are cached.
   */
  fetch(ids: readonly number[]): void {
    const isHeld = (id: number) => [this.#byId, this.#ofHome].every((held) => held.has(id))
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

  /** The record whose id is also the home's id comes first. */
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

  /** Writes the buffered changes. */
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

  /** Updates the cached records of the home that the record belonged to, and of the home that it belongs to now. */
  #change(id: number, after: SourceHome | undefined): void {
    const before = this.get(id)
    this.#byId.set(id, after)
    for (const home of new Set([before?.home, after?.home])) {
      const members = home === undefined ? undefined : this.#ofHome.get(home)
      if (home === undefined || members === undefined) continue
      const otherMembers = members.filter(({ record }) => record.zpid !== id)
      this.#ofHome.set(home, after?.home === home ? [...otherMembers, after].sort(inOrderOf(home)) : otherMembers)
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

/** SQL for the records of homes. The values are ids of homes, or of records that belong to them. */
const OF_HOMES = `SELECT home, record FROM catalog.source_home WHERE home IN (
    SELECT home FROM catalog.source_home WHERE id = ANY($1::int8[]) UNION SELECT unnest($1::int8[])
  ) ORDER BY home, id <> home, id`

const PUT = `INSERT INTO catalog.source_home (id, home, record) SELECT * FROM unnest($1::int8[], $2::int8[], $3::text[])
  ON CONFLICT (id) DO UPDATE SET home = excluded.home, record = excluded.record`
