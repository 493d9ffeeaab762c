import { DAY_MS, startOfDay } from '../../kit/base/clock.ts'
import { isPackage, MIN_PRICE } from '../../model/real-sale.ts'
import type { Finding } from './finding.ts'
import type { RowContent } from './noun.ts'

/** Maximum number of sales in memory. The sales of one package are close together in files. */
const MAX_DEEDS = 200_000

/** Finds package sales: several homes sold together, each with the total price. See `soleSales`. */
export class PackageDeeds {
  /**
   * For each day, price and place, the size of the home sold, or the set of sizes of several homes. The home's key if
   * the size is unknown.
   */
  readonly #homes = new Map<string, unknown>()

  find({ record, sourceKey }: Pick<RowContent, 'record' | 'sourceKey'>): Finding[] {
    const { ClosePrice: price, CloseDate: day, PostalCode: zipcode, City: city, LivingArea, ListingKind } = record
    if (typeof price !== 'number' || price < MIN_PRICE || day === undefined || ListingKind === 'lease') return []
    const [dayText, place] = [String(day), String(zipcode ?? city ?? '')]
    const homes = this.#homesWith(LivingArea ?? sourceKey, `${dayText} ${price} ${place}`)
    const dayNumber = startOfDay(dayText) / DAY_MS
    return isPackage(price, homes, dayNumber) ? [{ ...PACKAGE, detail: `$${price} on ${dayText} in ${place}` }] : []
  }

  /** Adds a home to a deed. Returns the deed's number of homes. */
  #homesWith(home: unknown, deed: string): number {
    const known = this.#homes.get(deed)
    if (known instanceof Set) return known.add(home).size
    if (known === undefined && this.#homes.size === MAX_DEEDS) this.#homes.clear()
    const homes = known === undefined || known === home ? [home] : [known, home]
    this.#homes.set(deed, homes.length === 1 ? home : new Set(homes)) // a set for each home would take five times the memory
    return homes.length
  }
}

const PACKAGE = {
  rule: 'sale.package',
  sentence:
    'Several homes have a sale with this day, price and place, so they were sold together. The sale is kept, but values are not learned from it.',
}
