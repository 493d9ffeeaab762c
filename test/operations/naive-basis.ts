import { dayOf } from '../../src/kit/base/clock.ts'
import type { Home, HomeType } from '../../src/model/home.ts'
import type { MarketMeasure, MarketSeries } from '../../src/model/market.ts'
import { regionKeysOf } from '../../src/places/regions/region-keys.ts'
import { type NaiveFigure, naiveMonthlyPrices, naiveRents, naiveSaleFigures, naiveValues } from './naive-market.ts'

/** Computes the figures of a place from published series and from homes, and says which of them an answer must have. */

/** The records of a catalog. */
export interface Known {
  readonly homes: readonly Home[]
  readonly series: readonly MarketSeries[]
  readonly today: number
}

/** A kind of home. `series`: the home type in series; undefined for all homes, null if the catalog has no such home. */
export interface Kind {
  readonly types: readonly HomeType[]
  readonly series?: string | null
}

/** A figure, undefined if unknown, and the day that the figure is about. */
export interface DatedFigure {
  readonly value: number | undefined
  readonly date: string
  /** The name of the figure that replaces this figure if this figure is unknown. */
  readonly figure?: string
}

export interface NaiveMarket {
  readonly basis: 'published' | 'computed'
  readonly figures: Readonly<Record<string, DatedFigure>>
  readonly points: readonly { readonly timePeriodEnd: string; readonly dataValue: number; readonly homes?: number }[]
}

/** For each figure about homes for sale: the measure in series, and the number of decimals. */
const MEASURES: Readonly<Record<string, readonly [MarketMeasure, number]>> = {
  for_sale_inventory: ['for_sale_inventory', 0],
  new_listings: ['new_listings', 0],
  median_days_to_pending: ['days_to_pending', 1],
  median_sale_price: ['median_sale_price', 0],
  median_list_price: ['median_list_price', 0],
  market_saletolist_ratio: ['sale_to_list_ratio', 4],
  percent_ofsales_over_list_price: ['share_over_list', 4],
  percent_ofsales_under_list_price: ['share_under_list', 4],
}

export function homesIn(region: string, homes: readonly Home[]): readonly Home[] {
  return homes.filter(({ address }) => Object.values(regionKeysOf(address)).includes(region))
}

export function naiveMarket(region: string, kind: Kind, known: Known): NaiveMarket {
  const computed = computedMarket(region, kind, known)
  const published = publishedMarket(region, kind, known)
  if (published === undefined) return computed
  const newest = [...measuredDates(computed), ...measuredDates(published)].sort().at(-1) ?? ''
  const figureCount = (market: NaiveMarket) => {
    const measured = measuredDates(market).filter((date) => daysBetween(date, newest) < 365).length
    const counts = COUNTS.filter((name) => market.figures[name]?.value !== undefined).length
    return measured === 0 ? 0 : measured + counts
  }
  return figureCount(published) >= figureCount(computed) ? published : computed
}

/** Returns the dates of all figures, except counts and figures that another figure replaces. */
function measuredDates({ figures }: NaiveMarket): string[] {
  return Object.entries(figures)
    .filter(([name, { value, figure }]) => value !== undefined && figure === undefined && !COUNTS.includes(name))
    .map(([, { date }]) => date)
}

const COUNTS = ['for_sale_inventory', 'new_listings']

function computedMarket(region: string, { types }: Kind, { homes, today }: Known): NaiveMarket {
  const inside = homesIn(region, homes)
  const sales = Object.fromEntries(
    Object.entries(naiveSaleFigures(inside, types, today)).map(([name, figure]) => [name, datedFigureOf(figure)]),
  )
  const values = naiveValues(inside, types, today)
  if (values) {
    const now = { value: values.now, date: dayText(today) }
    const points = [{ timePeriodEnd: now.date, dataValue: values.now, homes: values.homes }, ...values.points]
    return { basis: 'computed', figures: { typical_home_values: now, ...sales }, points }
  }
  const typical = standIn(sales.median_sale_price, sales.median_list_price)
  const points = naiveMonthlyPrices(inside, types, today)
  return { basis: 'computed', figures: { typical_home_values: typical, ...sales }, points }
}

