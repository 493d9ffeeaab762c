import type { Context } from '../catalog/context.ts'
import type { EncodedPage } from '../catalog/query.ts'
import { cardsFingerprint } from '../rendering/card-maker.ts'
import { EncodedAnswer } from './operation.ts'

/** When a search was asked. */
export interface SearchMoment {
  /** A day number. */
  readonly today: number
  /** The catalogue's before it was asked anything. */
  readonly dataVersion: string
}

/**
 * The answer to a search: what `head` says, then the cards as `searchResults`. Its type says nothing of the cards,
 * which are bytes by now: tests hold each of them against its declaration.
 */
export function encodedSearch<const H extends object>(
  page: EncodedPage,
  head: H,
  moment: SearchMoment,
  context: Context,
): EncodedAnswer<H & { readonly searchResults: readonly never[] }> {
  const json = bodyOf(page, head)
  const unchanged = context.catalog.about().dataVersion === moment.dataVersion
  return new EncodedAnswer(json, unchanged ? followedBy(moment, context) : undefined, page.release)
}

/** Written around the cards where they are, if there is room: copying a page costs more than finding it. */
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

/**
 * Bump it when the head of an answer comes out otherwise for the same search: test/catalog/versions.test.ts says
 * when.
 */
export const HEAD_VERSION = 1

/** Of the heads that this version makes. */
export const HEAD_FINGERPRINT = '1 ilSI4bil0D37nn2Zk-mKxT'

function followedBy({ today, dataVersion }: SearchMoment, { catalog, words }: Context): string {
  const cards = `${cardsFingerprint(words)} ${words.mediaOrigin}`
  return `${HEAD_VERSION} ${catalog.about().catalogId} ${dataVersion} ${cards} ${today}`
}
