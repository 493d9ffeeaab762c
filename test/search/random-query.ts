import type { Query, QueryNode, RangeNode } from '../../src/catalog/query.ts'
import type { Home, Point } from '../../src/model/home.ts'
import {
  HOME_COLUMNS,
  HOME_FLAGS,
  type HomeColumn,
  type HomeColumnName,
  type HomeFlag,
  LISTING_CLASSES,
} from '../../src/model/home-columns.ts'
import { COUNTRY_KEY } from '../../src/places/region-keys.ts'
import { Random } from '../../src/sample/random.ts'
import { COLUMN_NAMES, type KnownHome, knownHome, ORDER_NAMES } from './known-home.ts'
import { naiveHolds, naiveSum } from './naive.ts'
import { RandomShapes } from './random-shapes.ts'

const CODE_COLUMNS = COLUMN_NAMES.filter((name) => (HOME_COLUMNS[name] as HomeColumn).values !== undefined)
const NOWHERE: Point = { latitude: 40, longitude: -100 }

/** Days before and after today that queries are asked on. */
const MOST_DAYS = 1_000

/** A node that is not true of the home aimed at stays all the same in this share of cases, else another one is drawn. */
const MISS_SHARE = 0.15
const MOST_TRIES = 4

/** Share of the aims that are taken at odd homes, which few queries would meet otherwise. */
const ODD_SHARE = 0.2

/** Queries that some of the given homes fit, most of the time. The same seed and index make the same query. */
export class RandomQueries {
  readonly #homes: readonly KnownHome[]
  readonly #points: readonly Point[]
  readonly #odd: ReadonlySet<Home>
  readonly #today: number

  /** `odd`: those of the homes that queries are aimed at more often. `today`: a day number, about which queries are asked. */
  constructor(homes: readonly Home[], odd: readonly Home[], today: number) {
    this.#homes = homes.map(knownHome)
    this.#odd = new Set(odd)
    this.#points = [NOWHERE, ...homes.flatMap(({ point }) => point ?? [])]
    this.#today = today
  }

