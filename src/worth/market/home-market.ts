import type { Day } from '../../kit/base/clock.ts'
import type { MarketMeasure } from '../../model/market.ts'
import { type Basis, isWithinYearOf, latestOf } from './basis.ts'
import { factsOf } from './facts.ts'
import { dayText, type Figure, type Setting } from './figure.ts'
import type { HomeKind } from './home-kinds.ts'
import { seriesOfRegion } from './published.ts'
import {
  computedSales,
  publishedSales,
  SALE_FIGURES,
  SALE_MEASURES,
  type SaleFigureName,
  type SaleFigures,
} from './sale-figures.ts'
import { computedValues, type HomeValues, publishedValues } from './value-figures.ts'

/** Figures of homes for sale and sold, all on one basis. */
export interface HomeMarket {
  readonly basis: Basis
  readonly sales: SaleFigures
  readonly values: HomeValues
}

const MEASURES: readonly MarketMeasure[] = ['home_value', ...Object.values(SALE_MEASURES)]

/** The published figures of exactly this region and kind, unless its homes give more of them. */
export async function homeMarket(region: string, kind: HomeKind, setting: Setting): Promise<HomeMarket> {
  const series = await seriesOfRegion(MEASURES, region, kind, setting)
  if (series === undefined) return computedMarket(region, kind, setting)
  const published: HomeMarket = {
    basis: 'published',
    sales: publishedSales(series, setting),
    values: publishedValues(series, setting),
  }
  const today = dayText(setting.today)
  if (figuresTold(published, today) === SALE_FIGURES.length + 1) return published // the homes cannot give more
  return tellingMore(published, await computedMarket(region, kind, setting))
}

async function computedMarket(region: string, kind: HomeKind, setting: Setting): Promise<HomeMarket> {
  const sales = await factsOf('sales', region, setting.catalog.market)
  const figures = await computedSales(sales, kind, setting)
  const values = await factsOf('values', region, setting.catalog.market)
  return {
    basis: 'computed',
    sales: figures,
    values: await computedValues(region, { sales, values }, kind, figures, setting),
  }
}

/** Chooses the market with more figures, or the published one if both have equally many. */
function tellingMore(published: HomeMarket, computed: HomeMarket): HomeMarket {
  const dates = [published, computed].flatMap(measured).map(({ source }) => source.date)
  const newest = latestOf(dates)
  return figuresTold(published, newest) >= figuresTold(computed, newest) ? published : computed
}

/**
 * The number of known figures. Those more than a year older than the newest one do not count, nor do counts of homes,
 * because there always is one, if only 0.
 */
function figuresTold(market: HomeMarket, newest: Day): number {
  const figures = measured(market).filter(({ source }) => isWithinYearOf(newest, source.date))
  const counts = COUNTS.filter((name) => market.sales[name].value !== undefined)
  return figures.length === 0 ? 0 : figures.length + counts.length
}

const COUNTS: readonly SaleFigureName[] = ['for_sale_inventory', 'new_listings']
const MEASURED = SALE_FIGURES.filter((name) => !COUNTS.includes(name))

/** The known figures other than counts, without those that only stand in for another. */
function measured({ sales, values }: HomeMarket): readonly Figure[] {
  const figures = [values.typical, ...MEASURED.map((name) => sales[name])]
  return figures.filter(({ value, source }) => value !== undefined && source.figure === undefined)
}
