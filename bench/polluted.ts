import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Catalog } from '../src/catalog/ports/catalog.ts'
import { median } from '../src/kit/algorithms/median.ts'
import { MIN_PRICE } from '../src/model/real-sale.ts'
import { regionKeysOf } from '../src/places/regions/region-keys.ts'
import { appraise } from '../src/worth/estimator/appraisal.ts'
import { traitsOf } from '../src/worth/estimator/likeness.ts'
import { movedOn } from '../src/worth/valuation/comparables.ts'
import { computedValues, valueIndexAt } from '../src/worth/valuation/value-index.ts'
import { bench, type Given } from './harness/bench.ts'
import { blocksOf, type ImportedSales, SALE_DEFAULTS, type Sale, saleTable, withSales } from './real-sales.ts'
import { type Appraised, estimateBlock } from './valuation.ts'

/** The median error may move by so many points. */
const MAX_MOVE = 0.5

/** A home of twice the size costs 2 ^ 0.7 times as much. */
const SIZE_ELASTICITY = 0.7

const OPTIONS = { ...SALE_DEFAULTS, column: 'price', nth: 4, price: 1, 'left-out': false } as const

/** Holds what sales before a held-back sale tell of it, in dollars; NaN where they tell nothing. */
interface Told {
  readonly price: number
  readonly estimate: number
  readonly comparables: number
  /** The typical value of its ZIP, its city and its county on the day before, for a home of this size. */
  readonly typical: readonly number[]
}

/** Names what is told of a sale; `other` is what the other import tells of it. */
const WAYS: Readonly<Record<string, (told: Told, other: Told) => number>> = {
  estimates: ({ estimate }) => estimate,
  comparables: ({ comparables }) => comparables,
  'typical value': ({ typical }, other) =>
    typical.find((value, i) => !Number.isNaN(value + (other.typical[i] ?? Number.NaN))) ?? Number.NaN,
}

/**
 * Imports a file as it is, and with every `nth` of its deeds at `price` dollars, and compares what is told of the same
 * held-back sales, whose own deeds are as they are. Options are those of `valuation`, and the name of the `column` with
 * the prices. With `left-out` these deeds are absent instead: that is what a thinner market costs by itself.
 */
export const run = bench(OPTIONS, async (given, figures) => {
  const folder = mkdtempSync(join(tmpdir(), 'plat-polluted-'))
  try {
    const data = join(folder, basename(given.data))
    writeFileSync(data, polluted(readFileSync(given.data, 'utf8'), given))
    const dirty = await withSales({ ...given, data }, (imported) => toldOf(imported, given.every))
    const clean = await withSales(given, (imported) => toldOf(imported, given.every))
    const pairs = [...dirty].flatMap(([sale, told]) => {
      const before = clean.get(sale)
      return before === undefined ? [] : [[before, told] as const]
    })
    figures.add('sales compared', pairs.length, '')
    for (const [name, value] of Object.entries(WAYS)) {
      const before = errorOf(pairs.map(([told, other]) => [told.price, value(told, other)]))
      const after = errorOf(pairs.map(([other, told]) => [told.price, value(told, other)]))
      if (Number.isNaN(before + after)) continue // too few sales are known
      figures.add(`${name}: absolute error, median`, before, '%')
      figures.add(`${name}: the same with bad deeds`, after, '%')
      figures.add(`${name}: moved by`, after - before, 'points', { atMost: MAX_MOVE })
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

/** Gives every so many-th row the price, or leaves it out. Cells hold no line breaks. */
function polluted(text: string, { column, nth, price, 'left-out': isLeftOut }: Given<typeof OPTIONS>): string {
  const [header = '', ...rows] = text.split(/\r?\n/).filter((line) => line !== '')
  const at = cellsOf(header).indexOf(column)
  if (at < 0) throw new RangeError(`Cannot find --column "${column}": the file has ${header}.`)
  const changed = rows.flatMap((row, i) => {
    if (i % nth !== 0) return row
    return isLeftOut ? [] : cellsOf(row).with(at, String(price)).join(',')
  })
  return [header, ...changed, ''].join('\n')
}

function cellsOf(row: string): string[] {
  return row.match(/(?<=^|,)(?:"[^"]*"|[^,]*)(?=,|$)/g) ?? []
}

/** Tells each held-back sale, by its home and day. */
async function toldOf({ catalog, sales, held }: ImportedSales, every: number): Promise<ReadonlyMap<string, Told>> {
  const [table, told] = [saleTable(sales), new Map<string, Told>()]
  const costs = { trainedMs: [], askedMs: [], bytes: 0 }
  const area = median(sales.flatMap(({ home: { facts } }) => facts.livingArea ?? []))
  for (const block of blocksOf(held, every)) {
    const real = { ...block, sales: block.sales.filter(({ price }) => price >= MIN_PRICE) }
    for (const sale of await estimateBlock(real, table, 0, catalog, costs))
      told.set(`${sale.home.zpid} ${sale.day}`, {
        price: sale.price,
        estimate: sale.estimated.value,
        comparables: await valueByComparables(sale, catalog),
        typical: (await typicalValues(sale, catalog)).map((value) => value * sized(sale, area)),
      })
  }
  return told
}

async function valueByComparables({ home, day, candidates, estimator }: Appraised, catalog: Catalog): Promise<number> {
  const index = await valueIndexAt(home.address, home.homeType, day - 365, catalog)
  const moved = movedOn(candidates, day - 1, index, estimator)
  return appraise(traitsOf(home), moved, estimator.effects).value ?? Number.NaN
}

/** Returns how many times as much a home of this size costs as one of an area in square feet. */
function sized({ home }: Sale, area: number): number {
  return ((home.facts.livingArea ?? Number.NaN) / area) ** SIZE_ELASTICITY
}

/** The values that the charts of a home's ZIP, city and county give the day before the sale; NaN where one gives none. */
async function typicalValues({ home, day }: Sale, catalog: Catalog): Promise<readonly number[]> {
  const { zipcode, city, county } = regionKeysOf(home.address)
  const ofRegions = [zipcode, city, county].map((region) =>
    region === undefined ? undefined : computedValues(region, catalog),
  )
  return (await Promise.all(ofRegions)).map((values) =>
    values !== undefined && values.readyDay < day ? values.valueOn(day - 1, day - 1) : Number.NaN,
  )
}

function errorOf(pairs: readonly (readonly [price: number, value: number])[]): number {
  const errors = pairs.map(([price, value]) => Math.abs(value / price - 1))
  return 100 * median(errors.filter((error) => !Number.isNaN(error)))
}
