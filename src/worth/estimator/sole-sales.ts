import { isPackage } from '../../model/real-sale.ts'

/** Sales as columns. `places` are ZIP codes or numbers of other places. */
export interface DatedSales {
  readonly days: ArrayLike<number>
  readonly prices: ArrayLike<number>
  readonly places: ArrayLike<number>
  /**
   * City codes. They reveal repetitions of a sale if only one of two sources has the ZIP code, because then places
   * differ.
   */
  readonly cities?: ArrayLike<number>
  /** Sizes of the homes. They distinguish homes, because the same home may have several ids. */
  readonly sizes: ArrayLike<number>
  /** If several rows are the same sale, the row with the greatest value is kept. Default: the first row. */
  readonly preferred?: ArrayLike<number>
}

/**
 * Leaves out rows that do not show the value of one home: sales of packages, and repetitions of a sale.
 * @param rows Sorted by day, like the result.
 * @param isTogether Whether homes with the same price were sold together. Must return false for rents, because many
 * homes may ask the same rent.
 */
export function soleSales(
  rows: Uint32Array,
  { days, prices, places, cities = places, sizes, preferred }: DatedSales,
  isTogether: typeof isPackage = isPackage,
): Uint32Array {
  const leftOut = new Set<number>()
  const leaveOut = (shared: number[]) => {
    if (preferred) shared.sort((one, other) => (preferred[other] as number) - (preferred[one] as number))
    for (const rowsOfPlace of Map.groupBy(shared, (row) => places[row] as number).values()) {
      const homeSizes = new Set(rowsOfPlace.map((row) => sizes[row] as number))
      const isLeft = isTogether(prices[rowsOfPlace[0] as number] as number, homeSizes.size, day)
      for (const row of rowsOfPlace) if (isLeft || !homeSizes.delete(sizes[row] as number)) leftOut.add(row)
    }
    const knownHomes = new Set<string>()
    for (const row of shared) {
      if (leftOut.has(row) || Number.isNaN(sizes[row]) || Number.isNaN(cities[row])) continue
      const home = `${cities[row]} ${sizes[row]}`
      if (knownHomes.has(home)) leftOut.add(row)
      else knownHomes.add(home)
    }
  }
  let day = Number.NaN
  const firsts = new Map<number, number>()
  const shared = new Map<number, number[]>()
  const endDay = () => {
    for (const deeds of shared.values()) leaveOut(deeds)
    firsts.clear()
    shared.clear()
  }
  for (const row of rows) {
    if (days[row] !== day) endDay()
    day = days[row] as number // in bounds
    const price = prices[row] as number
    const first = firsts.get(price)
    const deeds = shared.get(price)
    if (first === undefined) firsts.set(price, row)
    else if (deeds === undefined) shared.set(price, [first, row])
    else deeds.push(row)
  }
  endDay()
  return leftOut.size === 0 ? rows : rows.filter((row) => !leftOut.has(row))
}
