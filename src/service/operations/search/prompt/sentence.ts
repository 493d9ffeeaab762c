/** A part of a sentence that a rule has read. */
export interface Match {
  /** The text as it was written. */
  readonly words: string
  readonly groups: Readonly<Record<string, string | undefined>>
  readonly start: number
  readonly end: number
}

/** Stands where something has been read already: no rule reads across it. */
const READ = '\0'

const WORD = /[\p{L}\p{N}]+(?:['.,][\p{L}\p{N}]+)*[+%]?/gu

/** A sentence while rules read it: each takes its words away, so that none is read twice and what is left over shows. */
export class Sentence {
  readonly text: string
  /** In lower case, letter by letter at the same places as in `text`. */
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

  /** Returns the sentence with all that rules have read replaced by marks. */
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

  /** Every place where a pattern matches. It must match at least one letter. */
  takeAll(pattern: RegExp): Match[] {
    const all: Match[] = []
    for (let match = this.take(pattern); match; match = this.take(pattern)) all.push(match)
    return all
  }

  takeSpan(start: number, end: number): string {
    this.#free = this.#free.slice(0, start) + READ.repeat(end - start) + this.#free.slice(end)
    return this.text.slice(start, end).trim()
  }

  /** Words that are free, with their places. */
  words(): Match[] {
    return [...this.#free.matchAll(WORD)].map(({ 0: word, index }) => {
      const end = index + word.length
      return { words: this.text.slice(index, end), groups: {}, start: index, end }
    })
  }

  /** Returns the words that no rule has read; those that stand next to each other are one piece. */
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

/** Letters and digits of a lower-case sentence. All of Unicode's would take V8 half a second to compile, at the first call. */
export const LETTERS = String.raw`a-z0-9\u00c0-\u024f`

/** A pattern of whole words, in lower case. */
export function phrase(source: string): RegExp {
  return new RegExp(`(?<![${LETTERS}$])(?:${source})(?![${LETTERS}])`)
}
