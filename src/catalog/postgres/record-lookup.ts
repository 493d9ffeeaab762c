import type { Database } from '../../base/postgres/database.ts'
import { type ClimateScore, climateAreaPrefix, type MortgageRate } from '../../model/market.ts'
import type { IdOf, Noun } from '../nouns.ts'
import type { RecordLookup } from '../record-lookup.ts'
import { briefOf, outlineOf } from '../stored-home.ts'
import { shows, type Withheld } from '../withheld.ts'

interface RecordRow {
  readonly record: string
}

/**
 * Reads records by id: one statement answers a call, and so one committed state. Where a home is not found, a second one
 * answers all of it.
 */
export function recordLookup(database: Database, withheld: Withheld): RecordLookup {
  const json = async <N extends Noun>(noun: N, id: IdOf<N>) => {
    const text = `SELECT record FROM catalog.${noun} WHERE id = $1`
    const [row] = await database.query<RecordRow>({ name: `record-${noun}`, text, values: [id] })
    if (row !== undefined || noun !== 'home') return row?.record
    return (await joined([Number(id)]))[0]?.record
  }
  const joined = (ids: readonly number[]) =>
    database.query<RecordRow>({ name: 'records-joined', text: HOMES_JOINED, values: [ids] })
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
      const rows = await database.query<RecordRow>({ name: 'records-home', text: HOMES, values: [zpids] })
      const all = rows.length === zpids.length ? rows : await joined(zpids)
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
    async latestRates() {
      const rows = await database.query<RecordRow>({ name: 'rates', text: RATES })
      return rows.map(({ record }): MortgageRate => JSON.parse(record))
    },
  }
}

/** In the given order. */
const HOMES = `SELECT record FROM unnest($1::int8[]) WITH ORDINALITY AS asked (id, place)
  JOIN catalog.home USING (id) ORDER BY place`

/** The same, also by the ids of records that were joined to homes: asked only where a home is missing. */
const HOMES_JOINED = `SELECT coalesce(own.record, joined.record) AS record
  FROM unnest($1::int8[]) WITH ORDINALITY AS asked (id, place)
  LEFT JOIN catalog.home own ON own.id = asked.id
  LEFT JOIN catalog.source_home source ON source.id = asked.id AND own.id IS NULL
  LEFT JOIN catalog.home joined ON joined.id = source.home
  WHERE own.id IS NOT NULL OR joined.id IS NOT NULL ORDER BY place`

/** "C" texts with a prefix lie between it and the same with the last character there is. */
const CLIMATE = `SELECT record FROM unnest($1::text[]) WITH ORDINALITY AS asked (prefix, place)
  JOIN catalog.climate ON id > prefix AND id < prefix || U&'\\+10FFFF' ORDER BY place, id`

const RATES = `SELECT DISTINCT ON (product) record FROM (
    SELECT id, record, record::json ->> 'product' COLLATE "C" AS product, record::json ->> 'date' AS date
    FROM catalog.rate) rates
  ORDER BY product, date COLLATE "C" DESC, id`
