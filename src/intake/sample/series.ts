import { hashOf, Random } from '../../kit/algorithms/random.ts'
import { DAY_MS, dayOf } from '../../kit/base/clock.ts'
import { type MarketMeasure, type MarketSeries, seriesId } from '../../model/market.ts'
import { metroOfCounty } from '../../places/regions/metros.ts'
import {
  COUNTRY_KEY,
  cityRegionKey,
  metroRegionKey,
  stateRegionKey,
  zipcodeRegionKey,
} from '../../places/regions/region-keys.ts'
import type { Atlas, MetroArea, ZipArea } from './atlas.ts'
import type { Calendar } from './calendar.ts'
import { SOURCE } from './identity.ts'
import type { MarketPath } from './market-path.ts'
import type { MarketTally, Prices } from './market-tally.ts'

const MONTHS = 120

/** A region with published series: its homes' prices today, and the metros whose markets it follows. */
interface Place {
  readonly key: string
  readonly prices: Prices
  /** An average home would cost this there; it is used where nothing but land is known. */
  readonly usualValue: number
  /** With the share of the place's homes in each. */
  readonly metros: readonly (readonly [path: MarketPath, share: number])[]
}

/** Measures published per kind of region. Counties and neighbourhoods have none, as in real publications. */
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

/** Square feet. */
const USUAL_AREA = 1500

/** Fewer asked rents than these tell nothing; what the homes would rent for does. */
const LEAST_RENTS = 5

/**
 * Ten years of months, up to the last complete one. Today's level is that of the sample's own homes of the place, so
 * that published figures and homes tell the same; a place without homes of a kind has no series of it.
 */
export function* marketSeries(
  atlas: Atlas,
  tally: MarketTally,
  seed: number,
  calendar: Calendar,
): Generator<MarketSeries> {
  const ends = monthEnds(calendar)
  const series = (place: Place, measure: MarketMeasure, homeType = '', bedrooms?: number) =>
    seriesOf(place, { measure, homeType, bedrooms }, ends, seed, calendar)
  for (const [key, zips] of widePlaces(atlas)) {
    const place = placeOf(key, zips, tally)
    for (const measure of MEASURES_OF_WIDE) yield* series(place, measure)
    for (const homeType of ['SINGLE_FAMILY', 'CONDO']) yield* series(place, 'home_value', homeType)
  }
  for (const [key, zips] of Map.groupBy(atlas.zips, ({ place }) => cityRegionKey(place.city, place.state))) {
    const place = placeOf(key, zips, tally)
    for (const measure of MEASURES_OF_CITY) yield* series(place, measure)
    for (let bedrooms = 0; bedrooms <= 4; bedrooms++) yield* series(place, 'rent', '', bedrooms)
  }
  for (const zip of atlas.zips) {
    const place = placeOf(zipcodeRegionKey(zip.place.zipcode), [zip], tally)
    for (const measure of MEASURES_OF_ZIP) yield* series(place, measure)
  }
}

function widePlaces(atlas: Atlas): (readonly [key: string, zips: readonly ZipArea[]])[] {
  const states = Map.groupBy(atlas.zips, (zip) => zip.place.state)
  return [
    [COUNTRY_KEY, atlas.zips],
    ...[...states].map(([state, zips]) => [stateRegionKey(state), zips] as const),
    ...atlas.metros.map((metro) => [metroRegionKey(codeOf(metro)), metro.zips] as const),
  ]
}

function codeOf({ economy }: MetroArea): string {
  const metro = metroOfCounty(economy.counties[0] ?? '')
  if (metro === undefined) throw new Error(`${economy.city} is not among the metros of the gazetteer`)
  return metro.code
}

function placeOf(key: string, zips: readonly ZipArea[], tally: MarketTally): Place {
  const metros = Map.groupBy(zips, (zip) => zip.metro)
  return {
    key,
    prices: tally.of(zips),
    usualValue:
      zips.reduce((sum, { pricePerSquareFoot, units }) => sum + pricePerSquareFoot * units, 0) *
      (USUAL_AREA / unitsOf(zips)),
    metros: [...metros].map(([metro, own]) => [metro.path, unitsOf(own) / unitsOf(zips)] as const),
  }
}

