import type { Context } from '../../catalog/ports/context.ts'
import type { EncodedPage } from '../../catalog/ports/query.ts'
import { CARDS_FINGERPRINT } from '../rendering/card-maker.ts'
import { EncodedAnswer, type EncodedBody } from './operation.ts'

export interface SearchMoment {
  /** Days since 1970-01-01. */
  readonly today: number
  /** Version of the catalog's data before the search began. */
  readonly dataVersion: string
}

/**
 * Builds the answer to a search: the keys of `head`, then `searchResults` with the stored JSON of each result. The type
 * omits the results, because they are already JSON; tests check each against its declaration.
 */
export function encodedSearch<const H extends object>(
  page: EncodedPage,
  head: H,
  moment: SearchMoment,
  context: Context,
): EncodedAnswer<H & { readonly searchResults: readonly never[] }> {
  const before = `${JSON.stringify(head).slice(0, -1)},"searchResults":[`
  const body = bodyOf(page, before, ']}')
  const unchanged = context.catalog.about().dataVersion === moment.dataVersion
  return new EncodedAnswer(body, unchanged ? fingerprintOf(moment, context) : undefined)
}

function bodyOf(page: EncodedPage, before: string, after: string): EncodedBody {
  return {
    jsonBytes: Buffer.byteLength(before) + page.cardBytes + Buffer.byteLength(after),
    json: () => page.json(before, after),
    with: (more) => bodyOf(page, before, `${after.slice(0, -1)}${more}}`),
  }
}

export function cardsAsData(page: EncodedPage): readonly unknown[] {
  const { bytes, release } = page.json('[', ']')
  const cards = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString())
  release()
  return cards
}

/**
 * Increase when any part of a search's answer except its results changes; test/catalog/versions.test.ts fails until
 * then.
 */
export const HEAD_VERSION = 8

/**
 * Fingerprint of what this version writes before the results.
 * @internal For tests.
 */
export const HEAD_FINGERPRINT = '8 zNpqy2XEBbtB0pBaokpPbg'

function fingerprintOf({ today, dataVersion }: SearchMoment, { catalog, words }: Context): string {
  const cards = `${CARDS_FINGERPRINT} ${Object.values(words).join(' ')}`
  return `${HEAD_VERSION} ${catalog.about().catalogId} ${dataVersion} ${cards} ${today}`
}
