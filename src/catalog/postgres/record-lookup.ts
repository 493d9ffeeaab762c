import type { Database } from '../../base/postgres/database.ts'
import { type ClimateScore, climateAreaPrefix, type MortgageRate } from '../../model/market.ts'
import { type IdOf, NOUNS, type Noun } from '../nouns.ts'
import type { RecordLookup } from '../record-lookup.ts'
import { briefOf, outlineOf } from '../stored-home.ts'
import { shows, type Withheld } from '../withheld.ts'
import { BUCKETS } from './buckets.ts'
import { gathering } from './gathering.ts'
import { bucketOfId } from './sharded-tables.ts'

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
  /** Whether homes are on several servers: what is asked of one then waits for no other. */
  readonly areHomesSpread: () => boolean
}

/**
 * Reads records by id: one statement answers a call, and so one committed state. Where a home is not found, two more
 * look for the home that a record with this id was joined to.
 */
export function recordLookup(options: RecordLookupOptions): RecordLookup {
  const { database, withheld, latestRates, areHomesSpread } = options
  const readers = Object.fromEntries(
    NOUNS.map((noun) => [noun, gathering((ids: readonly IdOf<Noun>[]) => stored(database, noun, ids))]),
  )
  const inBuckets = Array.from({ length: BUCKETS }, (_, bucket) =>
    gathering((ids: readonly number[]) => stored(database, 'home', ids, bucket)),
  )
  const joinedTo = gathering((ids: readonly number[]) => homesJoinedTo(database, ids))
  const one = <N extends Noun>(noun: N, id: IdOf<N>) => (readers as { [M in Noun]: Reader<M> })[noun](id) // by noun
  const ownHome = (id: number) => (areHomesSpread() && inBuckets[id % BUCKETS]?.(id)) || one('home', id)
  const home = async (id: number) => {
    const own = await ownHome(id)
    if (own !== undefined || !Number.isSafeInteger(id)) return own
    const other = await joinedTo(id)
    return other === undefined ? undefined : ownHome(other)
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

/** The JSON of each that is found. `bucket`: that all these homes are in, so that one shard is asked. */
async function stored<N extends Noun>(
  database: Database,
  noun: N,
  asked: readonly IdOf<N>[],
  bucket?: number,
): Promise<ReadonlyMap<IdOf<N>, string>> {
  const ids = asked.filter(isStorable)
  if (ids.length === 0) return new Map()
  const [only] = ids
  const { name, value, is } =
    ids.length === 1
      ? { name: `record-${noun}`, value: only, is: '= $1' }
      : { name: `records-${noun}`, value: ids, is: '= ANY($1)' }
  const text = `SELECT id, record FROM catalog.${noun} WHERE id ${is}`
  const rows = await database.query<IdRow<N>>(
    bucket === undefined
      ? { name, text, values: [value] }
      : { name: `${name}-bucket`, text: `${text} AND ${bucketOfId('id')} = $2`, values: [value, bucket] },
  )
  return new Map(rows.map((row) => [row.id, row.record]))
}

/** What no record can have as its id would fail the statement, and with it whoever else asks. */
function isStorable(id: number | string): boolean {
  return typeof id === 'string' || Number.isSafeInteger(id)
}

/** Of records that were joined to homes: by id the home. */
async function homesJoinedTo(database: Database, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const text = 'SELECT id, home FROM catalog.source_home WHERE id = ANY($1)'
  const rows = await database.query<{ id: number; home: number }>({ name: 'homes-joined-to', text, values: [ids] })
  return new Map(rows.map(({ id, home }) => [id, home]))
}

/** "C" texts with a prefix lie between it and the same with the last character there is. */
const CLIMATE = `SELECT record FROM unnest($1::text[]) WITH ORDINALITY AS asked (prefix, place)
  JOIN catalog.climate ON id > prefix AND id < prefix || U&'\\+10FFFF' ORDER BY place, id`