  query(seed: number, index: number): Query {
    const random = new Random(seed, 'query', index)
    const listingClass = random.pick(LISTING_CLASSES)
    const listed = this.#homes.filter((known) => known.listingClass === listingClass)
    const odd = listed.filter(({ home }) => this.#odd.has(home))
    const aims = odd.length > 0 && random.chance(ODD_SHARE) ? odd : listed.length > 0 ? listed : this.#homes
    const nodes = new RandomNodes(random, aims, this.#homes, this.#points)
    return {
      listingClass,
      where: nodes.list(random.whole(0, 6)).map((node, i) => ({ parameter: `p${i}`, node })),
      order: random.pick(ORDER_NAMES),
      offset: random.chance(0.6) ? 0 : random.whole(0, random.pick([10, 200, 1000])),
      limit: random.whole(1, random.pick([10, 41, 200])),
      grouped: random.chance(0.6),
      today: this.#today + random.whole(-MOST_DAYS, MOST_DAYS),
    }
  }
}

/** The nodes of one query, most of them true of one home: else few homes would fit several at once. */
class RandomNodes {
  readonly #random: Random
  readonly #aims: readonly KnownHome[]
  readonly #all: readonly KnownHome[]
  readonly #shapes: RandomShapes
  #aim: KnownHome

  constructor(random: Random, aims: readonly KnownHome[], all: readonly KnownHome[], points: readonly Point[]) {
    this.#random = random
    this.#aims = aims
    this.#all = all
    this.#shapes = new RandomShapes(random, points)
    this.#aim = random.pick(aims)
  }

  list(count: number, depth = 0): QueryNode[] {
    return Array.from({ length: count }, () => {
      if (this.#random.chance(0.15)) this.#aim = this.#random.pick(this.#aims)
      let node = this.#node(depth)
      for (let more = MOST_TRIES; more > 0 && !naiveHolds(this.#aim.home, node); more--) {
        if (this.#random.chance(MISS_SHARE)) break
        node = this.#node(depth)
      }
      return node
    })
  }

  #node(depth: number): QueryNode {
    const near = this.#aim.home.point ?? NOWHERE
    return this.#random.pick([
      () => this.#range(),
      () => this.#range(),
      () => this.#range(),
      () => this.#oneOf(),
      () => this.#flags(),
      () => this.#sum(),
      () => this.#place(),
      () => this.#homesNode(),
      () => this.#shapes.box(near),
      () => this.#shapes.polygon(near),
      () => this.#shapes.circle(near),
      () => this.#words(),
      () => (depth < 2 ? this.#any(depth + 1) : this.#range()),
    ])()
  }

  #range(): RangeNode {
    const column = this.#random.pick(COLUMN_NAMES)
    return { kind: 'range', column, ...this.#boundsAround(this.#numberOf(column)), orMissing: this.#random.chance(0.3) }
  }

  /** Bounds exactly at a value, next to it, far from it, open, and the wrong way round. */
  #boundsAround(value: number): { min: number; max: number } {
    const random = this.#random
    const wide = Math.abs(value) * random.unit() + 1
    const [below, above] = [value - wide, value + wide]
    return random.pick([
      { min: value, max: Number.POSITIVE_INFINITY },
      { min: Number.NEGATIVE_INFINITY, max: value },
      { min: value, max: value },
      { min: below, max: above },
      { min: below, max: above },
      { min: Math.round(below), max: value },
      { min: value + 0.5, max: Number.POSITIVE_INFINITY },
      { min: Number.NEGATIVE_INFINITY, max: value - 0.5 },
      { min: above, max: below },
      { min: -1e12, max: 1e12 },
      { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY },
    ])
  }

  /** The value of the home aimed at, or of another one; 0 where no home that was asked has one. A code as its number. */
  #numberOf(column: HomeColumnName): number {
    const asked = [this.#aim, this.#random.pick(this.#aims), this.#random.pick(this.#aims)]
    const value = asked.find(({ values }) => values.has(column))?.values.get(column) ?? 0
    if (typeof value === 'number') return value
    return ((HOME_COLUMNS[column] as HomeColumn).values ?? []).indexOf(value)
  }

  #oneOf(): QueryNode {
    const column = this.#random.pick(CODE_COLUMNS)
    const names = (HOME_COLUMNS[column] as HomeColumn).values ?? []
    const own = this.#aim.values.get(column)
    const values = this.#random.some(names, this.#random.whole(0, names.length))
    const aimed = typeof own === 'string' && this.#random.chance(0.7) && !values.includes(own)
    return { kind: 'oneOf', column, values: aimed ? [...values, own] : values }
  }

  #flags(): QueryNode {
    const random = this.#random
    const set = [...this.#aim.flags]
    const unset = HOME_FLAGS.filter((flag) => !this.#aim.flags.has(flag))
    const few = (flags: readonly HomeFlag[], most: number) => random.some(flags, random.whole(0, most))
    return {
      kind: 'flags',
      all: few(random.chance(0.9) ? set : HOME_FLAGS, 2),
      some: [...few(set, 1), ...few(HOME_FLAGS, random.pick([0, 3]))],
      none: few(random.chance(0.9) ? unset : HOME_FLAGS, 3),
    }
  }

  #sum(): QueryNode {
    const random = this.#random
    const terms = random
      .some(COLUMN_NAMES, random.whole(1, 3))
      .map((column) => ({ column, weight: random.pick([1, 1, -1, 0.5, 1 / 12, 0.006]) }))
    return { kind: 'sum', terms, ...this.#boundsAround(naiveSum(this.#aim.values, terms)) }
  }

  #place(): QueryNode {
    const random = this.#random
    const keys = () =>
      random.pick<readonly string[]>([
        [...this.#aim.regions],
        [...random.pick(this.#all).regions],
        ['city/tx/nowhere', 'zipcode/00000', 'state/zz', 'county/99999', 'planet/mars', ''],
      ])
    const regions = Array.from({ length: random.whole(1, 5) }, () => random.pick(keys()))
    const known = random.chance(0.9) ? regions.filter((key) => key !== COUNTRY_KEY) : regions
    return { kind: 'place', regions: known }
  }

  #homesNode(): QueryNode {
    const random = this.#random
    const count = random.pick([0, 1, 5, 50, 400])
    const some = Array.from({ length: count }, () => random.pick(random.chance(0.7) ? this.#aims : this.#all))
    const zpids = some.map(({ home }) => home.zpid)
    const aimed = random.chance(0.7) ? [this.#aim.home.zpid, this.#aim.home.zpid] : []
    return { kind: 'homes', zpids: [...zpids, ...aimed, ...random.pick([[], [0, 2 ** 53 - 1, 987_654_321]])] }
  }

  #words(): QueryNode {
    const random = this.#random
    const texts = (random.chance(0.8) ? this.#aim : random.pick(this.#aims)).texts
    const words = texts.flat()
    const absent = random.chance(0.1) ? ['zzyzx'] : []
    const phrases = Array.from({ length: random.pick([0, 0, 1, 2]) }, () => this.#phrase(texts))
    const spoken = random.some(words, random.whole(0, 3))
    const all = random.chance(0.8) ? [...spoken, ...phrases.flat(), ...absent] : [...spoken, ...absent]
    return { kind: 'words', words: all, phrases: phrases.filter((phrase) => phrase.length > 0) }
  }

  /** From one text; running from one into the next; out of order; of words that are not there. */
  #phrase(texts: KnownHome['texts']): readonly string[] {
    const random = this.#random
    const text = random.chance(0.7) ? random.pick([[], ...texts]) : texts.flat()
    const start = random.below(Math.max(1, text.length - 1))
    const phrase = text.slice(start, start + random.whole(1, 4))
    if (random.chance(0.15)) return phrase.toReversed()
    return random.chance(0.05) ? [...phrase, 'zzyzx'] : phrase
  }

  #any(depth: number): QueryNode {
    const alternatives = Array.from({ length: this.#random.pick([0, 1, 2, 2, 3]) }, () =>
      this.list(this.#random.pick([0, 1, 1, 2, 2, 3]), depth),
    )
    return { kind: 'any', alternatives }
  }
}
