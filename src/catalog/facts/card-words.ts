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
const LEAD = 0xc2
const MARK_BYTES = 2

/** Removes the characters that cards use as placeholders. */
export function withoutMarks(text: string): string {
  return MARKS.some((mark) => text.includes(mark))
    ? MARKS.reduce((left, mark) => left.replaceAll(mark, '\ufffd'), text)
    : text
}

/** How often each placeholder occurs, in the order of `NAMES`. */
export type MarkCounts = readonly number[]

/** Counts the placeholders in chunks of cards. A chunk may end within a placeholder. */
export class MarkCounter {
  readonly counts: number[] = NAMES.map(() => 0)
  #isWithin = false

  #count(second: number | undefined): void {
    const number = second === undefined ? undefined : NUMBER_OF[second]
    if (number !== undefined) this.counts[number] = (this.counts[number] as number) + 1
  }

  /** Yields each chunk after counting its placeholders. */
  *counted(pieces: Iterable<Buffer>): Generator<Buffer> {
    for (const piece of pieces) {
      if (this.#isWithin) this.#count(piece[0])
      for (let at = piece.indexOf(LEAD); at !== -1; at = piece.indexOf(LEAD, at + 1)) this.#count(piece[at + 1])
      this.#isWithin = piece.at(-1) === LEAD
      yield piece
    }
  }
}

/** The index in `NAMES` of each placeholder, by its second byte. */
const NUMBER_OF: readonly (number | undefined)[] = Array.from({ length: 256 }, (_, second) => {
  const number = MARKS.findIndex((mark) => Buffer.from(mark)[1] === second)
  return number === -1 ? undefined : number
})

export interface Cards {
  readonly cards: Uint8Array
  /** Where each card starts. The last entry is the end of the last card. */
  readonly cardStarts: Float64Array
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
   * Replaces the placeholders in the chunks of stored cards, and adjusts the start of each card. The result is in
   * shared memory.
   */
  putAll(pieces: Iterable<Buffer>, storedStarts: Float64Array, counts: MarkCounts): Cards {
    const growth = counts.reduce((bytes, count, number) => bytes + count * this.#growthOf(number), 0)
    const cards = allocate('u8', (storedStarts.at(-1) ?? 0) + growth)
    const cardStarts = allocate('f64', storedStarts.length)
    const target = Buffer.from(cards.buffer, cards.byteOffset, cards.byteLength)
    let [begin, grown, row] = [0, 0, 0]
    /** Shifts the starts of all cards up to the stored offset `end` by `grown` bytes. */
    const moveStarts = (end: number) => {
      for (; row < storedStarts.length && (storedStarts[row] as number) <= end; row++)
        cardStarts[row] = (storedStarts[row] as number) + grown
    }
    for (const piece of withWholeMarks(pieces)) {
      let from = 0
      for (let at = piece.indexOf(LEAD); at !== -1; at = piece.indexOf(LEAD, at + MARK_BYTES)) {
        const number = NUMBER_OF[piece[at + 1] as number]
        if (number === undefined) continue
        moveStarts(begin + at)
        piece.copy(target, begin + from + grown, from, at)
        this.#bytes[number]?.copy(target, begin + at + grown)
        grown += this.#growthOf(number)
        from = at + MARK_BYTES
      }
      piece.copy(target, begin + from + grown, from)
      begin += piece.length
    }
    moveStarts(begin)
    return { cards, cardStarts }
  }

  #growthOf(number: number): number {
    return (this.#bytes[number] as Buffer).length - MARK_BYTES
  }
}

/** Regroups the bytes so that no chunk ends within a placeholder. */
function* withWholeMarks(pieces: Iterable<Buffer>): Generator<Buffer> {
  let rest: Buffer | undefined
  for (const piece of pieces) {
    const whole = rest === undefined ? piece : Buffer.concat([rest, piece])
    rest = whole.at(-1) === LEAD ? Buffer.from([LEAD]) : undefined
    yield rest === undefined ? whole : whole.subarray(0, -1)
  }
  if (rest !== undefined) yield rest
}
