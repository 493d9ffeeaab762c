import { foldText } from '../../kit/names/name-key.ts'
import { SHORT_OF, shortName } from '../../kit/names/short-name.ts'
import { atOnce, each, type SlicedWork, sorted } from '../../kit/threads/slices.ts'
import type { AddressEntry } from '../../model/address-entry.ts'
import type { Point } from '../../model/home.ts'
import type { Region, RegionType } from '../../model/region.ts'
import { indexByKey, ofNames, ofRegions, regionAt } from '../regions/of-regions.ts'
import { cityRegionKey, zipcodeRegionKey } from '../regions/region-keys.ts'
import { STATES } from '../regions/states.ts'
import { type NameArrays, nameArrays, SortedNames } from './sorted-names.ts'

/**
 * Weights by type. A larger place contains the homes of smaller places, so its weight is lower: a city comes before its
 * county.
 */
const WEIGHTS: Readonly<Record<RegionType, number>> = {
  city: 1,
  neighborhood: 1,
  zipcode: 1,
  county: 0.5,
  metro: 0.25,
  state: 0.25,
  country: 0.1,
}

/** Minimum length of an unfinished word that is completed to a longer spelling, such as `sai` to `saint`. */
const MIN_LETTERS = 2

const STATE_NAMES: readonly (readonly [name: string, code: string])[] = STATES.flatMap(({ code, name }) =>
  [...new Set([foldText(name), shortName(name)])].map((spelling) => [spelling, code.toLowerCase()] as const),
)

const MAX_STATE_WORDS = 4

/** Longer input is cut: no region's name is longer, and the limit bounds the work for hostile input. */
const MAX_LETTERS = 100

/** The additional weight of a home on the market. Every home has a weight of 1. */
const LISTING_WEIGHT = 5
const PEOPLE_PER_HOME = 10_000

const NEAR_CANDIDATES = 200
const NEAR_KM = 25
const KM_PER_DEGREE = 111.2

/** Minimum length for correcting typos. Too many names differ from a shorter text by one typo. */
const MIN_LETTERS_OF_SLIPS = 3

/** Maximum number of prefixes that are searched with a typo. A search with a typo costs as much as ten without. */
const MAX_PREFIXES_OF_SLIPS = 4

/** The names by which regions are found, in memory that threads share. Each name refers to a region by index. */
export interface RegionNames {
  readonly whole: NameArrays
  readonly full: NameArrays
  readonly inner: NameArrays
  /** Full spellings of names that other lists shorten: `south congress austin tx`. */
  readonly spelled: NameArrays
  /** ZIPs after a city, a state or both: `plano 75074`, `plano tx 75074`. */
  readonly zipsAfterPlace: NameArrays
}

/** The order of the regions, for searches with several matches. It is in memory that threads share. */
export interface RegionOrder {
  /** Indexes of the regions, best first. */
  readonly order: Uint32Array
  /** The position of each region in this order. */
  readonly ranks: Uint32Array
}

export type RegionArrays = RegionNames & RegionOrder

export function regionArrays(regions: readonly Region[]): RegionArrays {
  return { ...atOnce(regionNames(regions)), ...atOnce(regionOrder(regions)) }
}

function* regionNames(regions: readonly Region[]): SlicedWork<RegionNames> {
  const names: RegionSpellings[] = []
  yield* each(regions, (region) => names.push(namesOf(region)))
  const arraysOf = function* (of: (region: Region, spellings: RegionSpellings) => Iterable<string>) {
    const entries: [string, number][] = []
    yield* each(regions, (region, index) => {
      for (const name of of(region, names[index] ?? NO_SPELLINGS)) entries.push([name, index])
    })
    return yield* nameArrays(entries)
  }
  return {
    whole: yield* arraysOf((_, { whole, full }) => new Set([...whole, ...full])),
    full: yield* arraysOf((_, { full }) => full),
    inner: yield* arraysOf((_, { whole, full }) => innerWords(full[0] ?? '', whole[0] ?? '')),
    spelled: yield* arraysOf(spelledNames),
    zipsAfterPlace: yield* arraysOf(namesBeforeZip),
  }
}

/**
 * @param before A previous order of the same regions. Sorting starts from this order, because it is usually almost
 * right.
 */
function* regionOrder(regions: readonly Region[], before?: Uint32Array): SlicedWork<RegionOrder> {
  const weights = new Float64Array(regions.length)
  yield* each(regions, (region, index) => {
    weights[index] = weight(region)
  })
  const previous = before?.length === regions.length ? before : regions.keys()
  const heaviestFirst = yield* sorted(Array.from(previous), (a, b) => {
    const difference = (weights[b] ?? 0) - (weights[a] ?? 0)
    return difference || ((regions[a]?.key ?? '') < (regions[b]?.key ?? '') ? -1 : 1)
  })
  const [order, ranks] = [indexes(regions.length), indexes(regions.length)]
  yield* each(heaviestFirst, (index, rank) => {
    order[rank] = index
    ranks[index] = rank
  })
  return { order, ranks }
}

