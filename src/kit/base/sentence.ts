import { editDistance } from '../algorithms/edit-distance.ts'

const SHOWN_CHARACTERS = 80

/** Writes given text as sentences show it: in quotes, cut short, control characters made visible. */
export function quote(text: string): string {
  // JSON escapes those below U+0020 only, and terminals obey U+0080 to U+009F as well
  return JSON.stringify(clip(text)).replace(/[\u007f-\u009f]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
}

/** Cuts given text to the length that sentences show, unless another one is wanted. */
export function clip(text: string, characters = SHOWN_CHARACTERS): string {
  return text.length > characters ? `${text.slice(0, characters)}…` : text
}

/** Makes control characters of given text visible, which would move the cursor of a terminal. */
export function visible(text: string): string {
  return text.replace(/\p{Cc}|\p{Cf}/gu, '\uFFFD')
}

/** A size for an operator, rounded up. */
export function inMb(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20).toLocaleString('en-US')} MB`
}

/** A text as one word of a shell. */
export function inShell(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

/**
 * The known name that is fewest edits away, if it is near enough to be a slip: at most a third of the letters of the
 * longer one. Numbers are compared by value, since 10 is no slip of 1.
 */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  if (NUMBER.test(given)) return nearestNumber(given, known)
  const wanted = given.toLowerCase().slice(0, SHOWN_CHARACTERS)
  let best: string | undefined
  let most = SHOWN_CHARACTERS
  for (const candidate of known) {
    const slips = Math.floor(Math.max(wanted.length, candidate.length) / 3)
    const edits = editDistance(wanted, candidate.toLowerCase(), Math.min(most, slips))
    if (edits !== undefined) [best, most] = [candidate, edits - 1]
  }
  return best
}

const NUMBER = /^\d{1,15}(\.\d{1,15})?$/

/** A number is near if it is a fifth off, or if it is the next whole number. */
function nearestNumber(given: string, known: readonly string[]): string | undefined {
  const wanted = Number(given)
  let best: string | undefined
  let most = Math.max(1, wanted / 5)
  for (const candidate of known) {
    const off = NUMBER.test(candidate) ? Math.abs(Number(candidate) - wanted) : Number.POSITIVE_INFINITY
    if (off < most || (off === most && best === undefined)) [best, most] = [candidate, off]
  }
  return best
}
