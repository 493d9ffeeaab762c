import { median } from '../../kit/algorithms/median.ts'
import { type Day, monthOfDay } from '../../kit/base/clock.ts'
import { rounded } from '../../kit/base/figures.ts'
import type { MarketSeries } from '../../model/market.ts'
import type { RentFacts } from '../../model/market-facts.ts'
import { MIN_RENT } from '../../model/real-sale.ts'
import { type Basis, isWithinYearOf } from './basis.ts'
import { factsOf, inSlots } from './facts.ts'
import { dayText, type Figure, type FigureSource, MIN_HOMES, type Setting, unknownFigure } from './figure.ts'
import { cachedFigure, cachedFigures } from './figure-cache.ts'
import { BEDROOM_KINDS, type BedroomKind, RENT_KINDS, type RentKind, typeBits } from './home-kinds.ts'
import { computedFigure, type Observation, observeBy, observeRecent } from './observed-values.ts'
import { endOf, monthOf, NOT_PUBLISHED, publishedFigure, publishedSeries } from './published.ts'
import { type RentHistogram, rentHistogram } from './rent-histogram.ts'
import { daysOffered } from './temperature.ts'

export interface RentChoice {
  readonly kind: RentKind
  readonly bedrooms: BedroomKind
}

export interface RentFigures {
  readonly medianRent: Figure
  readonly byMonth: RentHistory
  /** Undefined for published rents, which do not count homes on offer. */
  readonly onOffer: HomesOnOffer | undefined
}

export interface HomesOnOffer {
  readonly homes: number
  readonly histogram: RentHistogram
  /** Median number of days since the homes were offered. */
  readonly days: number | undefined
}

/** The median rent of a month. `homes` is undefined for published rents. */
export interface MonthOfRents {
  readonly rent: number
  readonly homes: number | undefined
}

export interface RentHistory {
  /** Keys are months since January 1970. */
  readonly months: ReadonlyMap<number, MonthOfRents>
  readonly source: FigureSource
}

/**
 * Chooses published rents only if a series exists and the homes give no rent, or a rent at least a year older than the
 * series. Judges by the rents of all types and bedroom counts, so that the figures of a region are comparable.
 */
export async function rentBasis(region: string, choice: RentChoice, setting: Setting): Promise<Basis> {
  const series = (await seriesOf(region, choice, setting)) ?? (await seriesOf(region, ALL, setting))
  if (series === undefined) return 'computed'
  const { value, source } = await rentOf('computed', region, ALL, setting)
  return value !== undefined && isWithinYearOf(endOf(series), source.date) ? 'computed' : 'published'
}

const ALL: RentChoice = { kind: 'All_Property_Types', bedrooms: 'All_Bedrooms' }

/** Returns figures that are cached until the catalog or the day changes. */
export function rentFigures(basis: Basis, region: string, choice: RentChoice, setting: Setting): Promise<RentFigures> {
  const key = `${basis} rents ${region} ${choice.kind} ${choice.bedrooms}`
  return cachedFigures(setting, key, () => FIGURES[basis](region, choice, setting))
}

const FIGURES = { published: publishedRents, computed: computedRents } as const

/**
 * Returns the median rent of homes available now or, if they are too few, of homes offered recently. Takes a fraction of
 * the time of all figures.
 */
export function rentOf(basis: Basis, region: string, choice: RentChoice, setting: Setting): Promise<Figure> {
  return cachedFigure(setting, `${basis} rent ${region} ${choice.kind} ${choice.bedrooms}`, async () => {
    if (basis === 'published') {
      const series = await seriesOf(region, choice, setting)
      return series ? publishedFigure(series, 0, setting) : unknownFigure(setting, NOT_PUBLISHED)
    }
    const { today, catalog } = setting
    const parts = await factsOf('rents', region, catalog)
    const fits = fitsChoice(choice)
    const values = await availableRents(parts, fits)
    const now = values.length >= MIN_HOMES ? { values, from: today, to: today } : undefined
    const observed = now ?? (await observeRecent(parts, offeredRents(fits), today))
    return computedFigure(observed, median, 0, setting, `fewer than ${MIN_HOMES} rents are known`)
  })
}

async function publishedRents(region: string, choice: RentChoice, setting: Setting): Promise<RentFigures> {
  const series = await seriesOf(region, choice, setting)
  const medianRent = await rentOf('published', region, choice, setting)
  const months = new Map(
    series?.points.map(([end, rent]) => [monthOf(end), { rent: rounded(rent, 0), homes: undefined }]),
  )
  return { medianRent, byMonth: { months, source: medianRent.source }, onOffer: undefined }
}

async function computedRents(region: string, choice: RentChoice, setting: Setting): Promise<RentFigures> {
  const parts = await factsOf('rents', region, setting.catalog)
  const fits = fitsChoice(choice)
  const available = await availableRents(parts, fits)
  return {
    medianRent: await rentOf('computed', region, choice, setting),
    byMonth: await computedHistory(parts, fits, setting),
    onOffer: {
      homes: available.length,
      histogram: rentHistogram(available),
      days: await daysOffered(parts, fits, setting.today),
    },
  }
}

type Fits = (facts: RentFacts, row: number) => boolean

function fitsChoice({ kind, bedrooms }: RentChoice): Fits {
  const types = typeBits(RENT_KINDS[kind])
  const range = BEDROOM_KINDS[bedrooms]
  const isOfType: Fits = ({ homeType, rent }, row) =>
    ((types >>> (homeType[row] as number)) & 1) === 1 && (rent[row] as number) >= MIN_RENT
  if (range === undefined) return isOfType
  const [min, max] = range
  return (facts, row) => {
    const rooms = facts.bedrooms[row] as number
    return rooms >= min && rooms <= max && isOfType(facts, row)
  }
}

function seriesOf(region: string, { kind, bedrooms }: RentChoice, setting: Setting): Promise<MarketSeries | undefined> {
  return publishedSeries('rent', region, RENT_KINDS[kind], setting, BEDROOM_KINDS[bedrooms]?.[0])
}

async function availableRents(parts: readonly RentFacts[], fits: Fits): Promise<readonly number[]> {
  const rents: number[] = []
  for await (const facts of inSlots(parts)) {
    for (let row = 0; row < facts.rows; row++) {
      if (facts.available[row] === 1 && fits(facts, row)) rents.push(facts.rent[row] as number)
    }
  }
  return rents
}

function offeredRents(fits: Fits): Observation<RentFacts> {
  return {
    days: ({ listed }) => listed,
    value: (facts, row) => (fits(facts, row) ? (facts.rent[row] as number) : Number.NaN),
  }
}

/**
 * Median rents by the month in which homes came on the market. Leaves out months in the future and months with too few
 * homes.
 */
async function computedHistory(
  parts: readonly RentFacts[],
  fits: Fits,
  { names, today }: Setting,
): Promise<RentHistory> {
  const byMonth = await observeBy(parts, offeredRents(fits), monthOfDay)
  const thisMonth = monthOfDay(today)
  const enough = [...byMonth].filter(([month, rents]) => month <= thisMonth && rents.length >= MIN_HOMES)
  const date: Day = dayText(today)
  const basis = enough.length > 0 ? 'computed' : 'none'
  const why = `no month has ${MIN_HOMES} homes that came on the market`
  return {
    months: new Map(enough.map(([month, rents]) => [month, { rent: rounded(median(rents), 0), homes: rents.length }])),
    source: { basis, source: names.computed, date, ...(basis === 'none' && { why }) },
  }
}
