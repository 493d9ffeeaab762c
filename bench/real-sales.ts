import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCatalog, openWriter } from '../src/catalog/opening/open.ts'
import type { Catalog } from '../src/catalog/ports/catalog.ts'
import { loadMapping } from '../src/intake/ingest/mapping-files.ts'
import { runImport } from '../src/intake/ingest/run.ts'
import { dayNumber, startOfDay } from '../src/kit/base/clock.ts'
import type { Home } from '../src/model/home.ts'
import { MIN_PRICE } from '../src/model/real-sale.ts'
import { loadGazetteer } from '../src/places/regions/gazetteer.ts'
import { furtherFacts } from '../src/worth/estimator/further-facts.ts'
import { homeInputs } from '../src/worth/estimator/home-inputs.ts'
import { cityCode } from '../src/worth/estimator/lack.ts'
import { SaleTable } from '../src/worth/estimator/sales.ts'
import { benchLog, CARDS, NOW_MS } from './harness/setting.ts'

/**
 * Options of benches that estimate values. `data`: the file with the sales; `mapping`: its mapping; `from`, `to`: which
 * share of the sales, oldest first, is to be estimated; `every`: days between two trainings.
 */
export const SALE_DEFAULTS = { data: '', mapping: 'king-county', from: '0.8', to: '1', every: 7 }

/** A sale whose price is estimated from other sales. */
export interface Sale {
  readonly home: Home
  readonly day: number
  readonly price: number
}

/** The sales of an imported file. */
export interface ImportedSales {
  readonly catalog: Catalog
  /** All sales, oldest first. */
  readonly sales: readonly Sale[]
  /** The sales to be estimated. */
  readonly held: readonly Sale[]
}

/** Imports a file into a temporary folder, and passes its sales to `work`. */
export async function withSales<T>(
  words: Pick<typeof SALE_DEFAULTS, 'data' | 'mapping' | 'from' | 'to'>,
  work: (imported: ImportedSales) => Promise<T>,
): Promise<T> {
  if (words.data === '') throw new RangeError('--data is required: the file with the sales.')
  const [from, to] = [share('from', words.from), share('to', words.to)]
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-sales-'))
  try {
    const catalog = await imported(words.data, words.mapping, dataDir)
    const sales = await salesIn(catalog)
    const held = sales.slice(Math.floor(sales.length * from), Math.floor(sales.length * to))
    const done = await work({ catalog, sales, held })
    catalog.close()
    return done
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

function share(name: string, text: string): number {
  const number = Number(text)
  if (text.trim() !== '' && number >= 0 && number <= 1) return number
  throw new RangeError(`--${name} must be a share from 0 to 1; you sent "${text}".`)
}

async function imported(file: string, mapping: string, dataDir: string): Promise<Catalog> {
  await runImport({
    files: [file],
    mapping: loadMapping(mapping),
    openWriter: () =>
      openWriter({ dataDir, kind: 'imported', replace: true, cards: CARDS, newCatalogId: () => '0'.repeat(16) }),
    gazetteer: loadGazetteer(),
    clock: { now: () => NOW_MS },
    rejectsPath: join(dataDir, 'rejects.csv'),
  })
  return openCatalog(dataDir, benchLog, CARDS)
}

/** Reads every sale from the homes' histories, oldest first. */
async function salesIn(catalog: Catalog): Promise<Sale[]> {
  const { zpids } = await catalog.search('home').selectAll({ listingClass: 'Sold', where: [] }, [])
  const homes = await Promise.all(Array.from(zpids.toSorted(), (zpid) => catalog.records.get('home', zpid)))
  return homes
    .flatMap((home) => (home ? salesOf(home) : []))
    .sort((one, other) => one.day - other.day || one.home.zpid - other.home.zpid)
}

function salesOf(home: Home): Sale[] {
  return home.history.flatMap(({ event, date, price }) =>
    event === 'Sold' && price !== undefined ? [{ home, day: dayNumber(startOfDay(date)), price }] : [],
  )
}

/** Converts sales to training data. Each sale has the latest known facts of its home. */
export function saleTable(sales: readonly Sale[]): SaleTable {
  const table = new SaleTable()
  for (const { home, day, price } of sales)
    if (price >= MIN_PRICE) {
      const place = Number(home.address.zipcode)
      table.add(home.zpid, day, price, homeInputs(home), place, furtherFacts(home), cityCode(home.address))
    }
  return table
}

/** The sales of several consecutive days. `knownBy`: the day before the first of these days. */
export interface Block {
  readonly knownBy: number
  readonly sales: readonly Sale[]
}

/** Splits the sales to be estimated into blocks of days. Before each block, estimators are trained again. */
export function blocksOf(held: readonly Sale[], everyDays: number): Block[] {
  const first = held[0]?.day ?? 0
  return [...Map.groupBy(held, ({ day }) => Math.floor((day - first) / everyDays))].map(([nth, sales]) => ({
    knownBy: first + nth * everyDays - 1,
    sales,
  }))
}
