import { median } from '../../kit/algorithms/median.ts'
import type { MarketMeasure } from '../../model/market.ts'
import { COURSE_STATES, type CourseState, NO_DAY, type SaleFacts } from '../../model/market-facts.ts'
import { MIN_PRICE } from '../../model/real-sale.ts'
import { inSlots } from './facts.ts'
import { dayText, type Figure, MIN_HOMES, type Setting } from './figure.ts'
import { type HomeKind, typeBits } from './home-kinds.ts'
import { computedFigure, mean, type Observation, observe, observeRecent } from './observed-values.ts'
import { publishedFigureOf, type SeriesByMeasure } from './published.ts'

/** Figures of the sales market except home values, each with the published series that may contain it. */
export const SALE_MEASURES = {
  for_sale_inventory: 'for_sale_inventory',
  new_listings: 'new_listings',
  median_days_to_pending: 'days_to_pending',
  median_sale_price: 'median_sale_price',
  median_list_price: 'median_list_price',
  market_saletolist_ratio: 'sale_to_list_ratio',
  percent_ofsales_over_list_price: 'share_over_list',
  percent_ofsales_under_list_price: 'share_under_list',
} as const satisfies Record<string, MarketMeasure>
export const SALE_FIGURES = Object.keys(SALE_MEASURES) as SaleFigureName[]
export type SaleFigureName = keyof typeof SALE_MEASURES
export type SaleFigures = Readonly<Record<SaleFigureName, Figure>>

const NEW_DAYS = 30

const DECIMALS: Readonly<Record<SaleFigureName, number>> = {
  for_sale_inventory: 0,
  new_listings: 0,
  median_days_to_pending: 1,
  median_sale_price: 0,
  median_list_price: 0,
  market_saletolist_ratio: 4,
  percent_ofsales_over_list_price: 4,
  percent_ofsales_under_list_price: 4,
}

export function publishedSales(series: SeriesByMeasure, setting: Setting): SaleFigures {
  const figures = SALE_FIGURES.map((name) => [
    name,
    publishedFigureOf(SALE_MEASURES[name], series, DECIMALS[name], setting),
  ])
  return Object.fromEntries(figures) as Record<SaleFigureName, Figure> // has every name
}

export async function computedSales(
  sales: readonly SaleFacts[],
  kind: HomeKind,
  setting: Setting,
): Promise<SaleFigures> {
  const figures = {} as Record<SaleFigureName, Figure> // filled below
  for (const name of SALE_FIGURES) figures[name] = await COMPUTED[name](sales, typeBits(kind), setting)
  return figures
}

type Computed = (parts: readonly SaleFacts[], types: number, setting: Setting) => Promise<Figure>

/** How to compute each figure from homes of certain types, given as bits. */
const COMPUTED: Readonly<Record<SaleFigureName, Computed>> = {
  for_sale_inventory: async (parts, types, setting) => {
    const values = await askingPrices(parts, types)
    return countFigure(values.length, setting.today, setting)
  },
  new_listings: async (parts, types, setting) => {
    const from = setting.today - NEW_DAYS + 1
    const { values } = await observe(parts, newListing(types), from, setting.today)
    return countFigure(values.length, from, setting)
  },
  median_list_price: async (parts, types, setting) => {
    const asked = (await askingPrices(parts, types)).filter((price) => price > 0)
    const now = asked.length >= MIN_HOMES ? { values: asked, from: setting.today, to: setting.today } : undefined
    const observed = now ?? (await observeRecent(parts, askingPriceWhenListed(types), setting.today))
    return computedFigure(observed, median, 0, setting, `fewer than ${MIN_HOMES} asking prices are known`)
  },
  median_sale_price: (parts, types, setting) =>
    recentFigure(parts, salePrice(types), median, 0, setting, 'sales with their prices'),
  market_saletolist_ratio: (parts, types, setting) =>
    recentFigure(
      parts,
      ratioToAskingPrice(types, (ratio) => ratio),
      median,
      4,
      setting,
      PRICED_SALES,
    ),
  percent_ofsales_over_list_price: (parts, types, setting) =>
    recentFigure(
      parts,
      ratioToAskingPrice(types, (ratio) => Number(ratio > 1)),
      mean,
      4,
      setting,
      PRICED_SALES,
    ),
  percent_ofsales_under_list_price: (parts, types, setting) =>
    recentFigure(
      parts,
      ratioToAskingPrice(types, (ratio) => Number(ratio < 1)),
      mean,
      4,
      setting,
      PRICED_SALES,
    ),
  median_days_to_pending: (parts, types, setting) =>
    recentFigure(parts, daysToPending(types), median, 1, setting, 'homes that went under contract'),
}

