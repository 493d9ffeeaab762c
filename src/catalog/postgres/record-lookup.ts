import type { Database } from '../../base/postgres/database.ts'
import { type ClimateScore, climateAreaPrefix, type MortgageRate } from '../../model/market.ts'
import { type IdOf, NOUNS, type Noun } from '../nouns.ts'
import type { RecordLookup } from '../record-lookup.ts'
import { briefOf, outlineOf } from '../stored-home.ts'
import { shows, type Withheld } from '../withheld.ts'
import { gathering } from './gathering.ts'
import type { HomeRecords } from './home-records.ts'
import { SHOWN } from './shard-changes.ts'

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
  readonly homes: HomeRecords
}

/**
 * Reads records by id: one statement answers a call, and so one committed state. Where a home is not found, two more
 * look for the home that a record with this id was joined to.
 */
export function recordLookup(options: RecordLookupOptions): RecordLookup {
  const { database, withheld, latestRates, homes } = options
  const readers = Object.fromEntries(
    NOUNS.map((noun) => [noun, gathering((ids: readonly IdOf<Noun>[]) => stored(database, noun, ids))]),
  )
  const joinedTo = gathering((ids: readonly number[]) => homesJoinedTo(database, ids))
  const one = <N extends Noun>(noun: N, id: IdOf<N>) => (readers as { [M in Noun]: Reader<M> })[noun](id) // by noun
  const home = async (id: number) => {
    const own = await homes.get(id)
    if (own !== undefined || !Number.isSafeInteger(id)) return own
    const joined = await joinedTo(id)
    // Whoever names the home may know of it from a newer state than what shards were asked for.
    if (await homes.follow(joined?.change ?? undefined)) {
      const newest = await homes.get(id)
      if (newest !== undefined) return newest
    }
    return joined?.home == null ? undefined : homes.get(joined.home)
  }
  const json = <N extends Noun>(noun: N, id: IdOf<N>) => (noun === 'home' ? home(Number(id)) : one(noun, id))
  return {
    async get(noun, id) {
      const found = await json(noun, id)
      const record = found === undefined ? undefined : JSON.parse(found)
      return shows(noun, record, withheld) ? record : undefined
    },
    async outline(zpid) {
      const found = await json('home', zpid)
      return found === undefined ? undefined : outlineOf(found)
    },
    async briefs(zpids) {
      const found = await Promise.all(zpids.map(home))
      return found.flatMap((record) => (record === undefined ? [] : briefOf(record)))
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

/** What no record can have as its id would fail the statement, and with it whoever else asks. */
function isStorable(id: number | string): boolean {
  return typeof id === 'string' || Number.isSafeInteger(id)
}

interface Joined {
  readonly id: number
  /** The home that a record with this id was joined to. */
  readonly home: number | null
  /** Which change of shards is shown; see `shard-changes.ts`. */
  readonly change: number | null
}

async function homesJoinedTo(database: Database, ids: readonly number[]): Promise<ReadonlyMap<number, Joined>> {
  const rows = await database.query<Joined>({ name: 'homes-joined-to', text: JOINED, values: [ids] })
  return new Map(rows.map((row) => [row.id, row]))
}

const JOINED = `SELECT id, home, (SELECT value::int8 FROM catalog.meta WHERE name = '${SHOWN}') AS change
  FROM unnest($1::int8[]) AS asked (id) LEFT JOIN catalog.source_home USING (id)`

/** "C" texts with a prefix lie between it and the same with the last character there is. */
const CLIMATE = `SELECT record FROM unnest($1::text[]) WITH ORDINALITY AS asked (prefix, place)
  JOIN catalog.climate ON id > prefix AND id < prefix || U&'\\+10FFFF' ORDER BY place, id`
