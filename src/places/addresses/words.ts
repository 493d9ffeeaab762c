import { codesOf, isDigit, isPlain, plainLetters } from '../../kit/names/letters.ts'

/** The words of an address in lower case, without accents and punctuation. */
export interface Words {
  readonly words: readonly string[]
  /** Whether a comma or line break precedes the word at the same index. */
  readonly breaks: readonly boolean[]
}

const FRACTIONS: Readonly<Record<string, string>> = { '½': ' 1/2', '¼': ' 1/4', '¾': ' 3/4' }

/** Words that belong to the previous word even after a comma: `Martin Luther King, Jr. Blvd`. */
const FOLLOWS_A_COMMA = new Set(['jr', 'sr'])

/** Characters within words. `#` is a separate word. */
const IN_WORDS = codesOf(/[a-z0-9&/-]/)
const BREAKS = codesOf(/[,;|()\n\r]/)

/** Matches letters and digits of any script, from `lastIndex` on. */
const LETTERS = /[\p{L}\p{N}]+/uy

const HASH = '#'.charCodeAt(0)
const HYPHEN = '-'.charCodeAt(0)
const SLASH = '/'.charCodeAt(0)

/**
 * Splits a text into words in linear time. `#` becomes a word of its own, as does a hyphen that means `#` (`Main St
 * -4`). Abbreviations lose their dots (`N.E.` → `ne`).
 */
export function wordsOf(text: string): Words {
  const plain = plainText(text)
  const words = new WordList()
  for (let at = 0; at < plain.length; ) {
    const code = plain.charCodeAt(at)
    const end = code === HASH ? at + 1 : wordEnd(plain, at)
    if (end > at) {
      const word = withoutJoiners(plain, at, end)
      if (isHyphenedNumber(plain, at, word)) words.add('#')
      if (word !== '') words.add(word)
      at = end
    } else {
      if (BREAKS[code] === 1) words.addBreak()
      at++
    }
  }
  return { words: words.words, breaks: words.breaks }
}

class WordList implements Words {
  readonly words: string[] = []
  readonly breaks: boolean[] = []
  #broken = false

  add(word: string): void {
    this.words.push(word)
    this.breaks.push(this.#broken && !FOLLOWS_A_COMMA.has(word))
    this.#broken = false
  }

  addBreak(): void {
    this.#broken = true
  }
}

function plainText(text: string): string {
  if (isPlain(text)) return text.toLowerCase()
  return plainLetters(text.replace(/[½¼¾]/g, (sign) => FRACTIONS[sign] ?? ''))
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/\u2044/g, '/')
}

/** Index after the word that starts at `start`. If no word starts there, `start` itself. */
function wordEnd(text: string, start: number): number {
  let at = start
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code < IN_WORDS.length) {
      if (IN_WORDS[code] === 0) return at
      at++
    } else {
      LETTERS.lastIndex = at
      if (!LETTERS.test(text)) return at
      at = LETTERS.lastIndex
    }
  }
  return at
}

/** Strips hyphens and slashes at both ends of a word. */
function withoutJoiners(text: string, start: number, end: number): string {
  let [from, to] = [start, end]
  while (from < to && isJoiner(text.charCodeAt(from))) from++
  while (to > from && isJoiner(text.charCodeAt(to - 1))) to--
  return text.slice(from, to)
}

/** Returns whether a hyphen before a number means `#`: `-4` is unit 4. */
function isHyphenedNumber(text: string, start: number, word: string): boolean {
  return text.charCodeAt(start) === HYPHEN && isDigit(word.charCodeAt(0))
}

function isJoiner(code: number): boolean {
  return code === HYPHEN || code === SLASH
}

/**
 * Splits hyphenated names: `winston-salem` → `winston`, `salem`. Words that start with a digit are not split: `4-b`,
 * `1/2`.
 */
export function partsOfNames(words: readonly string[]): readonly string[] {
  return words.some(hasJoiner) ? words.flatMap(partsOfName) : words
}

function hasJoiner(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (isJoiner(word.charCodeAt(at))) return true
  return false
}

function partsOfName(word: string): string[] {
  const parts: string[] = []
  let rest = word
  while (rest !== '' && !/^[0-9]/.test(rest)) {
    const hyphen = rest.search(/[-/]/)
    if (hyphen < 0) break
    if (hyphen > 0) parts.push(rest.slice(0, hyphen))
    rest = rest.slice(hyphen + 1)
  }
  if (rest !== '') parts.push(rest)
  return parts
}
