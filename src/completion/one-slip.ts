import type { SortedTexts } from './sorted-texts.ts'

/** Texts that start alike. */
export interface Alike {
  readonly beginning: string
  /** Those from `start` up to `end`, exclusive. */
  readonly start: number
  readonly end: number
}

/**
 * What sorted texts begin with that is one slip away from what was typed: a letter is missing, one too many, a wrong
 * one, or two neighbours are swapped. Each beginning once. Where the slip is in the last letter, the beginning leaves it
 * out. Follows the texts as a tree along what was typed, so the work is bounded by its length.
 */
export function beginningsOneSlipAway(texts: SortedTexts, typed: string): Alike[] {
  const found = new Map<string, Alike>()
  const take = (beginning: string, low: number, high: number) => {
    if (beginning === '' || beginning === typed || found.has(beginning)) return
    const start = texts.firstNotBelow(beginning, low, high)
    if (start === high || !texts.startsWith(start, beginning)) return
    found.set(beginning, { beginning, start, end: texts.endOf(beginning, start, high) })
  }
  let [low, high] = [0, texts.length]
  for (let at = 0; at < typed.length && low < high; at++) {
    const [head, letter, tail] = [typed.slice(0, at), typed.charAt(at), typed.slice(at + 1)]
    if (tail !== '') {
      for (const next of lettersAfter(texts, at, low, high)) {
        take(head + next.letter + letter + tail, next.start, next.end)
        if (next.letter !== letter) take(head + next.letter + tail, next.start, next.end)
      }
      take(head + tail.charAt(0) + letter + tail.slice(1), low, high)
    } else {
      for (const next of lettersAfter(texts, at, low, high)) take(head + next.letter + letter, next.start, next.end)
    }
    take(head + tail, low, high)
    low = texts.firstNotBelow(head + letter, low, high)
    high = texts.endOf(head + letter, low, high)
  }
  return [...found.values()]
}

/** Indexes of the texts themselves that are one slip away, each text once. */
export function textsOneSlipAway(texts: SortedTexts, typed: string): number[] {
  const last = typed.slice(0, -1)
  const alike = [...beginningsOneSlipAway(texts, typed), ...longerByOne(texts, typed), ...longerByOne(texts, last)]
  const same = alike.filter(({ beginning, start }) => beginning !== typed && texts.isSame(start, beginning))
  return [...new Set(same.map(({ start }) => start))]
}

/** What begins with a text and one more letter. */
function longerByOne(texts: SortedTexts, text: string): Alike[] {
  const low = texts.firstNotBelow(text)
  const longer = Array.from(lettersAfter(texts, text.length, low, texts.endOf(text, low)))
  return longer.map(({ letter, start, end }) => ({ beginning: text + letter, start, end }))
}

/** The letters that follow in texts which are the same up to a place, and the texts that have each. */
function* lettersAfter(
  texts: SortedTexts,
  at: number,
  low: number,
  high: number,
): Generator<{ readonly letter: string; readonly start: number; readonly end: number }> {
  for (let start = low; start < high; ) {
    const letter = texts.letterAt(start, at)
    if (letter === '') {
      start++ // this text ends here
      continue
    }
    const end = endOfLetter(texts, letter, at, start, high)
    yield { letter, start, end }
    start = end
  }
}

function endOfLetter(texts: SortedTexts, letter: string, at: number, start: number, high: number): number {
  let [low, end] = [start + 1, high]
  while (low < end) {
    const middle = (low + end) >>> 1
    if (texts.letterAt(middle, at) <= letter) low = middle + 1
    else end = middle
  }
  return low
}
