import assert from 'node:assert/strict'
import { encodedCards } from '../../src/catalog/facts/encoded-cards.ts'
import type { EncodedPage } from '../../src/catalog/ports/query.ts'

/** The cards of a page as JSON, without brackets. */
export function cardsText(page: EncodedPage, [before, after] = ['', '']): string {
  const { bytes, release } = page.json(before, after)
  const text = Buffer.from(bytes).toString()
  assert.equal(bytes.length, Buffer.byteLength(before) + page.cardBytes + Buffer.byteLength(after))
  release()
  return text.slice(before.length, text.length - after.length)
}

/** A page that is copied from cards in memory is written where another one was that was given back. */
export function isFromMemory(page: EncodedPage): boolean {
  const [first, second] = [0, 1].map(() => {
    const { bytes, release } = page.json('', '')
    release()
    return bytes
  })
  return first?.buffer === second?.buffer && first?.byteOffset === second?.byteOffset
}

/** Reads the cards of a page as data. */
export function cardsOf(page: EncodedPage): unknown[] {
  return JSON.parse(`[${cardsText(page)}]`)
}

/** All that a page tells, to be compared with another one. */
export function shownPage(page: EncodedPage): object {
  const { json: _, ...told } = page
  const text = cardsText(page, ['{"found":"Łódź","searchResults":[', ']}'])
  return { ...told, cards: text.split('},{') }
}

/** A page whose cards are made for it. */
export function madePage(
  told: Pick<EncodedPage, 'total' | 'ungrouped' | 'left' | 'lastKey' | 'measured'>,
  cards: string,
): EncodedPage {
  return { ...told, ...encodedCards([cards]) }
}
