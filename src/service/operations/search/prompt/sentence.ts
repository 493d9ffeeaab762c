/** A part of a sentence that a rule has read. */
export interface Match {
  /** The text as it was written. */
  readonly words: string
  readonly groups: Readonly<Record<string, string | undefined>>
  readonly start: number
  readonly end: number
}

/** Replaces text that a rule has used, so that no other rule matches across it. */
const READ = '\0'

const WORD = /[\p{L}\p{N}]+(?:['.,][\p{L}\p{N}]+)*[+%]?/gu

/**
 * A sentence from which each rule removes the words that it understands. No word is used twice, and unknown words
 * remain.
 */
export class Sentence {
  readonly text: string
  /** The sentence in lower case, with marks in place of used text. Each letter has the same index as in `text`. */
  #free: string

  constructor(given: string) {
    this.text = given
      .normalize('NFKC')
      .replace(/[‐-―−]/g, '-')
      .replace(/[‘’]/g, "'")
      .replace(/[“”]/g, '"')
      .replaceAll('⁄', '/')
      .replace(/[\s\p{Cc}]/gu, ' ')
    this.#free = this.text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  }

  /** Returns the sentence with marks in place of the text that rules have used. */
  get free(): string {
    return this.#free
  }

  find(pattern: RegExp): Match | undefined {
    const match = pattern.exec(this.#free)
    if (!match) return undefined
    const [start, end] = [match.index, match.index + match[0].length]
    return { words: this.text.slice(start, end).trim(), groups: match.groups ?? {}, start, end }
  }

  take(pattern: RegExp): Match | undefined {
    const match = this.find(pattern)
    if (match) this.takeSpan(match.start, match.end)
    return match
  }

  /** Removes and returns all matches of a pattern, which must match at least one letter. */
  takeAll(pattern: RegExp): Match[] {
    const all: Match[] = []
    for (let match = this.take(pattern); match; match = this.take(pattern)) all.push(match)
    return all
  }

  takeSpan(start: number, end: number): string {
    this.#free = this.#free.slice(0, start) + READ.repeat(end - start) + this.#free.slice(end)
    return this.text.slice(start, end).trim()
  }

  /** Returns the words that no rule has used, with their indices. */
  words(): Match[] {
    return [...this.#free.matchAll(WORD)].map(({ 0: word, index }) => {
      const end = index + word.length
      return { words: this.text.slice(index, end), groups: {}, start: index, end }
    })
  }

  /** Returns the text that no rule has used. Adjacent words form one piece. */
  leftOver(isKnown: (word: string) => boolean): string[] {
    const pieces: { start: number; end: number }[] = []
    for (const { words, start, end } of this.words()) {
      if (isKnown(words.toLowerCase())) continue
      const last = pieces.at(-1)
      if (last && /^[ '"-]*$/.test(this.#free.slice(last.end, start))) last.end = end
      else pieces.push({ start, end })
    }
    return pieces.map(({ start, end }) => this.text.slice(start, end))
  }
}

/** Letters and digits in lower case. With all letters of Unicode, V8 would need half a second on the first call. */
export const LETTERS = String.raw`a-z0-9\u00c0-\u024f`

/** Returns a pattern of whole words in lower case. */
export function phrase(source: string): RegExp {
  return new RegExp(`(?<![${LETTERS}$])(?:${source})(?![${LETTERS}])`)
}