function publishedMarket(region: string, { series: homeType }: Kind, known: Known): NaiveMarket | undefined {
  const ofMeasure = (measure: MarketMeasure) => find(known, measure, region, homeType)
  const all = ['home_value' as const, ...Object.values(MEASURES).map(([measure]) => measure)].flatMap(
    (measure) => ofMeasure(measure) ?? [],
  )
  const newest = all.map(endOf).sort().at(-1)
  if (newest === undefined) return undefined
  const measured = (measure: MarketMeasure, decimals: number): DatedFigure => {
    const series = ofMeasure(measure)
    if (!series || daysBetween(endOf(series), newest) >= 365) return { value: undefined, date: '' }
    return { value: roundTo(series.points.at(-1)?.[1] ?? 0, decimals), date: endOf(series) }
  }
  const sales = Object.fromEntries(Object.entries(MEASURES).map(([name, [measure, d]]) => [name, measured(measure, d)]))
  const index = measured('home_value', 0)
  const typical = index.value === undefined ? standIn(sales.median_sale_price, sales.median_list_price) : index
  const shown = (typical.figure ?? 'home_value') as MarketMeasure // both replacements have the names of measures
  const points = typical.value === undefined ? [] : (ofMeasure(shown)?.points ?? [])
  return {
    basis: 'published',
    figures: { typical_home_values: typical, ...sales },
    points: points.map(([timePeriodEnd, value]) => ({ timePeriodEnd, dataValue: Math.round(value) })).toReversed(),
  }
}

function standIn(sale: DatedFigure | undefined, list: DatedFigure | undefined): DatedFigure {
  if (sale?.value !== undefined) return { ...sale, figure: 'median_sale_price' }
  return list?.value === undefined ? { value: undefined, date: '' } : { ...list, figure: 'median_list_price' }
}

/** Returns the value of homes in a neighborhood, from series or from homes. */
export function naiveNeighborhood(basis: string, region: string, kind: Kind, known: Known): number | undefined {
  if (basis === 'published') {
    const value = find(known, 'home_value', region, kind.series)?.points.at(-1)?.[1]
    return value === undefined ? undefined : Math.round(value)
  }
  const inside = homesIn(region, known.homes)
  return (
    naiveValues(inside, kind.types, known.today)?.now ??
    naiveSaleFigures(inside, kind.types, known.today).median_sale_price.value
  )
}

/** Rentals of a type, and with a number of bedrooms. */
export interface Rentals {
  readonly kind: Kind
  readonly all: Kind
  readonly bedrooms: (count: number) => boolean
  /** The minimum number of bedrooms in the names of series. */
  readonly least: number | undefined
}

export interface NaiveRents {
  readonly medianRent: DatedFigure
  /** By month, such as `2026-05`. */
  readonly byMonth: ReadonlyMap<string, number>
  /** Undefined for published rents, because series contain no counts. */
  readonly counts: ReadonlyMap<string, number> | undefined
  readonly available: readonly number[] | undefined
  readonly daysOffered: number | undefined
}

export function naiveRentBasis(region: string, { kind, all, least }: Rentals, known: Known): 'published' | 'computed' {
  const series = find(known, 'rent', region, kind.series, least) ?? find(known, 'rent', region, all.series)
  if (series === undefined) return 'computed'
  const whole = datedFigureOf(naiveRents(homesIn(region, known.homes), all.types, () => true, known.today).medianRent)
  return whole.value !== undefined && daysBetween(whole.date, endOf(series)) < 365 ? 'computed' : 'published'
}

export function naiveRentsOn(
  basis: string,
  region: string,
  { kind, bedrooms, least }: Rentals,
  known: Known,
): NaiveRents {
  if (basis === 'computed') {
    const { medianRent, ...rents } = naiveRents(homesIn(region, known.homes), kind.types, bedrooms, known.today)
    return { medianRent: datedFigureOf(medianRent), ...rents }
  }
  const points = find(known, 'rent', region, kind.series, least)?.points ?? []
  const [date, value] = points.at(-1) ?? []
  return {
    medianRent: { value: value === undefined ? undefined : Math.round(value), date: date ?? '' },
    byMonth: new Map(points.map(([end, rent]) => [end.slice(0, 7), Math.round(rent)])),
    counts: undefined,
    available: undefined,
    daysOffered: undefined,
  }
}

function find(
  { series }: Known,
  measure: MarketMeasure,
  region: string,
  homeType: string | null | undefined,
  bedrooms?: number,
): MarketSeries | undefined {
  return series.find(
    (each) =>
      each.measure === measure &&
      each.region === region &&
      each.homeType === homeType &&
      each.bedrooms === bedrooms &&
      each.points.length > 0,
  )
}

function endOf({ points }: MarketSeries): string {
  return points.at(-1)?.[0] ?? ''
}

function datedFigureOf({ value, day }: NaiveFigure): DatedFigure {
  return { value, date: dayText(day) }
}

function dayText(day: number): string {
  return dayOf(day * 86_400_000)
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000
}

function roundTo(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals
}
