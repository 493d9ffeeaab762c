import { median } from '../src/kit/algorithms/median.ts'
import { hashOf, Random } from '../src/kit/algorithms/random.ts'
import { DAY_MS, dayOf } from '../src/kit/base/clock.ts'
import { type MarketMeasure, type MarketSeries, seriesId } from '../src/model/market.ts'
import { metroOfCounty } from '../src/places/regions/metros.ts'
import * as keys from '../src/places/regions/region-keys.ts'
import type { Atlas, MetroArea, ZipArea } from './atlas.ts'
import type { Calendar } from './calendar.ts'
import { SOURCE } from './identity.ts'
import type { Figure, MarketTally } from './market-tally.ts'
import { medianDaysToPending, season } from './tempo.ts'

const MONTHS = 120

/** A region with published series. */
interface Place {
  readonly key: string
  readonly zips: readonly ZipArea[]
  /** Returns the figures of the place's homes today. */
  readonly figures: (kind: Figure) => readonly number[]
  /** Returns the price level of a month, relative to today. */
  readonly market: (month: number) => number
  /** The last day of each month of a series. */
  readonly ends: readonly string[]
}

/** How to compute one measure of a place. */
interface Making {
  /** Returns today's level. `part`: a home type or a number of bedrooms. Undefined without data. */
  readonly level: (place: Place, part: string) => number | undefined
  /** The relative increase in a month with twice the average sales. Undefined for measures without a season. */
  readonly swing?: number
  readonly decimals?: number
}

/** Square feet. */
const USUAL_AREA = 1500

/** Minimum number of asking rents or sales for a figure. With fewer asking rents, estimated rents are used. */
const LEAST_RENTS = 5
const LEAST_SALES = 20

/** Returns the value of an average home. Undefined if only land is known. */
function usualValue({ zips, figures }: Place): number | undefined {
  return figures('home').length > 0 ? USUAL_AREA * meanOf(zips, (zip) => zip.pricePerSquareFoot) : undefined
}

function shareOfSales(fits: (paid: number) => boolean): Making['level'] {
  return ({ figures }) => {
    const paid = figures('paid')
    return paid.length < LEAST_SALES ? undefined : paid.filter(fits).length / paid.length || undefined
  }
}

const MAKINGS: Readonly<Partial<Record<MarketMeasure, Making>>> = {
  home_value: {
    level: (place, type) =>
      medianOf(place.figures(`value${type}` as Figure)) ?? (type === '' ? usualValue(place) : undefined),
  },
  rent: {
    level: ({ figures }, rooms) => {
      const askingRents = figures(`rent${rooms}` as Figure)
      return medianOf(askingRents.length < LEAST_RENTS ? figures(`worth${rooms}` as Figure) : askingRents)
    },
  },
  for_sale_inventory: { level: ({ figures }) => figures('active').length || undefined, swing: 0.7 },
  median_list_price: { level: ({ figures }) => medianOf(figures('asked')) },
  new_listings: { level: ({ figures }) => figures('fresh').length || undefined, swing: 0.7 },
  median_sale_price: { level: ({ figures }) => medianOf(figures('sold')) },
  days_to_pending: {
    level: ({ zips }) => meanOf(zips, ({ metro }) => medianDaysToPending(metro.economy.monthsOfSupply)),
    swing: -1,
  },
  sale_to_list_ratio: {
    level: ({ figures }) => (figures('paid').length < LEAST_SALES ? undefined : medianOf(figures('paid'))),
    swing: 0.02,
    decimals: 3,
  },
  share_over_list: { level: shareOfSales((paid) => paid > 1), swing: 1, decimals: 3 },
  share_under_list: { level: shareOfSales((paid) => paid < 1), swing: -0.3, decimals: 3 },
}

/** Measures by type of region. Counties and neighborhoods have none, as in real publications. */
const OF_WIDE = Object.keys(MAKINGS) as MarketMeasure[] // the keys of the table
const OF_CITY = ['home_value', 'rent', 'for_sale_inventory', 'median_list_price'] as const
const OF_ZIP = ['home_value', 'rent'] as const

/**
 * Yields monthly series for ten years, up to the last complete month. Today's level comes from the sample's homes, so
 * that series and homes agree. A place without homes of a kind has no series for this kind.
 */
