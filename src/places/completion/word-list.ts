import { beginningsOneSlipAway, textsOneSlipAway } from './one-slip.ts'
import { SortedTexts, type TextArrays, textArrays } from './sorted-texts.ts'

/** The distinct words of lines, in memory that threads share. */
export interface WordArrays extends TextArrays {
  /** How often each word occurs. */
  readonly uses: Uint32Array
}

/**
 * Whether a word belongs in the list. Words that begin with a digit do not, except ordinals: a number with another
 * digit usually means another address.
 */
export function isListed(word: string): boolean {
  return word.charCodeAt(0) > DIGIT_9 || ORDINAL.test(word)
}

const DIGIT_9 = '9'.charCodeAt(0)
const ORDINAL = /^\d+(st|nd|rd|th)$/

/** The distinct words of lines. Finds words that differ from a typed word by one typo. */
export class WordList {
  readonly #words: SortedTexts
  readonly #uses: Uint32Array

  constructor(arrays: WordArrays) {
    this.#words = new SortedTexts(arrays)
    this.#uses = arrays.uses
  }

  /** Returns words that differ from a word by one typo, the most frequent first. */
  wordsOneSlipAway(word: string): string[] {
    return textsOneSlipAway(this.#words, word)
      .sort((a, b) => (this.#uses[b] ?? 0) - (this.#uses[a] ?? 0) || a - b)
      .map((index) => this.#words.at(index))
  }

  /** Returns beginnings of words that differ from a text by one typo, sorted by the position of the typo. */
  beginningsOneSlipAway(beginning: string): string[] {
    return beginningsOneSlipAway(this.#words, beginning).map((similar) => similar.beginning)
  }
}

/** @param words Each word once, with the count of its uses, in any order. */
export function wordArrays(words: Iterable<readonly [word: string, uses: number]>): WordArrays {
  const sorted = [...words].sort(([a], [b]) => (a < b ? -1 : 1))
  const uses = new Uint32Array(new SharedArrayBuffer(sorted.length * Uint32Array.BYTES_PER_ELEMENT))
  uses.set(sorted.map(([, count]) => count))
  return { ...textArrays(sorted.map(([word]) => word)), uses }
}

/** Counts how often each listed word occurs in lines. Each use adds `step` to `counts`. */
export function countWords(lines: Iterable<string>, counts = new Map<string, number>(), step = 1): Map<string, number> {
  for (const line of lines) {
    for (const word of line.split(' ')) if (isListed(word)) counts.set(word, (counts.get(word) ?? 0) + step)
  }
  return counts
}
