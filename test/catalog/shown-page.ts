import assert from 'node:assert/strict'
import { encodedCards } from '../../src/catalog/facts/encoded-cards.ts'
import type { EncodedPage } from '../../src/catalog/ports/query.ts'

/** Returns the search results of a page as JSON, without the brackets of the list. */
export function cardsText(page: EncodedPage, [before, after] = ['', '']): string {
  const { bytes, release } = page.json(before, after)
  const text = Buffer.from(bytes).toString()
  assert.equal(bytes.length, Buffer.byteLength(before) + page.cardBytes + Buffer.byteLength(after))
  release()
  return text.slice(before.length, text.length - after.length)
}

/** Parses the search results of a page. */
export function cardsOf(page: EncodedPage): unknown[] {
  return JSON.parse(`[${cardsText(page)}]`)
}

/** Returns everything in a page, to compare it with another page. */
export function shownPage(page: EncodedPage): object {
  const { json: _, ...parts } = page
  const text = cardsText(page, ['{"found":"Łódź","searchResults":[', ']}'])
  return { ...parts, cards: text.split('},{') }
}

/** Makes a page from search results that are not stored. */
export function madePage(
  parts: Pick<EncodedPage, 'total' | 'ungrouped' | 'left' | 'lastKey' | 'measured'>,
  cards: string,
): EncodedPage {
  return { ...parts, ...encodedCards([cards]) }
}
