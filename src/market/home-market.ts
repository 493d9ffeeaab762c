import type { MarketMeasure } from '../model/market.ts'
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

/** What is known of homes for sale and sold, all on one basis. */
export interface HomeMarket {
  readonly basis: Basis
  readonly sales: SaleFigures
  readonly values: HomeValues
}

const MEASURES: readonly MarketMeasure[] = ['home_value', ...Object.values(SALE_MEASURES)]

/** The published figures of exactly this region and kind, unless its homes tell more of them. */
export async function homeMarket(region: string, kind: HomeKind, setting: Setting): Promise<HomeMarket> {
  const series = await seriesOfRegion(MEASURES, region, kind, setting)
  if (series === undefined) return computedMarket(region, kind, setting)
  const published: HomeMarket = {
    basis: 'published',
    sales: publishedSales(series, setting),
    values: publishedValues(series, setting),
  }
  const today = dayText(setting.today)
  const recent = told(published).filter(({ source }) => isWithinYearOf(today, source.date))
  if (recent.length > TELLING.length) return published // the homes cannot tell more
  return tellingMore(published, await computedMarket(region, kind, setting))
}

async function computedMarket(region: string, kind: HomeKind, setting: Setting): Promise<HomeMarket> {
  const sales = await factsOf('sales', region, setting.catalog.market)
  const figures = await computedSales(sales, kind, setting)
  const values = await factsOf('values', region, setting.catalog.market)
  return {
    basis: 'computed',
    sales: figures,
    values: await computedValues({ sales, values }, kind, figures, setting),
  }
}

/** The published figures if both tell equally many. A figure more than a year older than the newest one tells nothing. */
function tellingMore(published: HomeMarket, computed: HomeMarket): HomeMarket {
  const dates = [told(published), told(computed)].map((figures) => figures.map(({ source }) => source.date))
  const newest = latestOf(dates.flat())
  const [byPublished = 0, byComputed = 0] = dates.map((of) => of.filter((date) => isWithinYearOf(newest, date)).length)
  return byPublished >= byComputed ? published : computed
}

/** Homes always give a count, if only of none, so that counts say nothing of how much they tell. */
const COUNTS: readonly SaleFigureName[] = ['for_sale_inventory', 'new_listings']
const TELLING = SALE_FIGURES.filter((name) => !COUNTS.includes(name))

/** The known figures, without those that only stand in for another. */
function told({ sales, values }: HomeMarket): readonly Figure[] {
  const figures = [values.typical, ...TELLING.map((name) => sales[name])]
  return figures.filter(({ value, source }) => value !== undefined && source.figure === undefined)
}