function indexes(count: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(count * Uint32Array.BYTES_PER_ELEMENT))
}

const namesIn = ofNames(regionNames)

const orderIn = ofRegions<RegionOrder>((regions, before) => regionOrder(regions, before?.value.order))

/** Makes an index in the memory of this thread, for regions whose names no other thread has indexed. */
export const regionIndexOf = ofRegions(function* (regions) {
  yield* indexByKey.sliced(regions)
  return new RegionIndex(regions, { ...(yield* namesIn.sliced(regions)), ...(yield* orderIn.sliced(regions)) })
})

/**
 * Finds regions by incomplete text: first by the full name, then by the start of the name, then by the start of any
 * word in the name.
 */
export class RegionIndex {
  readonly #regions: readonly Region[]
  readonly #order: Uint32Array
  readonly #byWholeName: SortedNames
  readonly #byName: SortedNames
  readonly #innerWords: SortedNames
  readonly #spelled: SortedNames
  readonly #zipsAfterPlace: SortedNames

  /** @param regions Must be in the order for which `arrays` was made. */
  constructor(regions: readonly Region[], arrays: RegionArrays = regionArrays(regions)) {
    this.#regions = regions
    this.#order = arrays.order
    this.#byWholeName = new SortedNames(arrays.whole, arrays.ranks)
    this.#byName = new SortedNames(arrays.full, arrays.ranks)
    this.#innerWords = new SortedNames(arrays.inner, arrays.ranks)
    this.#spelled = new SortedNames(arrays.spelled, arrays.ranks)
    this.#zipsAfterPlace = new SortedNames(arrays.zipsAfterPlace, arrays.ranks)
  }

  /**
   * Returns regions whose name starts with the typed text, then regions with a later word that starts with it: `park` →
   * Park City, then Overland Park.
   */
  startingWith(typed: string, limit: number, near?: Point): Region[] {
    const text = typed.slice(0, MAX_LETTERS)
    const zips = this.#nearFirst(this.#zipsAfterPlace.bestOf(zipPrefixes(text), widened(limit, near)), near)
    return this.#ranked(zips.length > 0 ? zips : this.#named(text, limit, near)).slice(0, limit)
  }

