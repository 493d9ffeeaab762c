import type { SortedTexts } from './sorted-texts.ts'

/** A string that is one typo away from the typed text, and all sorted strings that begin with it. */
export interface SimilarBeginning {
  readonly beginning: string
  /** The index range of the sorted strings; `end` is exclusive. */
  readonly start: number
  readonly end: number
}

/** A letter that follows the typed letters in some of the sorted strings. */
interface Follower {
  readonly letter: string
}

/** A string that the user may have meant. If the typed text lacks one of its letters, `inserted` is that letter. */
interface Slip<F extends Follower> {
  readonly intended: string
  readonly inserted: F | undefined
}

/**
 * Corrects one possible typo in the typed beginning of a word: a missing, extra or wrong letter, or two swapped
 * neighboring letters. Yields every result, some of them twice. If only the last letter may be wrong, yields the text
 * without this letter.
 * @param following Returns the letters that can follow the first `at` typed letters. Called once per index, in order.
 */
export function* slipsOfBeginning<F extends Follower>(
  typed: string,
  following: (at: number) => Iterable<F>,
): Generator<Slip<F>> {
  for (let at = 0; at < typed.length; at++) {
    const [head, letter, tail] = [typed.slice(0, at), typed.charAt(at), typed.slice(at + 1)]
    for (const inserted of following(at)) {
      yield { intended: head + inserted.letter + letter + tail, inserted }
      if (tail !== '' && inserted.letter !== letter) yield { intended: head + inserted.letter + tail, inserted }
    }
    if (tail !== '') yield { intended: head + tail.charAt(0) + letter + tail.slice(1), inserted: undefined }
    yield { intended: head + tail, inserted: undefined }
  }
}

/**
 * Corrects one possible typo in a complete text, and yields every result.
 * @param following Also called for the index after the last letter.
 */
export function* slipsOfText(typed: string, following: (at: number) => readonly Follower[]): Generator<string> {
  for (const { intended } of slipsOfBeginning(typed, following)) yield intended
  for (const { letter } of following(typed.length)) yield typed + letter
  for (const { letter } of following(typed.length - 1)) yield typed.slice(0, -1) + letter
}

/**
 * Finds beginnings of the sorted strings that are one typo away from the typed text, each once. The work depends on the
 * length of the typed text, not on the number of strings.
 */
export function beginningsOneSlipAway(texts: SortedTexts, typed: string): SimilarBeginning[] {
  const byBeginning = new Map<string, SimilarBeginning>()
  let [low, high] = [0, texts.length]
  const along = (at: number) => {
    const head = typed.slice(0, at)
    low = texts.firstNotBelow(head, low, high)
    high = texts.endOf(head, low, high)
    return lettersAfter(texts, at, low, high)
  }
  for (const { intended, inserted } of slipsOfBeginning(typed, along)) {
    if (intended === '' || intended === typed || byBeginning.has(intended)) continue
    const end = inserted?.end ?? high
    const start = texts.firstNotBelow(intended, inserted?.start ?? low, end)
    if (start === end || !texts.startsWith(start, intended)) continue
    byBeginning.set(intended, { beginning: intended, start, end: texts.endOf(intended, start, end) })
  }
  return [...byBeginning.values()]
}

/** Returns the indexes of the sorted strings that are one typo away from the typed text, each once. */
export function textsOneSlipAway(texts: SortedTexts, typed: string): number[] {
  const last = typed.slice(0, -1)
  const similar = [...beginningsOneSlipAway(texts, typed), ...longerByOne(texts, typed), ...longerByOne(texts, last)]
  const same = similar.filter(({ beginning, start }) => beginning !== typed && texts.isSame(start, beginning))
  return [...new Set(same.map(({ start }) => start))]
}

/** Finds the sorted strings that begin with `text`, grouped by their next letter. */
function longerByOne(texts: SortedTexts, text: string): SimilarBeginning[] {
  const low = texts.firstNotBelow(text)
  const longer = Array.from(lettersAfter(texts, text.length, low, texts.endOf(text, low)))
  return longer.map(({ letter, start, end }) => ({ beginning: text + letter, start, end }))
}

/**
 * Yields each letter at position `at`, with the range of the strings that have it. The strings from `low` to `high`
 * must agree in all letters before.
 */
function* lettersAfter(
  texts: SortedTexts,
  at: number,
  low: number,
  high: number,
): Generator<{ readonly letter: string; readonly start: number; readonly end: number }> {
  for (let start = low; start < high; ) {
    const letter = texts.letterAt(start, at)
    if (letter === '') {
      start++ // this text has no letter here
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
