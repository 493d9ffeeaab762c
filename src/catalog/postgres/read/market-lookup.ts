import type { Database } from '../../../kit/postgres/database.ts'
import type { FactKind } from '../../../model/market-facts.ts'
import { joinedFacts } from '../../facts/fact-bytes.ts'
import type { MarketLookup } from '../../ports/market-lookup.ts'
import { DATA_VERSION } from '../tables/commits.ts'

/** Number of places to read at once. */
const PLACES = 500

interface FactRow {
  readonly dataVersion: string
  /** The last place read; null if there are no more places. */
  readonly last: number | null
  readonly places: number
  /** Null if no place has facts. */
  readonly bytes: Uint8Array | null
}

/** Reads facts about markets from the database for each request, since the facts of a city are small. */
export function marketLookup(database: Database): MarketLookup {
  return {
    async facts(kind, region, from = 0) {
      const statement = { name: `facts-${kind}`, text: FACTS[kind], values: [region, from] }
      const rows = await database.query<FactRow>(statement)
      const [{ dataVersion, last, places } = NOTHING] = rows
      return {
        parts: joinedFacts(
          kind,
          rows.map(({ bytes }) => bytes).filter((bytes) => bytes !== null),
        ),
        dataVersion,
        next: last !== null && places === PLACES ? last + 1 : undefined,
      }
    },
    async regionsWithin(region, type) {
      const values = [region, `${type}/`, `${type}0`] // in ASCII, 0 follows /
      const rows = await database.query<{ region: string }>({ name: 'regions-within', text: WITHIN, values })
      return rows.map((row) => row.region)
    },
    async placesIn(region, type) {
      const values = [region, `${type}/`, `${type}0`]
      const rows = await database.query<PlaceRow>({ name: 'places-in', text: PLACES_IN, values })
      return new Map(rows.map(({ place, inner }) => [place, inner ?? undefined]))
    },
  }
}

interface PlaceRow {
  readonly place: number
  readonly inner: string | null
}

const NOTHING = { dataVersion: '', last: null, places: 0 }

/** SQL for the facts of a page of places. Returns at least one row, which identifies the state that was read. */
function factsOf(kind: FactKind): string {
  return `WITH page AS MATERIALIZED (
      SELECT place FROM catalog.place_region WHERE region = $1 AND place >= $2 ORDER BY place LIMIT ${PLACES}
    )
    SELECT about."dataVersion", about.last, about.places, facts.bytes
    FROM (
      SELECT (${DATA_VERSION}) AS "dataVersion", (SELECT max(place) FROM page) AS last, (SELECT count(*) FROM page)::int4 AS places
    ) about LEFT JOIN (SELECT bytes FROM page JOIN catalog.market_${kind} USING (place)) facts ON true`
}

const FACTS: Readonly<Record<FactKind, string>> = {
  sales: factsOf('sales'),
  rents: factsOf('rents'),
  values: factsOf('values'),
}

const WITHIN = `SELECT DISTINCT within.region FROM catalog.place_region beyond JOIN catalog.place_region within USING (place)
  WHERE beyond.region = $1 AND within.region >= $2 AND within.region < $3 ORDER BY within.region`

const PLACES_IN = `SELECT beyond.place, within.region AS "inner" FROM catalog.place_region beyond
  LEFT JOIN catalog.place_region within
    ON within.place = beyond.place AND within.region >= $2 AND within.region < $3
  WHERE beyond.region = $1`