export function* marketSeries(
  atlas: Atlas,
  tally: MarketTally,
  seed: number,
  calendar: Calendar,
): Generator<MarketSeries> {
  const ends = Array.from({ length: MONTHS }, (_, at) => {
    const month = calendar.month(0) - MONTHS + at
    return dayOf(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 1) - DAY_MS)
  })
  for (const [key, zips, measures] of placesOf(atlas)) {
    const place: Place = { key, zips, figures: (kind) => tally.of(zips, kind), market: marketOf(zips), ends }
    for (const measure of measures) yield* seriesOf(place, measure, {}, seed, calendar)
    if (measures === OF_WIDE)
      for (const homeType of ['SINGLE_FAMILY', 'CONDO'] as const)
        yield* seriesOf(place, 'home_value', { homeType }, seed, calendar)
    if (measures === OF_CITY)
      for (let bedrooms = 0; bedrooms <= 4; bedrooms++) yield* seriesOf(place, 'rent', { bedrooms }, seed, calendar)
  }
}

type PlaceOf = readonly [key: string, zips: readonly ZipArea[], measures: readonly MarketMeasure[]]

function placesOf({ zips, metros }: Atlas): PlaceOf[] {
  const by = (keyOf: (zip: ZipArea) => string, measures: readonly MarketMeasure[]) =>
    [...Map.groupBy(zips, keyOf)].map(([key, own]): PlaceOf => [key, own, measures])
  return [
    [keys.COUNTRY_KEY, zips, OF_WIDE],
    ...by(({ place }) => keys.stateRegionKey(place.state), OF_WIDE),
    ...metros.map((metro): PlaceOf => [keys.metroRegionKey(codeOf(metro)), metro.zips, OF_WIDE]),
    ...by(({ place }) => keys.cityRegionKey(place.city, place.state), OF_CITY),
    ...by(({ place }) => keys.zipcodeRegionKey(place.zipcode), OF_ZIP),
  ]
}

function codeOf({ economy }: MetroArea): string {
  const metro = metroOfCounty(economy.counties[0] ?? '')
  if (metro === undefined) throw new Error(`${economy.city} is not among the metros of the gazetteer`)
  return metro.code
}

/** Returns the price levels of a place by month. All of its series use them, so they are cached. */
function marketOf(zips: readonly ZipArea[]): Place['market'] {
  const factors = new Map<number, number>()
  return (month) => {
    const factor = factors.get(month) ?? meanOf(zips, ({ metro }) => metro.path.factor(month))
    factors.set(month, factor)
    return factor
  }
}

/** Returns the mean of a figure, weighted by the ZIPs' housing units. */
function meanOf(zips: readonly ZipArea[], figure: (zip: ZipArea) => number): number {
  const units = zips.reduce((sum, zip) => sum + zip.units, 0)
  return zips.reduce((sum, zip) => sum + zip.units * figure(zip), 0) / units
}

function medianOf(figures: readonly number[]): number | undefined {
  return figures.length === 0 ? undefined : median(figures)
}

/** Yields one series, for all homes or for a part of them. Without data, yields nothing. */
function* seriesOf(
  place: Place,
  measure: MarketMeasure,
  part: Pick<MarketSeries, 'homeType' | 'bedrooms'>,
  seed: number,
  calendar: Calendar,
): Generator<MarketSeries> {
  const making = MAKINGS[measure]
  const behindBar = part.homeType ?? part.bedrooms
  const level = making?.level(place, behindBar === undefined ? '' : `/${behindBar}`)
  if (making === undefined || level === undefined) return
  const { swing, decimals = 0 } = making
  const id = seriesId(measure, place.key, part.homeType, part.bedrooms)
  const random = new Random(seed, 'series', hashOf(id) >>> 0)
  const thisMonth = calendar.month(0)
  const unit = 10 ** decimals
  const pointAt = (month: number): number => {
    const factor =
      swing === undefined ? place.market(month) : (1 + swing * season(month)) / (1 + swing * season(thisMonth))
    return Math.max(1 / unit, Math.round(level * factor * (1 + 0.004 * random.bell()) * unit) / unit)
  }
  // The newest inventory is exact: it is the number of homes that a search for them finds.
  const points = place.ends.map((end, at): [end: string, value: number] => [
    end,
    at === MONTHS - 1 && measure === 'for_sale_inventory' ? level : pointAt(thisMonth - MONTHS + at),
  ])
  yield { seriesId: id, source: SOURCE, measure, region: place.key, ...part, points }
}
