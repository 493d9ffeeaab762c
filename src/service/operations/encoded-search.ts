import type { Context } from '../../catalog/ports/context.ts'
import type { EncodedPage } from '../../catalog/ports/query.ts'
import { CARDS_FINGERPRINT } from '../rendering/card-maker.ts'
import { EncodedAnswer, type EncodedBody } from './operation.ts'

/** The moment at which a search was made. */
export interface SearchMoment {
  /** A day number. */
  readonly today: number
  /** The catalog's version before the search began. */
  readonly dataVersion: string
}

/**
 * The answer to a search: the keys of `head`, then the cards as `searchResults`. The type leaves the cards out, because
 * they are already encoded: tests check each of them against its declaration.
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

/** The cards of a page as data. */
export function cardsAsData(page: EncodedPage): readonly unknown[] {
  const { bytes, release } = page.json('[', ']')
  const cards = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString())
  release()
  return cards
}

/** Bump it when the head of an answer changes for the same search: test/catalog/versions.test.ts says when. */
export const HEAD_VERSION = 6

/**
 * Fingerprint of the heads that this version makes.
 * @internal For tests.
 */
export const HEAD_FINGERPRINT = '6 H2cmjkwdd_aTsjRv7zZzLu'

function fingerprintOf({ today, dataVersion }: SearchMoment, { catalog, words }: Context): string {
  const cards = `${CARDS_FINGERPRINT} ${Object.values(words).join(' ')}`
  return `${HEAD_VERSION} ${catalog.about().catalogId} ${dataVersion} ${cards} ${today}`
}
