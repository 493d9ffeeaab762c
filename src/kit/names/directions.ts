/** This is a Map because any word may be looked up: every plain object also has keys such as `constructor`. */
const DIRECTIONS: ReadonlyMap<string, string> = new Map([
  ['n', 'north'],
  ['s', 'south'],
  ['e', 'east'],
  ['w', 'west'],
  ['ne', 'northeast'],
  ['nw', 'northwest'],
  ['se', 'southeast'],
  ['sw', 'southwest'],
])

/** Maps every one-word spelling of a compass direction to its letters: `north` → `n`. */
export const DIRECTION_OF: ReadonlyMap<string, string> = new Map(
  [...DIRECTIONS].flatMap(([letters, word]): [string, string][] => [
    [letters, letters],
    [word, letters],
  ]),
)

/**
 * Older abbreviations. They are read only before a street's name (`80 No. Main St`), because elsewhere they mean other
 * things (`No. 4`).
 */
export const OLD_DIRECTION_OF: ReadonlyMap<string, string> = new Map([
  ['no', 'n'],
  ['so', 's'],
])

/** `north` and `east` → `ne`; empty if the two words do not form a direction. */
export function joinedDirection(first: string, second: string): string {
  const letters = `${DIRECTION_OF.get(first)}${DIRECTION_OF.get(second)}`
  return letters.length === 2 && DIRECTION_OF.has(letters) ? letters : ''
}

/** `n` ↔ `north`; empty for other words. Needed for streets whose whole name is a direction. */
export function otherSpelling(word: string): string {
  return DIRECTIONS.get(word) ?? DIRECTION_OF.get(word) ?? ''
}
