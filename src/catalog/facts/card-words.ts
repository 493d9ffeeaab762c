import type { Words } from '../../kit/base/words.ts'
import { allocate } from '../engine/column.ts'

/**
 * Placeholders for the operator's words in stored cards (the JSON of results), so that a change of words or URLs needs
 * no new cards. Records contain no such control characters, because `recordJson` removes them. Each placeholder takes
 * two bytes in UTF-8.
 */
export const STORED_WORDS: Words = { Portal: '\x81', portal: '\x8d', portalOrigin: '\x8f', mediaOrigin: '\x90' }

const NAMES = ['Portal', 'portal', 'portalOrigin', 'mediaOrigin'] as const satisfies readonly (keyof Words)[]
const MARKS = NAMES.map((name) => STORED_WORDS[name])
/** First byte of every placeholder, and of some other characters. */
export const MARK_LEAD = 0xc2
export const MARK_BYTES = 2
/** The other byte of each placeholder, in the order of `NAMES`. */
const SECONDS = MARKS.map((mark) => Buffer.from(mark)[1])

/** Removes the characters that cards use as placeholders. */
export function withoutMarks(text: string): string {
  return MARKS.some((mark) => text.includes(mark))
    ? MARKS.reduce((left, mark) => left.replaceAll(mark, '\ufffd'), text)
    : text
}

/** Replaces the placeholders in stored cards with the operator's words. */
export class CardWords {
  /** The words, escaped for a JSON string, in the order of `NAMES`. */
  readonly #texts: readonly string[]
  readonly #bytes: readonly Buffer[]

  constructor(words: Words) {
    this.#texts = NAMES.map((name) => JSON.stringify(words[name]).slice(1, -1))
    this.#bytes = this.#texts.map((text) => Buffer.from(text))
  }

  /** Replaces the placeholders in a part of a card. */
  put(part: string): string {
    return MARKS.reduce((text, mark, number) => text.replaceAll(mark, () => this.#texts[number] as string), part)
  }

  /**
   * Replaces the placeholders in texts in UTF-8. Returns the bytes, and for each offset in the texts and for their end,
   * the offset in the bytes.
   */
  putAll(texts: Uint8Array): { readonly bytes: Buffer; readonly offsets: Uint32Array } {
    const offsets = allocate('u32', texts.length + 1)
    const parts: Uint8Array[] = []
    let [end, from] = [0, 0]
    for (let at = 0; at <= texts.length; at++) {
      offsets[at] = end + at - from
      const word = texts[at] === MARK_LEAD ? this.#bytes[SECONDS.indexOf(texts[at + 1])] : undefined
      if (word === undefined) continue
      parts.push(texts.subarray(from, at), word)
      offsets[at + 1] = end = (offsets[at] as number) + word.length
      from = at + MARK_BYTES
      at++
    }
    return { bytes: Buffer.concat([...parts, texts.subarray(from)]), offsets }
  }
}
