/** Words for the kind of a street that precede its name, as in Spanish: the full one of each kind, then its spellings. */
const KINDS: readonly (readonly string[])[] = [
  ['avenida', 'avda', 'avd'],
  ['camino', 'cam', 'cmo', 'cmno'],
  ['caminito', 'cmt', 'cmto'],
  ['calle', 'cll', 'cl', 'clle', 'c'],
  ['paseo', 'pso'],
  ['rancho', 'rch', 'rcho'],
]

/** Every spelling of a kind → all its spellings. */
const KIND_OF: ReadonlyMap<string, readonly string[]> = new Map(
  KINDS.flatMap((spellings) => spellings.map((word) => [word, spellings] as const)),
)

/** All words for kinds, in every spelling. */
export const KINDS_IN_FRONT: readonly string[] = [...KIND_OF.keys()]

/** The spellings of a word for a kind, its own among them; none for any other word. */
export function spellingsOfKind(word: string): readonly string[] {
  return KIND_OF.get(word) ?? []
}

/** The word for its kind with which a street begins: `calle` of `calle sol`. Empty for other streets. */
export function kindInFront(street: string): string {
  const first = street.slice(0, Math.max(0, street.indexOf(' ')))
  return KIND_OF.has(first) ? first : ''
}

/** The names that a street may have if the word for its kind was left out: `sol` → `calle sol`, `avenida sol`, … */
export function withKindInFront(street: string): readonly string[] {
  return kindInFront(street) === '' ? KINDS_IN_FRONT.map((word) => `${word} ${street}`) : []
}
