import assert from 'node:assert/strict'
import { gunzipSync } from 'node:zlib'
import type { EncodedPage } from '../../src/catalog/query.ts'

/** The cards of a page as JSON, without brackets. What is ready as gzip must inflate to the same bytes. */
export function cardsText(page: EncodedPage, [before, after] = ['', '']): string {
  const { bytes, release } = page.json(before, after)
  const text = Buffer.from(bytes).toString()
  assert.equal(bytes.length, Buffer.byteLength(before) + page.cardBytes + Buffer.byteLength(after))
  if (page.gzip) {
    const packed = page.gzip(before, after)
    assert.ok(Buffer.from(bytes).equals(gunzipSync(packed.bytes)), `gzip does not inflate to ${text}`)
    packed.release()
  }
  release()
  return text.slice(before.length, text.length - after.length)
}

/** The same as data. */
export function cardsOf(page: EncodedPage): unknown[] {
  return JSON.parse(`[${cardsText(page)}]`)
}

/** All that a page tells, to be compared with another one. */
export function shownPage(page: EncodedPage): object {
  const { json: _, gzip: __, ...told } = page
  const text = cardsText(page, ['{"found":"Łódź","searchResults":[', ']}'])
  return { ...told, cards: text.split('},{') }
}

/** A page whose cards are made for it. */
export function madePage(
  told: Pick<EncodedPage, 'total' | 'ungrouped' | 'left' | 'lastKey'>,
  cards: string,
): EncodedPage {
  return {
    ...told,
    cardBytes: Buffer.byteLength(cards),
    json: (before, after) => ({ bytes: Buffer.from(before + cards + after), release() {} }),
    gzip: undefined,
  }
}
