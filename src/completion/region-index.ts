import type { Region, RegionType } from '../model/region.ts'
import { foldText } from '../names/name-key.ts'
import { SHORT_OF, shortName } from '../names/short-name.ts'
import { STATES } from '../regions/states.ts'
import { SortedNames } from './sorted-names.ts'

/** A larger place holds the homes of all places within; discounted, so that a city comes before its county. */
const WEIGHTS: Readonly<Record<RegionType, number>> = {
  city: 1,
  neighborhood: 1,
  zipcode: 1,
  county: 0.5,
  metro: 0.25,
  state: 0.25,
  country: 0.1,
}

/** From this many letters on, an unfinished word may be the beginning of a longer spelling: `sai` of `saint`. */
const LEAST_LETTERS = 2

const STATE_NAMES: readonly (readonly [name: string, code: string])[] = STATES.flatMap(({ code, name }) =>
  [...new Set([foldText(name), shortName(name)])].map((spelling) => [spelling, code.toLowerCase()] as const),
)

/** No state has a name of more words. */
const MOST_STATE_WORDS = 4

/** Longer texts name no region; cut, so that hostile ones cost nothing. */
const MOST_LETTERS = 100

/** Names of regions while somebody types: by the whole name first, then by its beginning, then by any word's beginning. */
export class RegionIndex {
  /** Best first. */
  readonly #regions: readonly Region[]
  readonly #byWholeName: ReadonlyMap<string, readonly number[]>
  readonly #byName: SortedNames
  readonly #innerWords: SortedNames
  /** ZIPs as they are written behind a city, a state, or both: `plano 75074`, `plano tx 75074`. */
  readonly #zipsBehind: SortedNames

  constructor(regions: readonly Region[]) {
    this.#regions = regions.toSorted((a, b) => weight(b) - weight(a) || (a.key < b.key ? -1 : 1))
    const names = this.#regions.map(namesOf)
    this.#byWholeName = rankedByName(names)
    this.#byName = new SortedNames(names.flatMap(({ full }, rank) => full.map((name) => [name, rank] as const)))
    this.#innerWords = new SortedNames(
      names.flatMap(({ whole, full }, rank) =>
        innerWords(full[0] ?? '', whole[0] ?? '').map((name) => [name, rank] as const),
      ),
    )
    this.#zipsBehind = new SortedNames(
      this.#regions.flatMap((region, rank) => namesBeforeZip(region).map((name) => [name, rank] as const)),
    )
  }

  /** Regions whose name begins with what was typed, or has a word that does: `park` → Park City, then Overland Park. */
  startingWith(typed: string, limit: number): Region[] {
    const text = typed.slice(0, MOST_LETTERS)
    const zips = this.#ranked(this.#zipsBehind.bestOf(zipPrefixes(text), limit))
    return zips.length > 0 ? zips : this.#named(text, limit)
  }

  #named(typed: string, limit: number): Region[] {
    const prefixes = namePrefixes(typed)
    const ranks = new Set<number>()
    if (typed.trim().length >= LEAST_LETTERS) {
      for (const name of prefixes) for (const rank of this.#byWholeName.get(name.trimEnd()) ?? []) ranks.add(rank)
    }
    for (const names of [this.#byName, this.#innerWords]) {
      if (ranks.size >= limit) break
      for (const rank of names.bestOf(prefixes, limit)) ranks.add(rank)
    }
    return this.#ranked([...ranks].slice(0, limit))
  }

  #ranked(ranks: readonly number[]): Region[] {
    return ranks.map((rank) => this.#regions[rank]).filter((region) => region !== undefined)
  }
}

function weight({ type, homes, listings }: Region): number {
  return WEIGHTS[type] * (homes + listings)
}

interface RegionNames {
  /** Without what follows the name itself. */
  readonly whole: readonly string[]
  /** With city and state behind: `ballard seattle wa`. */
  readonly full: readonly string[]
}

function namesOf(region: Region): RegionNames {
  const name = shortName(region.name)
  if (region.type === 'country') return named([name, 'usa', 'us'], '')
  const state = region.state.toLowerCase()
  if (region.type === 'state') return named([name, state], '')
  return named([name], region.type === 'neighborhood' ? `${shortName(region.city ?? '')} ${state}` : state)
}

function namesBeforeZip({ type, name, state, city }: Region): string[] {
  if (type !== 'zipcode') return []
  const code = state.toLowerCase()
  const before = city === undefined ? [code] : [code, shortName(city), `${shortName(city)} ${code}`]
  return before.map((words) => `${words} ${name}`)
}

function named(whole: readonly string[], behind: string): RegionNames {
  return { whole, full: whole.map((name) => `${name} ${behind}`.trimEnd()) }
}

function rankedByName(names: readonly RegionNames[]): Map<string, number[]> {
  const ranked = new Map<string, number[]>()
  names.forEach(({ whole, full }, rank) => {
    for (const name of new Set([...whole, ...full])) {
      const ranks = ranked.get(name)
      if (ranks === undefined) ranked.set(name, [rank])
      else ranks.push(rank)
    }
  })
  return ranked
}

/** A full name from its second, third, … word on; city and state behind the name itself begin none. */
function innerWords(full: string, whole: string): string[] {
  const inner: string[] = []
  for (let at = full.indexOf(' '); at >= 0 && at < whole.length; at = full.indexOf(' ', at + 1)) {
    inner.push(full.slice(at + 1))
  }
  return inner
}

/** What names may begin with when so much is typed: the last word may be unfinished, the last words may name a state. */
function namePrefixes(typed: string): readonly string[] {
  const words = foldText(typed).split(' ')
  const last = words.at(-1) ?? ''
  if (last === '') return []
  const before = words
    .slice(0, -1)
    .map((word) => `${SHORT_OF.get(word) ?? word} `)
    .join('')
  const lasts = /\s$/.test(typed) ? [`${SHORT_OF.get(last) ?? last} `] : [last, ...longerSpellings(last)]
  return [...new Set([...lasts.map((word) => before + word), ...withStateCode((before + last).split(' '))])]
}

/** `Plano, Texas 750` → `plano tx 750`: what stands in front of a ZIP's beginning is finished. None where none is. */
function zipPrefixes(typed: string): string[] {
  const [zip = ''] = /(?<![^\s,])\d{1,5}$/.exec(typed.trimEnd()) ?? []
  const place = typed.trimEnd().slice(0, -zip.length)
  if (zip === '' || place === '') return []
  const names = namePrefixes(`${place} `).map((name) => name.trimEnd())
  const states = STATE_NAMES.filter(([name]) => name === foldText(place)).map(([, code]) => code)
  return [...new Set([...names, ...states])].map((name) => `${name} ${zip}`)
}

/** `sai` may begin `saint`, which names have as `st`; one letter may begin too much. */
function longerSpellings(prefix: string): string[] {
  if (prefix.length < LEAST_LETTERS) return []
  return Array.from(SHORT_OF, ([long, short]) => (long.startsWith(prefix) ? `${short} ` : '')).filter(
    (short) => short !== '',
  )
}

/** `austin tex` → `austin tx`; the last words of a longer text may be the beginning of a state's name. */
function withStateCode(words: readonly string[]): string[] {
  const found: string[] = []
  for (let length = 1; length <= Math.min(MOST_STATE_WORDS, words.length - 1); length++) {
    const tail = words.slice(-length).join(' ')
    if (tail.length < LEAST_LETTERS) continue
    const before = words.slice(0, -length).join(' ')
    for (const [name, code] of STATE_NAMES) if (name.startsWith(tail)) found.push(`${before} ${code}`)
  }
  return found
}
