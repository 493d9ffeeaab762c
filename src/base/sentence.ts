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
export function nearestOf(given: string, known: readonly string[]): string | undefined {
  const wanted = given.toLowerCase().slice(0, SHOWN_CHARACTERS)
  let best: string | undefined
  let bestEdits = Math.max(1, Math.floor(wanted.length / 3)) + 1
  for (const candidate of known) {
    const edits = editsBetween(wanted, candidate.toLowerCase(), bestEdits)
    if (edits < bestEdits) [best, bestEdits] = [candidate, edits]
  }
  return best
}

/** Levenshtein distance, given up at `limit`. */
function editsBetween(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) >= limit) return limit
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const substitution = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(substitution, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? limit
}
