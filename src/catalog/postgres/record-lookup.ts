import type { Database } from '../../base/postgres/database.ts'
import { type ClimateScore, climateAreaPrefix, type MortgageRate } from '../../model/market.ts'
import type { IdOf, Noun } from '../nouns.ts'
import type { RecordLookup } from '../record-lookup.ts'
import { briefOf, outlineOf } from '../stored-home.ts'
import { shows, type Withheld } from '../withheld.ts'

interface RecordRow {
  readonly record: string
}

/** Reads records by id: one statement per call, and so one committed state. */
export function recordLookup(database: Database, withheld: Withheld): RecordLookup {
  const json = async <N extends Noun>(noun: N, id: IdOf<N>) => {
    const text = `SELECT record FROM catalog.${noun} WHERE id = $1`
    const [row] = await database.query<RecordRow>({ name: `record-${noun}`, text, values: [id] })
    return row?.record
  }
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
      return rows.map(({ record }) => briefOf(record))
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

/** "C" texts with a prefix lie between it and the same with the last character there is. */
const CLIMATE = `SELECT record FROM unnest($1::text[]) WITH ORDINALITY AS asked (prefix, place)
  JOIN catalog.climate ON id > prefix AND id < prefix || U&'\\+10FFFF' ORDER BY place, id`

const RATES = `SELECT DISTINCT ON (product) record FROM (
    SELECT id, record, record::json ->> 'product' COLLATE "C" AS product, record::json ->> 'date' AS date
    FROM catalog.rate) rates
  ORDER BY product, date COLLATE "C" DESC, id`