function unitsOf(zips: readonly ZipArea[]): number {
  return zips.reduce((sum, { units }) => sum + units, 0)
}

/** Which series of a place is meant; no home type is the empty text. */
interface Subject {
  readonly measure: MarketMeasure
  readonly homeType: string
  readonly bedrooms: number | undefined
}

function* seriesOf(
  place: Place,
  subject: Subject,
  ends: readonly string[],
  seed: number,
  calendar: Calendar,
): Generator<MarketSeries> {
  const level = levelOf(place, subject)
  if (level === undefined) return
  const { measure, homeType, bedrooms } = subject
  const id = seriesId(measure, place.key, homeType || undefined, bedrooms)
  const random = new Random(seed, 'series', hashOf(id) >>> 0)
  const thisMonth = calendar.month(0)
  const pointAt = (at: number) =>
    at === MONTHS - 1 && measure === 'for_sale_inventory'
      ? level // so that it is the number that a search shows
      : pointOf(measure, level, place, thisMonth - MONTHS + at, thisMonth, random)
  yield {
    seriesId: id,
    source: SOURCE,
    measure,
    region: place.key,
    ...(homeType !== '' && { homeType }),
    ...(bedrooms !== undefined && { bedrooms }),
    points: ends.map((end, at) => [end, pointAt(at)]),
  }
}

/** Today's; undefined where the place has no home of the kind. */
function levelOf({ prices, usualValue }: Place, { measure, homeType, bedrooms }: Subject): number | undefined {
  switch (measure) {
    case 'home_value':
      if (homeType === 'SINGLE_FAMILY' || homeType === 'CONDO') return prices.median(`value/${homeType}`)
      return prices.median('value') ?? (prices.homes > 0 ? usualValue : undefined)
    case 'rent': {
      const rooms = bedrooms === undefined ? '' : (`/${bedrooms as 0 | 1 | 2 | 3 | 4}` as const) // asked for up to 4
      return prices.median(prices.count(`rent${rooms}`) < LEAST_RENTS ? `worth${rooms}` : `rent${rooms}`)
    }
    case 'median_list_price':
      return prices.median('asked')
    case 'median_sale_price':
      return prices.median('sold')
    case 'for_sale_inventory':
      return prices.forSale || undefined
    case 'new_listings':
      return prices.fresh || undefined
    case 'days_to_pending':
      return 24
    case 'sale_to_list_ratio':
      return 0.995
    case 'share_over_list':
      return 0.3
    case 'share_under_list':
      return 0.53
  }
}

/** Money follows the metros' markets; counts and durations follow the season, which peaks in spring. */
function pointOf(
  measure: MarketMeasure,
  level: number,
  place: Place,
  month: number,
  thisMonth: number,
  random: Random,
): number {
  const noise = 1 + 0.004 * random.bell()
  const busy = busyness(month)
  switch (measure) {
    case 'for_sale_inventory':
    case 'new_listings': {
      const count = (level * (1 + 0.22 * busy)) / (1 + 0.22 * busyness(thisMonth))
      return Math.max(1, Math.round(count * (noise + 0.02 * random.bell())))
    }
    case 'days_to_pending':
      return Math.max(3, Math.round(level * (1 - 0.3 * busy) + 2 * random.bell()))
    case 'sale_to_list_ratio':
      return Math.round((level + 0.006 * busy + 0.003 * random.bell()) * 1000) / 1000
    case 'share_over_list':
    case 'share_under_list':
      return Math.round((level + (measure === 'share_over_list' ? 0.1 : -0.1) * busy) * noise * 1000) / 1000
    case 'home_value':
    case 'rent':
    case 'median_list_price':
    case 'median_sale_price':
      return Math.round(
        level * place.metros.reduce((sum, [path, share]) => sum + share * path.factor(month), 0) * noise,
      )
  }
}

/** From -1 in autumn to 1 in spring. */
function busyness(month: number): number {
  return Math.cos(((month % 12) - 4) * (Math.PI / 6))
}

function monthEnds(calendar: Calendar): string[] {
  const today = new Date(calendar.todayMs)
  return Array.from({ length: MONTHS }, (_, at) =>
    dayOf(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - MONTHS + at + 1, 1) - DAY_MS),
  )
}
