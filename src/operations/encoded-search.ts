import type { Context } from '../catalog/context.ts'
import type { EncodedPage } from '../catalog/query.ts'
import { cardsFingerprint } from '../rendering/card-maker.ts'
import { EncodedAnswer } from './operation.ts'

/** The moment at which a search was made. */
export interface SearchMoment {
  /** A day number. */
  readonly today: number
  /** The catalogue's version before the search began. */
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
  const json = bodyOf(page, head)
  const unchanged = context.catalog.about().dataVersion === moment.dataVersion
  return new EncodedAnswer(json, unchanged ? fingerprintOf(moment, context) : undefined, page.release)
}

/** Written around the cards in place if there is room: copying a page takes longer than finding it. */
function bodyOf({ cards, marginBytes }: EncodedPage, head: object): Uint8Array {
  const beginning = `${JSON.stringify(head).slice(0, -1)},"searchResults":[`
  const headBytes = Buffer.byteLength(beginning)
  const bytes = headBytes + cards.length + ENDING.length
  const hasRoom = marginBytes >= Math.max(headBytes, ENDING.length)
  const body = hasRoom
    ? Buffer.from(cards.buffer, cards.byteOffset - headBytes, bytes)
    : Buffer.allocUnsafe(bytes).fill(cards, headBytes, headBytes + cards.length)
  body.write(beginning)
  body.write(ENDING, headBytes + cards.length)
  return body
}

const ENDING = ']}'

/** Bump it when the head of an answer changes for the same search: test/catalog/versions.test.ts says when. */
export const HEAD_VERSION = 1

/** Fingerprint of the heads that this version makes. */
export const HEAD_FINGERPRINT = '1 3LiAMYq9aHPzStAuNRHZ3U'

function fingerprintOf({ today, dataVersion }: SearchMoment, { catalog, words }: Context): string {
  const cards = `${cardsFingerprint(words)} ${words.mediaOrigin}`
  return `${HEAD_VERSION} ${catalog.about().catalogId} ${dataVersion} ${cards} ${today}`
}
