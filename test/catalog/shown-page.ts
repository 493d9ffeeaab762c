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

/** Whether a page is copied from cards in memory: it then reuses the memory of a page that was released. */
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

/** Returns everything in a page, for a comparison with another page. */
export function shownPage(page: EncodedPage): object {
  const { json: _, ...parts } = page
  const text = cardsText(page, ['{"found":"Łódź","searchResults":[', ']}'])
  return { ...parts, cards: text.split('},{') }
}

/** A page whose cards are made for it. */
export function madePage(
  parts: Pick<EncodedPage, 'total' | 'ungrouped' | 'left' | 'lastKey' | 'measured'>,
  cards: string,
): EncodedPage {
  return { ...parts, ...encodedCards([cards]) }
}
