import type { CatalogStore } from '../../catalog/ports/catalog-store.ts'
import { COUNTRY, type StoredMarket, type ValueKind } from '../../catalog/ports/estimator-lookup.ts'
import { DAY_MS, dayOf } from '../../kit/base/clock.ts'
import { grouped } from '../../kit/base/figures.ts'
import { MIN_SALES } from '../../worth/estimator/market-sales.ts'
import { type Finding, findingsAbout } from './finding.ts'

const NAMES: Readonly<Record<ValueKind, readonly [estimated: string, from: string]>> = {
  price: ['Prices', 'sales'],
  rent: ['Rents', 'asking rents'],
}

/** Returns findings about the value estimates of a catalog: where they come from, or why there are none. */
export function valueFindings(store: CatalogStore): readonly Finding[] {
  const { fine } = findingsAbout('estimates')
  const kind = store.kind()
  if (kind === undefined) return []
  if (kind === 'sample') return [fine('Values are not estimated, because the sales of a sample are invented.')]
  const markets = store.markets()
  return (Object.keys(NAMES) as ValueKind[]).map((each) =>
    fine(
      sentenceOf(
        each,
        markets.filter((market) => market.kind === each),
      ),
    ),
  )
}

function sentenceOf(kind: ValueKind, markets: readonly StoredMarket[]): string {
  const [estimated, from] = NAMES[kind]
  const newest = [...new Map(markets.map((market) => [market.market, market])).values()] // later entries replace earlier ones
  const trained = newest.filter((market) => market.trained)
  if (trained.length > 0) {
    const last = dayOf(Math.max(...trained.map(({ day }) => day)) * DAY_MS)
    return `${estimated} are estimated from ${from} up to ${last}: ${trained.map(salesIn).join(', ')}.`
  }
  const known = newest.length === 0 ? `no ${from} are known` : `only ${newest.map(salesIn).join(', ')} are known`
  return `${estimated} are not estimated, because ${known}: estimates need ${MIN_SALES} ${from} in a state, each with a date, a location and a size.`
}

function salesIn({ market, sales }: StoredMarket): string {
  return `${grouped(sales)} in ${market === COUNTRY ? 'all states with too few sales' : market}`
}