const PRICED_SALES = 'sales with asking price and price paid'

async function recentFigure(
  parts: readonly SaleFacts[],
  observation: Observation<SaleFacts>,
  summary: (values: readonly number[]) => number,
  decimals: number,
  setting: Setting,
  what: string,
): Promise<Figure> {
  const observed = await observeRecent(parts, observation, setting.today)
  return computedFigure(observed, summary, decimals, setting, `fewer than ${MIN_HOMES} ${what} are known`)
}

/** Returns a count. Any number of homes is enough, because 0 is a result too. */
function countFigure(value: number, from: number, { names, today }: Setting): Figure {
  const span = { date: dayText(today), ...(from !== today && { from: dayText(from) }) }
  return { value, source: { basis: 'computed', source: names.computed, ...span, homes: value } }
}

/** Returns the asking prices of the homes that a search shows as for sale; 0 if unknown. */
async function askingPrices(parts: readonly SaleFacts[], types: number): Promise<readonly number[]> {
  const asked: number[] = []
  for await (const facts of inSlots(parts)) {
    for (let row = 0; row < facts.rows; row++) {
      if (facts.state[row] === ACTIVE && hasType(types, facts, row)) asked.push(facts.asked[row] as number)
    }
  }
  return asked
}

const ACTIVE = codeOf('active')
const COMING_SOON = codeOf('coming_soon')

function codeOf(state: CourseState): number {
  return COURSE_STATES.indexOf(state)
}

function hasType(types: number, { homeType }: SaleFacts, row: number): boolean {
  return ((types >>> (homeType[row] as number)) & 1) === 1
}

function newListing(types: number): Observation<SaleFacts> {
  return {
    days: ({ listed }) => listed,
    value: (facts, row) => (facts.state[row] !== COMING_SOON && hasType(types, facts, row) ? 1 : Number.NaN),
  }
}

function askingPriceWhenListed(types: number): Observation<SaleFacts> {
  return {
    days: ({ listed }) => listed,
    value: (facts, row) => (hasType(types, facts, row) ? known(facts.asked[row]) : Number.NaN),
  }
}

/** Skips nominal deeds, which are not sales; see `MIN_PRICE`. */
export function salePrice(types: number): Observation<SaleFacts> {
  return {
    days: ({ closed }) => closed,
    value: (facts, row) => {
      const paid = facts.paid[row] as number
      return paid >= MIN_PRICE && hasType(types, facts, row) ? paid : Number.NaN
    },
  }
}

function ratioToAskingPrice(types: number, of: (ratio: number) => number): Observation<SaleFacts> {
  const paid = salePrice(types)
  return {
    days: paid.days,
    value: (facts, row) => {
      const ratio = paid.value(facts, row) / known(facts.asked[row])
      return Number.isNaN(ratio) ? ratio : of(ratio)
    },
  }
}

function daysToPending(types: number): Observation<SaleFacts> {
  return {
    days: ({ pending }) => pending,
    value: (facts, row) => {
      const listed = facts.listed[row] as number
      const days = (facts.pending[row] as number) - listed
      return listed !== NO_DAY && days >= 0 && hasType(types, facts, row) ? days : Number.NaN
    },
  }
}

/** Returns NaN for 0, which means an unknown price. */
function known(price: number | undefined): number {
  return price || Number.NaN
}
