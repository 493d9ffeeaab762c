import { dataCache } from '../../catalog/facts/data-cache.ts'
import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { FactPage } from '../../catalog/ports/market-lookup.ts'
import { nextSlot } from '../../kit/base/slots.ts'
import type { FactKind, MarketFacts } from '../../model/market-facts.ts'
import type { RegionType } from '../../model/region.ts'

/** Number of rows to read before other calls may run, which takes one or two milliseconds. */
const ROWS_PER_SLOT = 20_000

/** Maximum number of attempts to read all pages from one version of the catalog. The last result may mix versions. */
const MAX_READS = 5

/**
 * Caches the first page of facts of a region, because figures of many kinds are computed from the same facts. Most
 * regions have a single page, of a few kilobytes.
 */
const keepFirst = dataCache(3000)

const keepWithin = dataCache(1000)

/** Returns the keys of the regions of a type within a region. */
export function regionsWithin(region: string, type: RegionType, catalog: Catalog): Promise<readonly string[]> {
  return keepWithin(catalog, `${type} ${region}`, () => catalog.market.regionsWithin(region, type))
}

/** Reads all facts of a region from one version of the catalog. Other calls run between pages. */
export async function factsOf<K extends FactKind>(
  kind: K,
  region: string,
  catalog: Catalog,
): Promise<readonly MarketFacts[K][]> {
  for (let attempt = 1; ; attempt++) {
    const parts: MarketFacts[K][] = []
    const states = new Set<string>()
    for (let from: number | undefined = 0; from !== undefined; ) {
      if (states.size > 0) await nextSlot()
      const read = () => catalog.market.facts(kind, region, from)
      const page: FactPage<K> = await (from === 0 ? keepFirst(catalog, `${kind} ${region}`, read) : read())
      for (const part of page.parts) parts.push(part)
      states.add(page.dataVersion)
      from = page.next
    }
    if (states.size === 1 || attempt === MAX_READS) return parts
  }
}

/**
 * Yields the parts one by one, and lets other calls run after every `ROWS_PER_SLOT` rows. If there are several parts,
 * lets other calls run first, because callers may read the parts several times.
 */
export async function* inSlots<F extends { readonly rows: number }>(parts: readonly F[]): AsyncGenerator<F> {
  if (parts.length > 1) await nextSlot()
  let rows = 0
  for (const part of parts) {
    yield part
    rows += part.rows
    if (rows < ROWS_PER_SLOT) continue
    rows = 0
    await nextSlot()
  }
}
