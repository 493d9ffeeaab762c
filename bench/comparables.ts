import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { dayNumber, startOfDay } from '../src/base/clock.ts'
import type { Catalog } from '../src/catalog/catalog.ts'
import { openCatalog, openWriter } from '../src/catalog/open.ts'
import { loadMapping } from '../src/ingest/mapping-files.ts'
import { runImport } from '../src/ingest/run.ts'
import type { Home } from '../src/model/home.ts'
import { loadGazetteer } from '../src/regions/gazetteer.ts'
import { comparablesOf } from '../src/valuation/comparables.ts'
import { Figures } from './figures.ts'
import { benchLog, CARDS, NOW_MS } from './search/setting.ts'
import { median } from './timing.ts'

const MAX_MEDIAN_ERROR_PERCENT = 10.5
const MIN_WITHIN_TENTH_PERCENT = 48

/** A sale whose price is to be told from others. */
interface Sale {
  readonly home: Home
  readonly day: number
  readonly price: number
}

/**
 * Holds back the sales of a file from a share of them on, in time, and tells the price of each from its comparables
 * alone, as /comparable_homes finds them on the day before the sale: `--data FILE`, `--mapping NAME`, `--from` and
 * `--to` as shares of all sales, `--json`. Parameters are chosen on what lies before the last fifth: `--from 0.6 --to
 * 0.8`.
 */
export async function benchComparables(args: readonly string[]): Promise<void> {
  const { values: options } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string' },
      mapping: { type: 'string', default: 'king-county' },
      from: { type: 'string', default: '0.8' },
      to: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
    },
  })
  if (options.data === undefined) throw new RangeError('Nothing says which sales to read: --data FILE is missing.')
  const [from, to] = [share('from', options.from), share('to', options.to)]
  const figures = new Figures(options.json)
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-comparables-'))
  try {
    const catalog = await imported(options.data, options.mapping, dataDir)
    const sales = await salesIn(catalog)
    figures.add('sales', sales.length, '')
    await measure(sales.slice(Math.floor(sales.length * from), Math.floor(sales.length * to)), catalog, figures)
    catalog.close()
  } finally {
    rmSync(dataDir, { recursive: true })
  }
  figures.end()
}

function share(name: string, text: string): number {
  const number = Number(text)
  if (text.trim() !== '' && number >= 0 && number <= 1) return number
  throw new RangeError(`Cannot read --${name} "${text}": accepted is a share from 0 to 1.`)
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

/** Every sale that the histories tell of, oldest first. */
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

async function measure(sales: readonly Sale[], catalog: Catalog, figures: Figures): Promise<void> {
  const errors: number[] = []
  const times: number[] = []
  for (const { home, day, price } of sales) {
    const start = performance.now()
    const { value } = await comparablesOf(home, day - 1, catalog)
    times.push(performance.now() - start)
    if (value !== undefined) errors.push(value / price - 1)
  }
  const absolute = errors.map(Math.abs)
  const within = (most: number) => (100 * absolute.filter((error) => error <= most).length) / sales.length
  figures.add('sales held back', sales.length, '')
  figures.add('of which nothing could be told', sales.length - errors.length, '')
  figures.add('absolute error: median', 100 * median(absolute), '%', { atMost: MAX_MEDIAN_ERROR_PERCENT })
  figures.add('within 10 %', within(0.1), '%', { atLeast: MIN_WITHIN_TENTH_PERCENT })
  figures.add('within 20 %', within(0.2), '%')
  figures.add('error with its sign: median', 100 * median(errors), '%')
  figures.add('time of one: median', median(times), 'ms')
}
