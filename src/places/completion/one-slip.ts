import type { SortedTexts } from './sorted-texts.ts'

export interface Alike {
  readonly beginning: string
  /** The texts from `start` up to `end`, exclusive. */
  readonly start: number
  readonly end: number
}

/** A letter that follows in some text. */
interface Follower {
  readonly letter: string
}

/** A text that may have been meant, and the letter that was inserted to get it, if one was. */
interface Slip<F extends Follower> {
  readonly meant: string
  readonly put: F | undefined
}

/**
 * Yields the texts that typed text may stand for if it begins something with one slip in it: a letter is missing, one
 * too many, a wrong one, or two neighbours are swapped. For a slip in the last letter, that letter is left out. A text
 * may come twice.
 * @param following The letters that follow in texts which are as typed up to a place; called once for each place, in
 * order.
 */
export function* slipsOfBeginning<F extends Follower>(
  typed: string,
  following: (at: number) => Iterable<F>,
): Generator<Slip<F>> {
  for (let at = 0; at < typed.length; at++) {
    const [head, letter, tail] = [typed.slice(0, at), typed.charAt(at), typed.slice(at + 1)]
    for (const put of following(at)) {
      yield { meant: head + put.letter + letter + tail, put }
      if (tail !== '' && put.letter !== letter) yield { meant: head + put.letter + tail, put }
    }
    if (tail !== '') yield { meant: head + tail.charAt(0) + letter + tail.slice(1), put: undefined }
    yield { meant: head + tail, put: undefined }
  }
}

/**
 * Yields the texts that a whole text may stand for if there is one slip in it.
 * @param following Is also called for the place behind the last letter.
 */
export function* slipsOfText(typed: string, following: (at: number) => readonly Follower[]): Generator<string> {
  for (const { meant } of slipsOfBeginning(typed, following)) yield meant
  for (const { letter } of following(typed.length)) yield typed + letter
  for (const { letter } of following(typed.length - 1)) yield typed.slice(0, -1) + letter
}

/**
 * Beginnings of sorted texts that are one slip away from the typed text, each once. Follows the texts as a tree along
 * the typed letters, so its length bounds the work.
 */
export function beginningsOneSlipAway(texts: SortedTexts, typed: string): Alike[] {
  const byBeginning = new Map<string, Alike>()
  let [low, high] = [0, texts.length]
  const along = (at: number) => {
    const head = typed.slice(0, at)
    low = texts.firstNotBelow(head, low, high)
    high = texts.endOf(head, low, high)
    return lettersAfter(texts, at, low, high)
  }
  for (const { meant, put } of slipsOfBeginning(typed, along)) {
    if (meant === '' || meant === typed || byBeginning.has(meant)) continue
    const end = put?.end ?? high
    const start = texts.firstNotBelow(meant, put?.start ?? low, end)
    if (start === end || !texts.startsWith(start, meant)) continue
    byBeginning.set(meant, { beginning: meant, start, end: texts.endOf(meant, start, end) })
  }
  return [...byBeginning.values()]
}

/** Indexes of the texts themselves that are one slip away, each text once. */
export function textsOneSlipAway(texts: SortedTexts, typed: string): number[] {
  const last = typed.slice(0, -1)
  const alike = [...beginningsOneSlipAway(texts, typed), ...longerByOne(texts, typed), ...longerByOne(texts, last)]
  const same = alike.filter(({ beginning, start }) => beginning !== typed && texts.isSame(start, beginning))
  return [...new Set(same.map(({ start }) => start))]
}

/** The texts that begin with this text and one more letter. */
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
