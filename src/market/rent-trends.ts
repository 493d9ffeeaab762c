import {
  type AnswerOf,
  component,
  day,
  each,
  large,
  listOf,
  number,
  object,
  oneOf,
  text,
  whole,
} from '../answers/index.ts'
import { monthOfDay } from '../base/clock.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { placeIndexOf } from '../locate/place-index.ts'
import type { Region } from '../model/region.ts'
import { COUNTRY_KEY, cityRegionKey } from '../regions/region-keys.ts'
import { regionLabel } from '../regions/region-label.ts'
import { texts } from '../rendering/answer-head.ts'
import { regionsOf } from '../rendering/regions.ts'
import { nextTurn } from './facts.ts'
import { dayText, FIGURE_SOURCE, latestDate, numberOf, type Setting } from './figure.ts'
import { type RentChoice, type RentFigures, type RentHistory, rentFigures } from './rent-figures.ts'
import { RENT_HISTOGRAM } from './rent-histogram.ts'
import { TEMPERATURE, temperatureOf } from './temperature.ts'

const MAX_NEARBY = 10

const MONTH_NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

const MONTH_RENT = component(
  'MonthRent',
  object({ month: oneOf(MONTH_NAMES), price: number('Dollars per month.'), year: text() }),
)

export const TRENDS = component(
  'RentTrends',
  object({
    ...texts('areaName', 'areaType'),
    date: day(),
    summary: object({
      availableRentals: whole(),
      medianRent: number('Dollars per month.'),
      ...each(number('Dollars; 0 if unknown.'), 'monthlyChange', 'yearlyChange'),
    }),
    marketTemperature: object({ temperature: TEMPERATURE }),
    rentHistogram: RENT_HISTOGRAM,
    medianRentPriceOverTime: object(each(listOf(MONTH_RENT), 'currentYear', 'prevYear')),
    rentCompare: object({ areaName: text(), medianRent: number('Dollars per month.') }),
    nearbyAreaTrends: listOf(
      object({ areaName: text(), date: day(), medianRent: number('Dollars per month.'), resourceId: large() }),
    ),
    nearByAreas: listOf(object({ areaId: large(), ...texts('areaType', 'city', 'name', 'state') })),
    zipcodesInCity: listOf(object({ areaId: large(), ...texts('name', 'city', 'state') })),
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
type Trends = AnswerOf<typeof TRENDS>

/** The rental trends of a region. */
export async function rentTrends(region: Region, choice: RentChoice, setting: Setting): Promise<Trends> {
  const here = await rentFigures(region.key, choice, setting)
  const country = await rentFigures(COUNTRY_KEY, choice, setting)
  const nearby = nearbyAreas(region, setting.catalog.regions())
  const change = changesOf(here.byMonth)
  const now = dayText(setting.today)
  const onMarket = {
    basis: 'computed',
    source: setting.names.computed,
    date: now,
    homes: here.available,
  } as const
  const figureSources = {
    availableRentals: onMarket,
    medianRent: here.medianRent.source,
    monthlyChange: here.byMonth.source,
    yearlyChange: here.byMonth.source,
    marketTemperature: onMarket,
    rentHistogram: onMarket,
    medianRentPriceOverTime: here.byMonth.source,
    rentCompare: country.medianRent.source,
  }
  return {
    areaName: regionLabel(region),
    areaType: region.type,
    date: latestDate([here.medianRent.source, onMarket]),
    summary: { availableRentals: here.available, medianRent: numberOf(here.medianRent), ...change },
    marketTemperature: { temperature: temperatureOf(here.daysOffered, country.daysOffered) },
    rentHistogram: here.histogram,
    medianRentPriceOverTime: overTime(here.byMonth, setting.today),
    rentCompare: { areaName: 'United States', medianRent: numberOf(country.medianRent) },
    nearbyAreaTrends: await trendsOf(nearby, choice, setting),
    nearByAreas: nearby.map(shownArea),
    zipcodesInCity: await zipcodesOf(region, setting.catalog),
    figure_sources: figureSources,
  }
}

/**
 * The change, in dollars, of the last known month from the month before, and from the same month a year before; 0 if
 * unknown.
 */
function changesOf({ months }: RentHistory): Pick<Trends['summary'], 'monthlyChange' | 'yearlyChange'> {
  const last = Math.max(...months.keys())
  const since = (month: number) => {
    const [now, before] = [months.get(last), months.get(month)]
    return now === undefined || before === undefined ? 0 : now - before
  }
  return { monthlyChange: since(last - 1), yearlyChange: since(last - 12) }
}

/** This calendar year and the previous one, each from January; months without a rent are left out. */
function overTime({ months }: RentHistory, today: number): Trends['medianRentPriceOverTime'] {
  const january = Math.floor(monthOfDay(today) / 12) * 12
  const yearFrom = (first: number) =>
    MONTH_NAMES.flatMap((month, i) => {
      const price = months.get(first + i)
      return price === undefined ? [] : [{ month, price, year: String(1970 + first / 12) }]
    })
  return { currentYear: yearFrom(january), prevYear: yearFrom(january - 12) }
}

/** The nearest regions of the same type; none for the country. */
function nearbyAreas(region: Region, regions: readonly Region[]): readonly Region[] {
  if (region.type === 'country') return []
  return regionsOf(regions).nearest(region.type, region.point, MAX_NEARBY, region)
}

/** The trends of regions with known rents. */
async function trendsOf(
  regions: readonly Region[],
  choice: RentChoice,
  setting: Setting,
): Promise<Trends['nearbyAreaTrends']> {
  const trends: Trends['nearbyAreaTrends'][number][] = []
  for (const region of regions) {
    await nextTurn()
    const { medianRent }: RentFigures = await rentFigures(region.key, choice, setting)
    if (medianRent.value === undefined) continue
    const { date } = medianRent.source
    trends.push({ areaName: regionLabel(region), date, medianRent: medianRent.value, resourceId: region.regionId })
  }
  return trends
}

function shownArea({ regionId, type, city, name, state }: Region): Trends['nearByAreas'][number] {
  return { areaId: regionId, areaType: type, city: type === 'city' ? name : (city ?? ''), name, state }
}

/** The ZIP codes of the city that the region is, or is in. */
async function zipcodesOf(region: Region, catalog: Catalog): Promise<Trends['zipcodesInCity']> {
  const city = region.type === 'city' ? region.name : region.city
  if (city === undefined) return []
  const index = placeIndexOf(catalog.regions())
  const keys = await catalog.market.regionsWithin(cityRegionKey(city, region.state), 'zipcode')
  const zips = keys.map((key) => index.at(key)).filter((zip) => zip !== undefined)
  return zips.map(({ regionId, name, state }) => ({ areaId: regionId, name, city, state }))
}
