import { foldText } from './name-key.ts'

/** Words around a name that are no part of it. */
const TITLES = new Set('mr mrs ms miss mx dr prof rev hon sir esq md phd dds cpa'.split(' '))

/** Spellings of what tells generations apart: the 3rd is the third. */
const GENERATIONS = ['jr junior', 'sr senior', 'ii 2nd', 'iii 3rd', 'iv 4th'].map((spellings) => spellings.split(' '))

/** Every such spelling → the first of its kind. */
const GENERATION_OF: ReadonlyMap<string, string> = new Map(
  GENERATIONS.flatMap((words) => words.map((word): [string, string] => [word, words[0] ?? ''])),
)

/** Every such spelling → the other one. */
const OTHER_GENERATION: ReadonlyMap<string, string> = new Map(
  GENERATIONS.flatMap(([one = '', other = '']): [string, string][] => [
    [one, other],
    [other, one],
  ]),
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
  const words = wordsOf(name)
  const named = words.filter((word) => !TITLES.has(word) && !GENERATION_OF.has(word))
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

/** More readings are not tried. */
const MAX_READINGS = 20

/** Shorter parts of a joined name fit too many. */
const MIN_PART_LETTERS = 3

/**
 * The words of a name as written, then those that it may have in a list: without titles, with the other spelling of a
 * generation, with particles and pairs of words joined, and with joined words parted. No word is dropped but titles.
 */
export function nameReadings(written: string): readonly (readonly string[])[] {
  const words = wordsOf(written)
  const named = words.filter((word) => !TITLES.has(word))
  const plain = named.length > 0 ? named : words
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

/** `mcdonald` → `mc`, `donald`; `obrien` → `o`, `brien`; `vandyke` → `van`, `dyke`. */
function particleApart(word: string): readonly string[] {
  const [, particle = '', rest = ''] = /^(mac|mc|van|von|della|del|de|di|du|st|san|o|d)(.{3,})$/.exec(word) ?? []
  return particle === '' ? [word] : [particle, rest]
}
