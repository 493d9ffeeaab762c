import { existsSync } from 'node:fs'
import { folderStore } from '../../catalog/opening/catalog-store.ts'
import type { CatalogStore } from '../../catalog/ports/catalog-store.ts'
import { COUNTRY, type StoredMarket, type ValueKind } from '../../catalog/ports/estimator-lookup.ts'
import { type Clock, DAY_MS, dayNumber, dayOf } from '../../kit/base/clock.ts'
import { CommandFault } from '../../kit/base/failure.ts'
import { grouped } from '../../kit/base/figures.ts'
import { versionIn } from '../../kit/store/store-file.ts'
import { MIN_SALES } from '../../worth/estimator/market-sales.ts'
import { CATALOG } from '../backup/contents.ts'
import { type Finding, findingsAbout } from './finding.ts'

const NAMES: Readonly<Record<ValueKind, readonly [estimated: string, from: string]>> = {
  price: ['Prices', 'sales'],
  rent: ['Rents', 'asking rents'],
}

/**
 * Returns findings about the dates and value estimates of a folder's catalog. Empty if the catalog cannot be opened, because
 * another check reports that.
 */
export function folderValueFindings(dataDir: string, clock: Clock): readonly Finding[] {
  try {
    const path = CATALOG.path(dataDir)
    if (path === undefined || !existsSync(path)) return []
    if (versionIn(path, CATALOG.format) !== CATALOG.format.version) return []
    const store = folderStore(dataDir)
    return [...dayFindings(store, clock), ...valueFindings(store)]
  } catch (error) {
    if (error instanceof CommandFault) return []
    throw error
  }
}

/**
 * Reports a catalog with listings or sales of later days than today: the clock may be wrong. A day's difference comes
 * from time zones.
 */
export function dayFindings(store: CatalogStore, clock: Clock): readonly Finding[] {
  const today = dayNumber(clock.now())
  const newest = store.kind() && store.newestDay('home', today + DAYS_AHEAD_MAX)
  if (newest === undefined || newest <= today + 1) return []
  const sentence = `Homes were listed or sold up to ${dayOf(newest * DAY_MS)}, but the clock says ${dayOf(clock.now())}. If the clock is wrong, correct it; otherwise, correct the dates in the source.`
  return [findingsAbout('clock').look(sentence)]
}

/** Later days, such as the year 9999, are placeholders. */
const DAYS_AHEAD_MAX = 36_500

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
