import type { EncodedPage } from '../ports/query.ts'

/** The cards of a page that are made one by one, as JSON texts. */
export function encodedCards(cards: readonly string[]): Pick<EncodedPage, 'cardBytes' | 'json'> {
  const joined = cards.join(',')
  return {
    cardBytes: Buffer.byteLength(joined),
    json: (before, after) => ({ bytes: Buffer.from(before + joined + after), release() {} }),
  }
}
