import { foldText } from './name-key.ts'

/** Titles that may precede or follow a name. */
const TITLES = new Set('mr mrs ms miss mx dr prof rev hon sir esq md phd dds cpa'.split(' '))

/** Spellings of generations, in pairs with the same meaning. */
const GENERATIONS = ['jr junior', 'sr senior', 'ii 2nd', 'iii 3rd', 'iv 4th'].map((spellings) => spellings.split(' '))

/** Maps every spelling of a generation to the first spelling of its pair. */
const GENERATION_OF: ReadonlyMap<string, string> = new Map(
  GENERATIONS.flatMap((words) => words.map((word): [string, string] => [word, words[0] ?? ''])),
)

/** Maps every spelling of a generation to the other spelling. */
const OTHER_GENERATION: ReadonlyMap<string, string> = new Map(
  GENERATIONS.flatMap(([one = '', other = '']): [string, string][] => [
    [one, other],
    [other, one],
  ]),
)

/** Words that may also be written together with the next word: `Mc Donald`, `Van Dyke`. */
const PARTICLES = new Set('o d mc mac de del della der den di du la le st san van von'.split(' '))

/**
 * Whether two spellings may name the same person: in any order, with or without titles, middle names, initials and
 * generations. At least two words must agree, one of them in full.
 */
export function maySameName(one: string, other: string): boolean {
  const [a, b] = [partsOf(one), partsOf(other)]
  if (a.generation !== '' && b.generation !== '' && a.generation !== b.generation) return false
  return a.readings.some((words) => b.readings.some((others) => agree(words, others)))
}

interface NameParts {
  readonly generation: string
  /** Two versions of the words: as written, and with particles joined to the next word. */
  readonly readings: readonly (readonly string[])[]
}

function partsOf(name: string): NameParts {
  const words = wordsOf(name)
  const nameWords = words.filter((word) => !TITLES.has(word) && !GENERATION_OF.has(word))
  const generation = GENERATION_OF.get(words.find((word) => GENERATION_OF.has(word)) ?? '') ?? ''
  return { generation, readings: [nameWords, withoutParticles(nameWords)] }
}

/** Joins particles to the next word: `ann van der berg` → `ann`, `vanderberg`. */
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

/** Maximum number of spellings that are tried for a name. */
const MAX_READINGS = 20

/** Minimum length of the parts of a joined name. Shorter parts fit too many names. */
const MIN_PART_LETTERS = 3

/**
 * Returns the spellings under which a list may have a name, the spelling as written first. The others leave out titles
 * (but no other words), respell a generation (`jr`, `junior`), and join or separate particles and pairs of words.
 */
export function nameReadings(written: string): readonly (readonly string[])[] {
  const words = wordsOf(written)
  const nameWords = words.filter((word) => !TITLES.has(word))
  const plain = nameWords.length > 0 ? nameWords : words
  const readings = [words, ...spellingsOf(plain, written)]
  const keys = readings.map((reading) => reading.join(' '))
  return readings.filter((_, at) => keys.indexOf(keys[at] ?? '') === at).slice(0, MAX_READINGS)
}

function* spellingsOf(words: readonly string[], written: string): Generator<readonly string[]> {
  yield words
  yield words.map((word) => OTHER_GENERATION.get(word) ?? word)
  yield withoutParticles(words)
  yield words.flatMap(particleApart)
  yield wordsOf(written.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')) // `MaryAnn`
  for (const [at, word] of words.slice(1).entries()) yield words.toSpliced(at, 2, `${words[at]}${word}`)
  for (const [at, word] of words.entries())
    for (let end = MIN_PART_LETTERS; end <= word.length - MIN_PART_LETTERS; end++)
      yield words.toSpliced(at, 1, word.slice(0, end), word.slice(end))
}

function wordsOf(name: string): string[] {
  return foldText(name).split(' ').filter(Boolean)
}

/** Separates a particle: `mcdonald` → `mc`, `donald`; `obrien` → `o`, `brien`; `vandyke` → `van`, `dyke`. */
function particleApart(word: string): readonly string[] {
  const [, particle = '', rest = ''] = /^(mac|mc|van|von|della|del|de|di|du|st|san|o|d)(.{3,})$/.exec(word) ?? []
  return particle === '' ? [word] : [particle, rest]
}
