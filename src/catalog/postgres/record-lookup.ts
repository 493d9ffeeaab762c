import type { Database } from '../../base/postgres/database.ts'
import { type ClimateScore, climateAreaPrefix, type MortgageRate } from '../../model/market.ts'
import { type IdOf, NOUNS, type Noun } from '../nouns.ts'
import type { RecordLookup } from '../record-lookup.ts'
import { briefOf, outlineOf } from '../stored-home.ts'
import { shows, type Withheld } from '../withheld.ts'
import { gathering } from './gathering.ts'

interface RecordRow {
  readonly record: string
}

interface IdRow<N extends Noun> extends RecordRow {
  readonly id: IdOf<N>
}

type Reader<N extends Noun> = (id: IdOf<N>) => Promise<string | undefined>

/**
 * Reads records by id: one statement answers a call, and so one committed state. Where a home is not found, a second one
 * asks whether its id is that of a record that was joined to another.
 */
export function recordLookup(
  database: Database,
  withheld: Withheld,
  latestRates: () => readonly MortgageRate[],
): RecordLookup {
  const readers = Object.fromEntries(
    NOUNS.map((noun) => [noun, gathering((ids: readonly IdOf<Noun>[]) => jsonOf(database, noun, ids))]),
  )
  const json = <N extends Noun>(noun: N, id: IdOf<N>) => (readers as { [M in Noun]: Reader<M> })[noun](id) // by noun
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
      const rows = await database.query<RecordRow>({ name: 'briefs', text: HOMES, values: [zpids] })
      const all = rows.length === zpids.length ? rows : await joined(database, zpids)
      return all.map(({ record }) => briefOf(record))
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
async function jsonOf<N extends Noun>(
  database: Database,
  noun: N,
  asked: readonly IdOf<N>[],
): Promise<ReadonlyMap<IdOf<N>, string>> {
  const ids = asked.filter(isStorable)
  if (ids.length === 0) return new Map()
  const [only] = ids
  const rows =
    ids.length === 1
      ? await database.query<IdRow<N>>({ name: `record-${noun}`, text: `${recordsOf(noun)} = $1`, values: [only] })
      : await database.query<IdRow<N>>({ name: `records-${noun}`, text: `${recordsOf(noun)} = ANY($1)`, values: [ids] })
  const found = new Map(rows.map((row) => [row.id, row.record]))
  if (noun !== 'home' || found.size === ids.length) return found
  const missing = ids.filter((id) => !found.has(id)).map(Number)
  for (const row of await joined(database, missing)) found.set(row.id as IdOf<N>, row.record) // of a home, as asked
  return found
}

/** What no record can have as its id would fail the statement, and with it whoever else asks. */
function isStorable(id: number | string): boolean {
  return typeof id === 'string' || Number.isSafeInteger(id)
}

function recordsOf(noun: Noun): string {
  return `SELECT id, record FROM catalog.${noun} WHERE id`
}

/** Homes by any of their ids, in the given order. */
function joined(database: Database, ids: readonly number[]): Promise<readonly IdRow<'home'>[]> {
  return database.query<IdRow<'home'>>({ name: 'records-joined', text: HOMES_JOINED, values: [ids] })
}

/** In the given order. */
const HOMES = `SELECT record FROM unnest($1::int8[]) WITH ORDINALITY AS asked (id, place)
  JOIN catalog.home USING (id) ORDER BY place`

/** The same, also by the ids of records that were joined to homes: asked only where a home is missing. */
const HOMES_JOINED = `SELECT asked.id, coalesce(own.record, joined.record) AS record
  FROM unnest($1::int8[]) WITH ORDINALITY AS asked (id, place)
  LEFT JOIN catalog.home own ON own.id = asked.id
  LEFT JOIN catalog.source_home source ON source.id = asked.id AND own.id IS NULL
  LEFT JOIN catalog.home joined ON joined.id = source.home
  WHERE own.id IS NOT NULL OR joined.id IS NOT NULL ORDER BY place`

/** "C" texts with a prefix lie between it and the same with the last character there is. */
const CLIMATE = `SELECT record FROM unnest($1::text[]) WITH ORDINALITY AS asked (prefix, place)
  JOIN catalog.climate ON id > prefix AND id < prefix || U&'\\+10FFFF' ORDER BY place, id`
