import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FactPage, MarketLookup } from '../../catalog/ports/market-lookup.ts'
import type { FactKind, MarketFacts } from '../../model/market-facts.ts'

export { nextTurn }

/** Rows read between two turns of the event loop: a few milliseconds, if each place has few rows. */
const ROWS_PER_TURN = 20_000

/** How often to start over when the catalogue changes during a read. After that, pages may be of several versions. */
const MAX_READS = 5

/** All facts of a region from one version of the catalogue; other calls get their turns between pages. */
export async function factsOf<K extends FactKind>(
  kind: K,
  region: string,
  market: MarketLookup,
): Promise<readonly MarketFacts[K][]> {
  for (let read = 1; ; read++) {
    const parts: MarketFacts[K][] = []
    const states = new Set<string>()
    for (let from: number | undefined = 0; from !== undefined; ) {
      if (states.size > 0) await nextTurn()
      const page: FactPage<K> = await market.facts(kind, region, from)
      for (const part of page.parts) parts.push(part)
      states.add(page.dataVersion)
      from = page.next
    }
    if (states.size === 1 || read === MAX_READS) return parts
  }
}

/** Yields the parts one by one, with a turn of the event loop after every `ROWS_PER_TURN` rows. */
export async function* inTurns<F extends { readonly rows: number }>(parts: readonly F[]): AsyncGenerator<F> {
  let rows = 0
  for (const part of parts) {
    yield part
    rows += part.rows
    if (rows < ROWS_PER_TURN) continue
    rows = 0
    await nextTurn()
  }
}
