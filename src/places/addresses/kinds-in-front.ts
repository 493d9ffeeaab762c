/**
 * Words for a kind of street that precede its name, as in Spanish. Each list has the full word, then its other
 * spellings.
 */
const KINDS: readonly (readonly string[])[] = [
  ['avenida', 'avda', 'avd'],
  ['camino', 'cam', 'cmo', 'cmno'],
  ['caminito', 'cmt', 'cmto'],
  ['calle', 'cll', 'cl', 'clle', 'c'],
  ['paseo', 'pso'],
  ['rancho', 'rch', 'rcho'],
]

/** Maps every spelling of a kind to all its spellings. */
const KIND_OF: ReadonlyMap<string, readonly string[]> = new Map(
  KINDS.flatMap((spellings) => spellings.map((word) => [word, spellings] as const)),
)

export const KINDS_IN_FRONT: readonly string[] = [...KIND_OF.keys()]

/** Returns all spellings of a word for a kind of street. Empty for any other word. */
export function spellingsOfKind(word: string): readonly string[] {
  return KIND_OF.get(word) ?? []
}

/** Returns the word for the kind of street, if the name begins with one: `calle` for `calle sol`. Otherwise empty. */
export function kindInFront(street: string): string {
  const first = street.slice(0, Math.max(0, street.indexOf(' ')))
  return KIND_OF.has(first) ? first : ''
}

/**
 * Returns the names that a street may have if the text lacks the word for its kind: `sol` → `calle sol`, `avenida sol`,
 * and so on.
 */
export function withKindInFront(street: string): readonly string[] {
  return kindInFront(street) === '' ? KINDS_IN_FRONT.map((word) => `${word} ${street}`) : []
}
