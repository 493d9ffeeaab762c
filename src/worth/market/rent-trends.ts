import { texts } from '../../kit/answers/answer-head.ts'
import {
  type AnswerOf,
  component,
  day,
  each,
  large,
  listOf,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
  whole,
} from '../../kit/answers/index.ts'
import { monthOfDay } from '../../kit/base/clock.ts'
import { nextSlot } from '../../kit/base/slots.ts'
import type { Region } from '../../model/region.ts'
import { placeIndexOf } from '../../places/locate/place-index.ts'
import { regionsOf } from '../../places/regions/near-regions.ts'
import { COUNTRY_KEY, cityRegionKey } from '../../places/regions/region-keys.ts'
import { regionLabel } from '../../places/regions/region-label.ts'
import { BASIS } from './basis.ts'
import { regionsWithin } from './facts.ts'
import {
  dayText,
  FIGURE_SOURCE,
  type Figure,
  type FigureSource,
  figure,
  latestDate,
  MIN_HOMES,
  MIN_HOMES_OF_TREND,
  numberOf,
  type Setting,
  tooFewForTrend,
  unknownFigure,
  zeroIfUnknown,
} from './figure.ts'
import { NOT_PUBLISHED } from './published.ts'
import { type RentChoice, type RentFigures, type RentHistory, rentBasis, rentFigures, rentOf } from './rent-figures.ts'
import { RENT_HISTOGRAM, rentHistogram } from './rent-histogram.ts'
import { TEMPERATURE, temperatureOf } from './temperature.ts'

const MAX_NEARBY = 10

const MONTH_NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

const MONTH_RENT = component(
  'MonthRent',
  object({
    month: oneOf(MONTH_NAMES),
    price: number('Dollars per month.'),
    homes: optional(whole('The number of homes behind the median; absent for published rents.')),
    year: text(),
  }),
)

const SUMMARY = object({
  availableRentals: figure('Homes.'),
  medianRent: figure('Dollars per month.'),
  ...each(figure('Dollars.'), 'monthlyChange', 'yearlyChange'),
})

export const TRENDS = component(
  'RentTrends',
  object({
    ...texts('areaName', 'areaType'),
    basis: BASIS,
    date: day(),
    summary: SUMMARY,
    marketTemperature: object({
      temperature: nullable(
        TEMPERATURE,
        'Null if unknown, which figure_sources explains; Neutral with handling=lenient.',
      ),
    }),
    rentHistogram: RENT_HISTOGRAM,
    medianRentPriceOverTime: object(each(listOf(MONTH_RENT), 'currentYear', 'prevYear')),
    rentCompare: object({ areaName: text(), medianRent: figure('Dollars per month.') }),
    nearbyAreaTrends: listOf(
      object({
        areaName: text(),
        date: day(),
        medianRent: number('Dollars per month.'),
        homes: optional(whole('The number of homes behind the median; absent for published rents.')),
        resourceId: large(),
      }),
    ),
    nearByAreas: listOf(object({ areaId: large(), ...texts('areaType', 'city', 'name', 'state') })),
    zipcodesInCity: listOf(
      object({
        areaId: large(),
        ...texts('name', 'city', 'state'),
        rents: optional(SUMMARY),
      }),
      'With zipcode_rents, each ZIP code has the summary of its rents.',
    ),
    figure_sources: object(
      each(
        FIGURE_SOURCE,
        'availableRentals',
        'medianRent',
        'monthlyChange',
        'yearlyChange',
        'marketTemperature',
        'rentHistogram',
        'medianRentPriceOverTime',
        'rentCompare',
      ),
    ),
  }),
)
export type Trends = AnswerOf<typeof TRENDS>

/** Replaces null with a neutral value, for programs that cannot read null. */
export function trendsWithoutNull(trends: Trends): Trends {
  const { summary, marketTemperature, rentCompare, zipcodesInCity } = trends
  return {
    ...trends,
    zipcodesInCity: zipcodesInCity.map(({ rents, ...zip }) => ({
      ...zip,
      ...(rents && { rents: zeroIfUnknown(rents) }),
    })),
    summary: zeroIfUnknown(summary),
    marketTemperature: { temperature: marketTemperature.temperature ?? 'Neutral' },
    rentCompare: zeroIfUnknown(rentCompare),
  }
}

/** @param withZips Whether to add the rents of each ZIP code in the city. */
export async function rentTrends(
  region: Region,
  choice: RentChoice,
  setting: Setting,
  withZips = false,
): Promise<Trends> {
  const basis = await rentBasis(region.key, choice, setting)
  const figures = (key: string) => rentFigures(basis, key, choice, setting)
  const here = await figures(region.key)
  const country = await figures(COUNTRY_KEY)
  const nearby = nearbyAreas(region, setting.catalog.regions())
  const monthly = changeOver(1, here.byMonth, setting)
  const yearly = changeOver(12, here.byMonth, setting)
  const temperature = temperatureOf(here.onOffer?.days, country.onOffer?.days)
  const onOffer = sourceOfOffers(here, setting)
  const figureSources = {
    availableRentals: onOffer,
    medianRent: here.medianRent.source,
    monthlyChange: monthly.source,
    yearlyChange: yearly.source,
    marketTemperature: temperature === undefined ? unknownTemperature(onOffer) : onOffer,
    rentHistogram: onOffer,
    medianRentPriceOverTime: here.byMonth.source,
    rentCompare: country.medianRent.source,
  }
  return {
    areaName: regionLabel(region),
    areaType: region.type,
    basis,
    date: latestDate([here.medianRent.source, onOffer]),
    summary: summaryOf(here, setting),
    marketTemperature: { temperature: temperature ?? null },
    rentHistogram: here.onOffer?.histogram ?? rentHistogram([]),
    medianRentPriceOverTime: overTime(here.byMonth, setting.today),
    rentCompare: { areaName: 'United States', medianRent: numberOf(country.medianRent) },
    nearbyAreaTrends: await trendsOf(nearby, (key) => rentOf(basis, key, choice, setting)),
    nearByAreas: nearby.map(shownArea),
    zipcodesInCity: await zipcodesOf(region, setting, withZips ? choice : undefined),
    figure_sources: figureSources,
  }
}

