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

/** Figures of homes for sale and of sold homes, all with the same basis. */
export interface HomeMarket {
  readonly basis: Basis
  readonly sales: SaleFigures
  readonly values: HomeValues
}

const MEASURES: readonly MarketMeasure[] = ['home_value', ...Object.values(SALE_MEASURES)]

/**
 * Returns the published figures of the region and kind, unless more figures can be computed from the region's homes.
 */
export async function homeMarket(region: string, kind: HomeKind, setting: Setting): Promise<HomeMarket> {
  const series = await seriesOfRegion(MEASURES, region, kind, setting)
  if (series === undefined) return computedMarket(region, kind, setting)
  const published: HomeMarket = {
    basis: 'published',
    sales: publishedSales(series, setting),
    values: publishedValues(series, setting),
  }
  const today = dayText(setting.today)
  if (knownFigures(published, today) === SALE_FIGURES.length + 1) return published // computing cannot give more figures
  return withMoreFigures(published, await computedMarket(region, kind, setting))
}

async function computedMarket(region: string, kind: HomeKind, setting: Setting): Promise<HomeMarket> {
  const sales = await factsOf('sales', region, setting.catalog)
  const figures = await computedSales(sales, kind, setting)
  const values = await factsOf('values', region, setting.catalog)
  return {
    basis: 'computed',
    sales: figures,
    values: await computedValues(region, { sales, values }, kind, figures, setting),
  }
}

/** Chooses the market with more figures; on a tie, the published market. */
function withMoreFigures(published: HomeMarket, computed: HomeMarket): HomeMarket {
  const dates = [published, computed].flatMap(measured).map(({ source }) => source.date)
  const newest = latestOf(dates)
  return knownFigures(published, newest) >= knownFigures(computed, newest) ? published : computed
}

/**
 * Counts the known figures. Skips figures more than a year older than the newest. Counts of homes are always known,
 * even if 0, so they are counted only if another figure is known.
 */
function knownFigures(market: HomeMarket, newest: Day): number {
  const figures = measured(market).filter(({ source }) => isWithinYearOf(newest, source.date))
  const counts = COUNTS.filter((name) => market.sales[name].value !== undefined)
  return figures.length === 0 ? 0 : figures.length + counts.length
}

const COUNTS: readonly SaleFigureName[] = ['for_sale_inventory', 'new_listings']
const MEASURED = SALE_FIGURES.filter((name) => !COUNTS.includes(name))

/** Returns the known figures, but no counts and no substitutes for other figures. */
function measured({ sales, values }: HomeMarket): readonly Figure[] {
  const figures = [values.typical, ...MEASURED.map((name) => sales[name])]
  return figures.filter(({ value, source }) => value !== undefined && source.figure === undefined)
}
