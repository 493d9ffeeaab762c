import { editDistance } from '../algorithms/edit-distance.ts'

const SHOWN_CHARACTERS = 80

/** Writes a user's text for a message: in quotes, shortened, with visible control characters. */
export function quote(text: string): string {
  // JSON escapes only characters below U+0020, but terminals also act on U+0080 to U+009F
  return JSON.stringify(clip(text)).replace(/[\u007f-\u009f]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
}

/** Cuts a text to the length that messages show. */
export function clip(text: string, characters = SHOWN_CHARACTERS): string {
  return text.length > characters ? `${text.slice(0, characters)}…` : text
}

/** Replaces control and format characters, which could move the cursor of a terminal. */
export function visible(text: string): string {
  return text.replace(/\p{Cc}|\p{Cf}/gu, '\uFFFD')
}

/** Writes a number of bytes in MB for operators, rounded up. */
export function inMb(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20).toLocaleString('en-US')} MB`
}

/** Quotes a text so that a shell reads it as one word. */
export function inShell(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

/**
 * Returns the known name with the fewest edits, if it is close enough to be a typo: at most a third of the letters of
 * the longer name may differ, and at most `maxEdits`. Numbers are compared by value, since 10 is not a typo of 1.
 */
export function nearestName(text: string, known: readonly string[], maxEdits = SHOWN_CHARACTERS): string | undefined {
  if (NUMBER.test(text)) return nearestNumber(text, known)
  const wanted = text.toLowerCase().slice(0, SHOWN_CHARACTERS)
  let best: string | undefined
  let most = maxEdits
  for (const candidate of known) {
    const allowed = Math.floor(Math.max(wanted.length, candidate.length) / 3)
    const edits = editDistance(wanted, candidate.toLowerCase(), Math.min(most, allowed))
    if (edits !== undefined) [best, most] = [candidate, edits - 1]
  }
  return best
}

/** Returns ` Did you mean …?` with the nearest known name. Empty if no name is near. */
export function didYouMean(given: string, known: readonly string[]): string {
  const nearest = nearestName(given, known)
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`
}

const NUMBER = /^\d{1,15}(\.\d{1,15})?$/

/** Returns the closest known number, if the difference is at most a fifth, or at most 1. */
function nearestNumber(text: string, known: readonly string[]): string | undefined {
  const wanted = Number(text)
  let best: string | undefined
  let most = Math.max(1, wanted / 5)
  for (const candidate of known) {
    const off = NUMBER.test(candidate) ? Math.abs(Number(candidate) - wanted) : Number.POSITIVE_INFINITY
    if (off < most || (off === most && best === undefined)) [best, most] = [candidate, off]
  }
  return best
}
