import { editDistance } from './edit-distance.ts'

const SHOWN_CHARACTERS = 80

/** Given text as sentences show it: in quotes, cut short, control characters made visible. */
export function quote(text: string): string {
  return JSON.stringify(clip(text))
}

/** Given text at the length that sentences show. */
export function clip(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}

/** As one word of a shell. */
export function inShell(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

/** The known name that is fewest edits away, if it is near enough to be a slip. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const wanted = given.toLowerCase().slice(0, SHOWN_CHARACTERS)
  let best: string | undefined
  let most = Math.max(1, Math.floor(wanted.length / 3))
  for (const candidate of known) {
    const edits = editDistance(wanted, candidate.toLowerCase(), most)
    if (edits !== undefined) [best, most] = [candidate, edits - 1]
  }
  return best
}
