import {
  type AnswerOf,
  component,
  day,
  each,
  type FieldsOf,
  listOf,
  nullable,
  number,
  object,
  optional,
  secondNameOf,
  text,
} from '../../kit/answers/index.ts'
import type { Day } from '../../kit/base/clock.ts'
import { grouped, rounded } from '../../kit/base/figures.ts'
import type { Region } from '../../model/region.ts'
import { regionLabel } from '../../places/regions/region-label.ts'
import { BASIS } from './basis.ts'
import {
  FIGURE_SOURCE,
  type Figure,
  type FigureSource,
  figure,
  latestDate,
  MIN_HOMES_OF_TREND,
  numberOf,
  type Setting,
  tooFewForTrend,
} from './figure.ts'
import { SALE_KINDS, type SaleKind } from './home-kinds.ts'
import { homeMarket } from './home-market.ts'
import { NEIGHBORHOOD_VALUES } from './neighborhood-values.ts'
import { SALE_FIGURES, type SaleFigures } from './sale-figures.ts'
import { type HomeValues, VALUE_POINT } from './value-figures.ts'

const OVERVIEW = component(
  'MarketOverview',
  object({
    description: text('The main figures, in one sentence.'),
    typical_home_values: figure('Dollars.'),
    for_sale_inventory: figure('Homes.'),
    new_listings: figure('Homes.'),
    median_days_to_pending: figure('Days.'),
    median_sale_price: figure('Dollars.'),
    median_list_price: figure('Dollars.'),
    market_saletolist_ratio: figure('Sale price divided by asking price; repeated as `market saletolist ratio`.'),
    'market saletolist ratio': secondNameOf('market_saletolist_ratio', nullable(number())),
    percent_ofsales_over_list_price: figure('As a fraction.'),
    percent_ofsales_under_list_price: figure('As a fraction.'),
  }),
)

const LATEST = object(
  {
    date: day(),
    ...each(
      optional(number()),
      'forSaleInventory',
      'newListings',
      'medianDaysToPending',
      'medianSalePrice',
      'medianListPrice',
      'saleToListRatio',
      'percentOfSalesOverListPrice',
      'percentOfSalesUnderListPrice',
    ),
  },
  'Only the figures that are known.',
)

const ANALYTICS = component(
  'MarketAnalytics',
  object({
    zhviRange: listOf(VALUE_POINT, 'Value of a typical home over time, newest first.'),
    mrktListingLatest: LATEST,
    neighborhoods_zhvi: optional(NEIGHBORHOOD_VALUES),
  }),
)

/** Figures are null if too little is known; `figure_sources` says why. */
export const HOUSING_FIGURES = {
  basis: BASIS,
  market_overview: OVERVIEW,
  market_analytics: ANALYTICS,
  figure_sources: object(each(FIGURE_SOURCE, 'typical_home_values', ...SALE_FIGURES, 'zhviRange')),
}
type HousingFigures = FieldsOf<typeof HOUSING_FIGURES>

/** Returns the figures of homes for sale and of sold homes in a region. */
export async function housingFigures(
  region: Region,
  choice: SaleKind,
  setting: Setting,
): Promise<HousingFigures & { readonly date: Day }> {
  const { basis, sales, values } = await homeMarket(region.key, SALE_KINDS[choice], setting)
  const figures = { typical_home_values: values.typical, ...sales }
  const sources: HousingFigures['figure_sources'] = {
    ...mapped(figures, ({ source }) => source),
    zhviRange: values.source,
  }
  return {
    basis,
    date: latestDate(Object.values(sources)),
    market_overview: {
      description: descriptionOf(region, values, sales),
      ...mapped(figures, numberOf),
      'market saletolist ratio': numberOf(sales.market_saletolist_ratio),
    },
    market_analytics: { zhviRange: values.points, mrktListingLatest: latest(sales, values) },
    figure_sources: sources,
  }
}

function mapped<K extends string, T>(figures: Readonly<Record<K, Figure>>, of: (one: Figure) => T): Record<K, T> {
  const entries = (Object.entries(figures) as [K, Figure][]).map(([name, one]) => [name, of(one)])
  return Object.fromEntries(entries) as Record<K, T> // has the keys of `figures`
}

/** Example: `The typical home value in Austin, TX is $512,300, up 2.1% over the past year; …` */
function descriptionOf(region: Region, { typical, yearly }: HomeValues, sales: SaleFigures): string {
  const place = region.type === 'country' ? 'the United States' : regionLabel(region)
  if (typical.value === undefined) return `Too little is known of home values in ${place}.`
  const value = `The typical home value in ${place} is $${grouped(typical.value)}`
  const days = sales.median_days_to_pending.value
  const pending = days === undefined ? '' : `; homes go to pending in around ${days} days`
  return `${value}${changeText(yearly)}${pending} (as of ${typical.source.date}).`
}

const COUNTED = 'values or sales'

/** A computed change comes with its number of homes. If they are too few, the text says so instead of the change. */
function changeText(yearly: HomeValues['yearly']): string {
  if (yearly === undefined) return ''
  const { fraction, homes } = yearly
  if (homes !== undefined && homes < MIN_HOMES_OF_TREND)
    return ` (over the past year ${tooFewForTrend(homes, COUNTED)})`
  const percent = rounded(Math.abs(fraction) * 100, 1)
  const direction = percent === 0 ? 'unchanged' : `${fraction > 0 ? 'up' : 'down'} ${percent}%`
  return `, ${direction} over the past year${homes === undefined ? '' : ` (from ${grouped(homes)} ${COUNTED})`}`
}

function latest(sales: SaleFigures, { typical }: HomeValues): AnswerOf<typeof LATEST> {
  const figures = {
    forSaleInventory: sales.for_sale_inventory,
    newListings: sales.new_listings,
    medianDaysToPending: sales.median_days_to_pending,
    medianSalePrice: sales.median_sale_price,
    medianListPrice: sales.median_list_price,
    saleToListRatio: sales.market_saletolist_ratio,
    percentOfSalesOverListPrice: sales.percent_ofsales_over_list_price,
    percentOfSalesUnderListPrice: sales.percent_ofsales_under_list_price,
  }
  const knownFigures = Object.entries(figures).filter(([, { value }]) => value !== undefined)
  const sources: readonly FigureSource[] = knownFigures.map(([, { source }]) => source)
  const date = latestDate(sources.length > 0 ? sources : [typical.source])
  return { date, ...Object.fromEntries(knownFigures.map(([name, { value }]) => [name, value])) }
}