  /** Returns a score that grows with the number of homes around an address. Addresses near the point score higher. */
  scoreOf({ city, state, zipcode }: Pick<AddressEntry, 'city' | 'state' | 'zipcode'>, near?: Point): number {
    const region = this.#withKey(cityRegionKey(city, state)) ?? this.#withKey(zipcodeRegionKey(zipcode))
    if (region === undefined) return 0
    return weight(region) * nearness(this.#withKey(zipcodeRegionKey(zipcode)) ?? region, near)
  }

  /**
   * Returns regions whose name begins one typo away from the typed text: `sna fran` → San Francisco. Used if no name
   * begins with the text.
   */
  oneSlipAway(typed: string, limit: number, near?: Point): Region[] {
    const text = typed.slice(0, MAX_LETTERS)
    const prefixes = namePrefixes(text)
      .filter((prefix) => prefix.length >= MIN_LETTERS_OF_SLIPS)
      .slice(0, MAX_PREFIXES_OF_SLIPS)
    const wide = widened(limit, near)
    const spelled = this.#spelled.bestOneSlipAway(prefixes.length > 0 ? [foldText(text)] : [], wide)
    const ranks = new Set(this.#nearFirst(spelled, near))
    for (const names of [this.#byName, this.#innerWords]) {
      if (ranks.size >= limit) break
      for (const rank of this.#nearFirst(names.bestOneSlipAway(prefixes, wide), near)) ranks.add(rank)
    }
    return this.#ranked([...ranks].slice(0, limit))
  }

  #named(typed: string, limit: number, near: Point | undefined): readonly number[] {
    const prefixes = namePrefixes(typed)
    const whole =
      typed.trim().length >= MIN_LETTERS ? prefixes.flatMap((name) => this.#byWholeName.named(name.trimEnd())) : []
    const ranks = new Set(this.#nearFirst(whole, near))
    for (const names of [this.#byName, this.#innerWords]) {
      if (ranks.size >= limit) break
      for (const rank of this.#nearFirst(names.bestOf(prefixes, widened(limit, near)), near)) ranks.add(rank)
    }
    return [...ranks].slice(0, limit)
  }

  #nearFirst(ranks: readonly number[], near: Point | undefined): readonly number[] {
    if (near === undefined) return ranks
    const scored = ranks.map((rank) => {
      const region = this.#regions[this.#order[rank] ?? -1]
      return { rank, score: region === undefined ? 0 : weight(region) * nearness(region, near) }
    })
    return scored.sort((a, b) => b.score - a.score).map(({ rank }) => rank)
  }

  #withKey(key: string): Region | undefined {
    return regionAt(key, this.#regions)
  }

  #ranked(ranks: readonly number[]): Region[] {
    return ranks.map((rank) => this.#regions[this.#order[rank] ?? -1]).filter((region) => region !== undefined)
  }
}

/**
 * Returns a score that grows with the number of homes in a region. Homes on the market count most. Population counts so
 * little that it decides only between places with similar numbers of homes.
 */
function weight({ type, homes, listings, population = 0 }: Region): number {
  return WEIGHTS[type] * (homes + LISTING_WEIGHT * listings + population / PEOPLE_PER_HOME)
}

/** Returns a higher limit if a point is given: regions near the point are then picked from more results. */
function widened(limit: number, near: Point | undefined): number {
  return near === undefined ? limit : NEAR_CANDIDATES
}

/** Returns 1 at a point, a half at `NEAR_KM` from it, and almost 0 far away. */
function nearness({ point }: Region, near: Point | undefined): number {
  if (near === undefined) return 1
  const north = (point.latitude - near.latitude) * KM_PER_DEGREE
  const east = (point.longitude - near.longitude) * KM_PER_DEGREE * Math.cos((near.latitude * Math.PI) / 180)
  return 1 / (1 + (north * north + east * east) / NEAR_KM ** 2)
}

interface RegionSpellings {
  readonly whole: readonly string[]
  /** The name with city and state: `ballard seattle wa`. */
  readonly full: readonly string[]
}

const NO_SPELLINGS: RegionSpellings = { whole: [], full: [] }

function namesOf(region: Region): RegionSpellings {
  const name = shortName(region.name)
  if (region.type === 'country') return named([name, 'usa', 'us'], '')
  const state = region.state.toLowerCase()
  if (region.type === 'state') return named([name, state], '')
  return named([name], region.type === 'neighborhood' ? `${shortName(region.city ?? '')} ${state}` : state)
}

function namesBeforeZip(region: Region): string[] {
  if (region.type !== 'zipcode') return []
  const { name, state, city } = region
  const code = state.toLowerCase()
  const before = city === undefined ? [code] : [code, shortName(city), `${shortName(city)} ${code}`]
  return before.map((words) => `${words} ${name}`)
}

function named(whole: readonly string[], rest: string): RegionSpellings {
  return { whole, full: whole.map((name) => `${name} ${rest}`.trimEnd()) }
}

function spelledNames(region: Region): string[] {
  if (region.type === 'zipcode') return []
  const name = foldText(region.name)
  if (name === shortName(region.name)) return []
  const city = region.type === 'neighborhood' ? foldText(region.city ?? '') : ''
  return [[name, city, region.state.toLowerCase()].filter((part) => part !== '').join(' ')]
}

/** Returns the endings of a full name that start at the second word of the name or later. City and state stay whole. */
function innerWords(full: string, whole: string): string[] {
  const inner: string[] = []
  for (let at = full.indexOf(' '); at >= 0 && at < whole.length; at = full.indexOf(' ', at + 1)) {
    inner.push(full.slice(at + 1))
  }
  return inner
}

/**
 * Returns the prefixes that a typed text may mean. The last word may be incomplete, and the last words may name a
 * state.
 */
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

/**
 * Returns prefixes for a place and an incomplete ZIP: `Plano, Texas 750` → `plano tx 750`. Words before the ZIP must be
 * complete. Empty if the text has no ZIP.
 */
function zipPrefixes(typed: string): string[] {
  const [zip = ''] = /(?<![^\s,])\d{1,5}$/.exec(typed.trimEnd()) ?? []
  const place = typed.trimEnd().slice(0, -zip.length)
  if (zip === '' || place === '') return []
  const names = namePrefixes(`${place} `).map((name) => name.trimEnd())
  const states = STATE_NAMES.filter(([name]) => name === foldText(place)).map(([, code]) => code)
  return [...new Set([...names, ...states])].map((name) => `${name} ${zip}`)
}

/**
 * Returns the short forms of words that begin with this text: `sai` may begin `saint`, which is stored as `st`. Empty
 * for a single letter, because too many words begin with it.
 */
function longerSpellings(prefix: string): string[] {
  if (prefix.length < MIN_LETTERS) return []
  return Array.from(SHORT_OF, ([long, short]) => (long.startsWith(prefix) ? `${short} ` : '')).filter(
    (short) => short !== '',
  )
}

/** Replaces the last words by a state's code if they begin a state's name: `austin tex` → `austin tx`. */
function withStateCode(words: readonly string[]): string[] {
  const matches: string[] = []
  for (let length = 1; length <= Math.min(MAX_STATE_WORDS, words.length - 1); length++) {
    const tail = words.slice(-length).join(' ')
    if (tail.length < MIN_LETTERS) continue
    const before = words.slice(0, -length).join(' ')
    for (const [name, code] of STATE_NAMES) if (name.startsWith(tail)) matches.push(`${before} ${code}`)
  }
  return matches
}
