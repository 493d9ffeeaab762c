import { DAY_MS, dayOf } from '../base/clock.ts'
import { hashOf, Random } from '../base/random.ts'
import { type MarketMeasure, type MarketSeries, seriesId } from '../model/market.ts'
import { metroOfCounty } from '../regions/metros.ts'
import { COUNTRY_KEY, cityRegionKey, metroRegionKey, stateRegionKey, zipcodeRegionKey } from '../regions/region-keys.ts'
import type { Atlas, MetroArea, ZipArea } from './atlas.ts'
import type { Calendar } from './calendar.ts'
import { SOURCE } from './identity.ts'
import { rentFactor } from './worth.ts'

const MONTHS = 120

/** Square feet of the middling home whose value the index states. */
const TYPICAL_AREA: Readonly<Record<string, number>> = { '': 1650, SINGLE_FAMILY: 1900, CONDO: 1050 }

/** A region with published series: its level today, and the metro whose market it follows. */
interface Place {
  readonly key: string
  readonly metro: MetroArea
  readonly pricePerSquareFoot: number
  /** Share of the sample's homes. */
  readonly size: number
}

/** Which measures come out for which kind of region; counties and neighbourhoods have none, as in real publications. */
const MEASURES_OF_WIDE: readonly MarketMeasure[] = [
  'home_value',
  'rent',
  'for_sale_inventory',
  'new_listings',
  'median_list_price',
  'median_sale_price',
  'days_to_pending',
  'sale_to_list_ratio',
  'share_over_list',
  'share_under_list',
]
const MEASURES_OF_CITY: readonly MarketMeasure[] = ['home_value', 'rent', 'for_sale_inventory', 'median_list_price']
const MEASURES_OF_ZIP: readonly MarketMeasure[] = ['home_value', 'rent']

/** Ten years by the month, up to the month that has ended last. */
export function* marketSeries(atlas: Atlas, seed: number, calendar: Calendar): Generator<MarketSeries> {
  const ends = monthEnds(calendar)
  for (const place of widePlaces(atlas)) {
    for (const measure of MEASURES_OF_WIDE) yield seriesOf(place, measure, '', undefined, ends, seed, calendar)
    for (const homeType of ['SINGLE_FAMILY', 'CONDO']) {
      yield seriesOf(place, 'home_value', homeType, undefined, ends, seed, calendar)
    }
  }
  for (const place of cities(atlas)) {
    for (const measure of MEASURES_OF_CITY) yield seriesOf(place, measure, '', undefined, ends, seed, calendar)
    for (let bedrooms = 0; bedrooms <= 4; bedrooms++) yield seriesOf(place, 'rent', '', bedrooms, ends, seed, calendar)
  }
  for (const zip of atlas.zips) {
    const place = placeOf(zipcodeRegionKey(zip.place.zipcode), [zip])
    for (const measure of MEASURES_OF_ZIP) yield seriesOf(place, measure, '', undefined, ends, seed, calendar)
  }
}

function widePlaces(atlas: Atlas): Place[] {
  const states = Map.groupBy(atlas.zips, (zip) => zip.place.state)
  return [
    placeOf(COUNTRY_KEY, atlas.zips),
    ...[...states].map(([state, zips]) => placeOf(stateRegionKey(state), zips)),
    ...atlas.metros.map((metro) => placeOf(metroRegionKey(codeOf(metro)), metro.zips)),
  ]
}

function codeOf({ economy }: MetroArea): string {
  const metro = metroOfCounty(economy.counties[0] ?? '')
  if (metro === undefined) throw new Error(`${economy.city} is not among the metros of the gazetteer`)
  return metro.code
}

function cities(atlas: Atlas): Place[] {
  const zips = Map.groupBy(atlas.zips, ({ place }) => cityRegionKey(place.city, place.state))
  return [...zips].map(([key, ofCity]) => placeOf(key, ofCity))
}

/** The level is the weighted mean of its ZIPs; a place of several metros follows the market of its heaviest one. */
function placeOf(key: string, zips: readonly ZipArea[]): Place {
  let weight = 0
  let price = 0
  const byMetro = new Map<MetroArea, number>()
  for (const zip of zips) {
    weight += zip.weight
    price += zip.weight * zip.pricePerSquareFoot
    byMetro.set(zip.metro, (byMetro.get(zip.metro) ?? 0) + zip.weight)
  }
  const heaviest = [...byMetro].reduce((one, other) => (other[1] > one[1] ? other : one))
  return { key, metro: heaviest[0], pricePerSquareFoot: price / weight, size: weight }
}

function seriesOf(
  place: Place,
  measure: MarketMeasure,
  homeType: string,
  bedrooms: number | undefined,
  ends: readonly string[],
  seed: number,
  calendar: Calendar,
): MarketSeries {
  const id = seriesId(measure, place.key, homeType || undefined, bedrooms)
  const random = new Random(seed, 'series', hashOf(id) >>> 0)
  const level = levelOf(place, measure, homeType, bedrooms)
  const firstMonth = calendar.month(0) - MONTHS
  return {
    seriesId: id,
    source: SOURCE,
    measure,
    region: place.key,
    ...(homeType !== '' && { homeType }),
    ...(bedrooms !== undefined && { bedrooms }),
    points: ends.map((end, at) => [end, pointOf(measure, level, place, firstMonth + at, random)]),
  }
}

function levelOf(place: Place, measure: MarketMeasure, homeType: string, bedrooms: number | undefined): number {
  const value = place.pricePerSquareFoot * (TYPICAL_AREA[homeType] ?? 1650)
  switch (measure) {
    case 'rent': {
      const size = bedrooms === undefined ? 1 : 0.62 + 0.19 * bedrooms
      return ((value * place.metro.economy.rentYield) / 12) * rentFactor(value) * size
    }
    case 'median_list_price':
      return value * 1.03
    case 'for_sale_inventory':
      return 40 + 190 * place.size
    case 'new_listings':
      return 15 + 70 * place.size
    case 'days_to_pending':
      return 24
    case 'sale_to_list_ratio':
      return 0.995
    case 'share_over_list':
      return 0.33
    case 'share_under_list':
      return 0.48
    case 'home_value':
    case 'median_sale_price':
      return value
  }
}

/** Money follows the metro's market; counts and durations follow the season, springs being the busy time. */
function pointOf(measure: MarketMeasure, level: number, place: Place, month: number, random: Random): number {
  const noise = 1 + 0.004 * random.bell()
  const busy = Math.cos(((month % 12) - 4) * (Math.PI / 6))
  switch (measure) {
    case 'for_sale_inventory':
    case 'new_listings':
      return Math.round(level * (1 + 0.22 * busy) * (noise + 0.02 * random.bell()))
    case 'days_to_pending':
      return Math.max(3, Math.round(level * (1 - 0.3 * busy) + 2 * random.bell()))
    case 'sale_to_list_ratio':
      return Math.round((level + 0.012 * busy + 0.003 * random.bell()) * 1000) / 1000
    case 'share_over_list':
    case 'share_under_list':
      return Math.round((level + (measure === 'share_over_list' ? 0.1 : -0.1) * busy) * noise * 1000) / 1000
    case 'home_value':
    case 'rent':
    case 'median_list_price':
    case 'median_sale_price':
      return Math.round(level * place.metro.path.factor(month) * noise)
  }
}

function monthEnds(calendar: Calendar): string[] {
  const today = new Date(calendar.todayMs)
  return Array.from({ length: MONTHS }, (_, at) =>
    dayOf(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - MONTHS + at + 1, 1) - DAY_MS),
  )
}
