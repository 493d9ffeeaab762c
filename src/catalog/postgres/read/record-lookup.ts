import type { Database } from '../../../kit/postgres/database.ts'
import { type ClimateScore, climateAreaPrefix, type MortgageRate } from '../../../model/market.ts'
import { briefOf, outlineOf } from '../../facts/stored-home.ts'
import { type IdOf, NOUNS, type Noun } from '../../ports/nouns.ts'
import type { RecordLookup } from '../../ports/record-lookup.ts'
import { shows, type Withheld } from '../../ports/withheld.ts'

interface RecordRow {
  readonly record: string
}

interface IdRow<N extends Noun> extends RecordRow {
  readonly id: IdOf<N>
}

type Reader<N extends Noun> = (id: IdOf<N>) => Promise<string | undefined>

export interface RecordLookupOptions {
  readonly database: Database
  readonly withheld: Withheld
  readonly latestRates: () => readonly MortgageRate[]
}

/**
 * Reads records by id: one statement answers a call, and so one committed state. Where a home is not found, two more
 * look for the home that a record with this id was joined to.
 */
export function recordLookup(options: RecordLookupOptions): RecordLookup {
  const { database, withheld, latestRates } = options
  const readers = Object.fromEntries(
    NOUNS.map((noun) => [noun, gathering((ids: readonly IdOf<Noun>[]) => stored(database, noun, ids))]),
  )
  const joinedTo = gathering((ids: readonly number[]) => homesJoinedTo(database, ids))
  const one = <N extends Noun>(noun: N, id: IdOf<N>) => (readers as { [M in Noun]: Reader<M> })[noun](id) // by noun
  const home = async (id: number) => {
    const own = await one('home', id)
    if (own !== undefined || !Number.isSafeInteger(id)) return own
    const joined = await joinedTo(id)
    return joined === undefined ? undefined : one('home', joined)
  }
  const jsonOf = <N extends Noun>(noun: N, id: IdOf<N>) => (noun === 'home' ? home(Number(id)) : one(noun, id))
  return {
    async get(noun, id) {
      const json = await jsonOf(noun, id)
      const record = json === undefined ? undefined : JSON.parse(json)
      return shows(noun, record, withheld) ? record : undefined
    },
    async outline(zpid) {
      const json = await jsonOf('home', zpid)
      return json === undefined ? undefined : outlineOf(json)
    },
    async briefs(zpids) {
      const records = await Promise.all(zpids.map(home))
      return records.flatMap((record) => (record === undefined ? [] : briefOf(record)))
    },
    async climateOf(areas) {
      const rows = await database.query<RecordRow>({
        name: 'climate',
        text: CLIMATE,
        values: [areas.map(climateAreaPrefix)],
      })
      return rows.map(({ record }): ClimateScore => JSON.parse(record))
    },
    latestRates: async () => latestRates(),
  }
}

/** The JSON of each that is found. */
async function stored<N extends Noun>(
  database: Database,
  noun: N,
  asked: readonly IdOf<N>[],
): Promise<ReadonlyMap<IdOf<N>, string>> {
  const ids = asked.filter(isStorable)
  if (ids.length === 0) return new Map()
  const [only] = ids
  const text = `SELECT id, record FROM catalog.${noun} WHERE id`
  const rows = await database.query<IdRow<N>>(
    ids.length === 1
      ? { name: `record-${noun}`, text: `${text} = $1`, values: [only] }
      : { name: `records-${noun}`, text: `${text} = ANY($1)`, values: [ids] },
  )
  return new Map(rows.map((row) => [row.id, row.record]))
}

/** An id that no record can have would fail the statement, also for others who ask with it. */
function isStorable(id: number | string): boolean {
  return typeof id === 'string' || Number.isSafeInteger(id)
}

/** The homes that records with some ids were joined to. */
async function homesJoinedTo(database: Database, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await database.query<Joined>({ name: 'homes-joined-to', text: JOINED, values: [ids] })
  return new Map(rows.map(({ id, home }) => [id, home]))
}

interface Joined {
  readonly id: number
  readonly home: number
}

const JOINED = 'SELECT id, home FROM catalog.source_home WHERE id = ANY($1::int8[])'

/** "C" texts with a prefix lie between it and the same with the last character there is. */
const CLIMATE = `SELECT record FROM unnest($1::text[]) WITH ORDINALITY AS asked (prefix, place)
  JOIN catalog.climate ON id > prefix AND id < prefix || U&'\\+10FFFF' ORDER BY place, id`

/**
 * Look-ups by id: all that are asked for in one turn of the event loop are read at once. An answer that names the agents
 * of fifty homes waits for the database once, and so do the answers that are made beside it.
 */
export function gathering<Id, T>(
  read: (ids: readonly Id[]) => Promise<ReadonlyMap<Id, T>>,
): (id: Id) => Promise<T | undefined> {
  let gathered: { readonly ids: Set<Id>; readonly answer: Promise<ReadonlyMap<Id, T>> } | undefined
  const begin = () => {
    const ids = new Set<Id>()
    const turn = new Promise<void>((resolve) => setImmediate(resolve))
    const answer = turn.then(() => {
      gathered = undefined
      return read([...ids])
    })
    return { ids, answer }
  }
  return async (id) => {
    gathered ??= begin()
    gathered.ids.add(id)
    return (await gathered.answer).get(id)
  }
}
