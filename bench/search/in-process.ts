import { createHash } from 'node:crypto'
import type { EncodedPage, Query } from '../../src/catalog/query.ts'
import type { Draw } from './mix.ts'

/** An answer in short: two that have the same digest have the same bytes. */
export interface Digest {
  readonly total: number
  readonly ungrouped: number
  readonly cardBytes: number
  readonly sha1: string
}

export interface Page extends Pick<EncodedPage, 'total' | 'ungrouped'> {
  readonly cards: Uint8Array
  readonly release?: () => void
}

/** Something that answers queries in its own process. */
export interface Searched {
  searchCards(query: Query): Page | Promise<Page>
}

/** What is asked of whoever answers queries in its own process, beside its opening. */
export interface InProcess {
  digests(draws: readonly Draw[]): Promise<Digest[]>
  cards(query: Query): Promise<Uint8Array>
  /** Milliseconds of each query, one after the other. */
  round(queries: readonly Query[]): Promise<Float64Array>
}

export function inProcess(searched: () => Searched): InProcess {
  return {
    async digests(draws) {
      const digests: Digest[] = []
      for (const { query } of draws) digests.push(digestOf(await searched().searchCards(query)))
      return digests
    },
    cards: async (query) => (await searched().searchCards(query)).cards,
    async round(queries) {
      const backend = searched()
      const times = new Float64Array(queries.length)
      for (const [i, query] of queries.entries()) {
        const start = performance.now()
        const asked = backend.searchCards(query)
        const page = asked instanceof Promise ? await asked : asked
        page.release?.() // as the server does once an answer is sent
        times[i] = performance.now() - start
      }
      return times
    },
  }
}

function digestOf({ total, ungrouped, cards }: Page): Digest {
  return { total, ungrouped, cardBytes: cards.length, sha1: createHash('sha1').update(cards).digest('base64url') }
}
