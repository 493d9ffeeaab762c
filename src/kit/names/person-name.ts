import { foldText } from './name-key.ts'

/** Words around a name that are no part of it. */
const TITLES = new Set('mr mrs ms miss mx dr prof rev hon sir esq md phd dds cpa'.split(' '))

/** Every spelling of a generation, which tells people of one name apart → one of them: `3rd` → `iii`. */
const GENERATION_OF: ReadonlyMap<string, string> = new Map(
  ['jr junior', 'sr senior', 'ii 2nd', 'iii 3rd', 'iv 4th'].flatMap((spellings) => {
    const [first = '', ...others] = spellings.split(' ')
    return [first, ...others].map((word): [string, string] => [word, first])
  }),
)

/** Words that are also written together with the one behind them: `Mc Donald`, `Van Dyke`. */
const PARTICLES = new Set('o d mc mac de del della der den di du la le st san van von'.split(' '))

/**
 * Whether two spellings may name one person: in any order, with or without titles, middle names, initials and what tells
 * generations apart. Two words must agree, and one of them in full.
 */
export function maySameName(one: string, other: string): boolean {
  const [a, b] = [partsOf(one), partsOf(other)]
  if (a.generation !== '' && b.generation !== '' && a.generation !== b.generation) return false
  return a.readings.some((words) => b.readings.some((others) => agree(words, others)))
}

interface NameParts {
  readonly generation: string
  /** The words as they are, and with particles joined to what follows. */
  readonly readings: readonly (readonly string[])[]
}

function partsOf(name: string): NameParts {
  const words = foldText(name).split(' ')
  const named = words.filter((word) => word !== '' && !TITLES.has(word) && !GENERATION_OF.has(word))
  const generation = GENERATION_OF.get(words.find((word) => GENERATION_OF.has(word)) ?? '') ?? ''
  return { generation, readings: [named, withoutParticles(named)] }
}

/** `ann van der berg` → `ann`, `vanderberg`. */
function withoutParticles(words: readonly string[]): string[] {
  const joined: string[] = []
  let before = ''
  for (const word of words) {
    before += word
    if (PARTICLES.has(word)) continue
    joined.push(before)
    before = ''
  }
  return before === '' ? joined : [...joined, before]
}

function agree(words: readonly string[], others: readonly string[]): boolean {
  const [few, many] = words.length <= others.length ? [words, others] : [others, words]
  const left = [...many]
  const take = (fits: (word: string) => boolean) => {
    const at = left.findIndex(fits)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  }
  const rest = few.filter((word) => word.length === 1 || !take((other) => other === word))
  const isSure = few.length > 1 && rest.length < few.length
  return isSure && rest.every((word) => take((other) => isInitial(word, other)))
}

function isInitial(word: string, other: string): boolean {
  return (word.length === 1 || other.length === 1) && word[0] === other[0]
}
