import type { EncodedPage } from '../query.ts'

const COMMA = Buffer.from(',')

/** A page of cards that are ready to be sent. */
export function pageOfCards(
  told: Pick<EncodedPage, 'total' | 'ungrouped' | 'left' | 'lastKey'>,
  cards: readonly Uint8Array[],
): EncodedPage {
  const joined = Buffer.concat(cards.flatMap((card, i) => (i === 0 ? [card] : [COMMA, card])))
  return {
    ...told,
    cardBytes: joined.length,
    json: (before, after) => ({
      bytes: Buffer.concat([Buffer.from(before), joined, Buffer.from(after)]),
      release() {},
    }),
    gzip: undefined,
  }
}