function summaryOf(figures: RentFigures, setting: Setting): Trends['summary'] {
  return {
    availableRentals: figures.onOffer?.homes ?? null,
    medianRent: numberOf(figures.medianRent),
    monthlyChange: numberOf(changeOver(1, figures.byMonth, setting)),
    yearlyChange: numberOf(changeOver(12, figures.byMonth, setting)),
  }
}

function sourceOfOffers({ onOffer }: RentFigures, setting: Setting): FigureSource {
  if (onOffer === undefined) return unknownFigure(setting, NOT_PUBLISHED).source
  return { basis: 'computed', source: setting.names.computed, date: dayText(setting.today), homes: onOffer.homes }
}

function unknownTemperature({ source, date, why }: FigureSource): FigureSource {
  return { basis: 'none', source, date, why: why ?? `fewer than ${MIN_HOMES} homes for rent are known` }
}

/** The change in dollars over the last `span` months, up to the last known month. */
function changeOver(span: number, { months, source }: RentHistory, setting: Setting): Figure {
  const last = Math.max(...months.keys())
  const [now, before] = [months.get(last), months.get(last - span)]
  if (now !== undefined && before !== undefined) {
    if (now.homes === undefined || before.homes === undefined) return { value: now.rent - before.rent, source }
    const homes = Math.min(now.homes, before.homes)
    if (homes >= MIN_HOMES_OF_TREND) return { value: now.rent - before.rent, source: { ...source, homes } }
    const { value, source: none } = unknownFigure(setting, tooFewForTrend(homes, 'listings'))
    return { value, source: { ...none, homes } }
  }
  if (source.basis === 'none') return { value: undefined, source }
  return unknownFigure(setting, `the rent of ${span === 1 ? 'the month' : 'the year'} before is not known`)
}

/** The rents of this year and of last year, each from January on. Leaves out months without a rent. */
function overTime({ months }: RentHistory, today: number): Trends['medianRentPriceOverTime'] {
  const january = Math.floor(monthOfDay(today) / 12) * 12
  const yearFrom = (first: number) =>
    MONTH_NAMES.flatMap((month, i) => {
      const { rent: price, homes } = months.get(first + i) ?? {}
      if (price === undefined) return []
      return [{ month, price, ...(homes !== undefined && { homes }), year: String(1970 + first / 12) }]
    })
  return { currentYear: yearFrom(january), prevYear: yearFrom(january - 12) }
}

/** The nearest regions of the same type; none for the country. */
function nearbyAreas(region: Region, regions: readonly Region[]): readonly Region[] {
  if (region.type === 'country') return []
  return regionsOf(regions).nearest(region.type, region.point, MAX_NEARBY, region)
}

async function trendsOf(
  regions: readonly Region[],
  figureOf: (region: string) => Promise<Figure>,
): Promise<Trends['nearbyAreaTrends']> {
  const trends: Trends['nearbyAreaTrends'][number][] = []
  for (const region of regions) {
    await nextSlot()
    const { value, source } = await figureOf(region.key)
    if (value === undefined) continue
    const { date, homes } = source
    const counted = homes !== undefined && { homes }
    trends.push({ areaName: regionLabel(region), date, medianRent: value, ...counted, resourceId: region.regionId })
  }
  return trends
}

function shownArea({ regionId, type, city, name, state }: Region): Trends['nearByAreas'][number] {
  return { areaId: regionId, areaType: type, city: type === 'city' ? name : (city ?? ''), name, state }
}

/**
 * Lists the ZIP codes of a city, or of the city that contains the region.
 * @param rents Adds the rents of each ZIP code for this choice.
 */
async function zipcodesOf(
  region: Region,
  setting: Setting,
  rents: RentChoice | undefined,
): Promise<Trends['zipcodesInCity']> {
  const { catalog } = setting
  const city = region.type === 'city' ? region.name : region.city
  if (city === undefined) return []
  const index = placeIndexOf(catalog.regions())
  const keys = await regionsWithin(cityRegionKey(city, region.state), 'zipcode', catalog)
  const zips = keys.map((key) => index.at(key)).filter((zip) => zip !== undefined)
  const rows: Trends['zipcodesInCity'][number][] = []
  for (const { regionId: areaId, key, name, state } of zips) {
    if (rents) await nextSlot()
    const figures = rents && (await rentFigures(await rentBasis(key, rents, setting), key, rents, setting))
    rows.push({ areaId, name, city, state, ...(figures && { rents: summaryOf(figures, setting) }) })
  }
  return rows
}
