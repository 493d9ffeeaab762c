import type {
  KeyBound,
  PropertyNode,
  PropertyOrder,
  PropertyPosition,
  PropertyQuery,
} from '../../src/catalog/ports/property-search.ts'
import { Random } from '../../src/kit/algorithms/random.ts'
import type { Point } from '../../src/model/home.ts'
import {
  type ColumnKind,
  type IdColumnName,
  type ListColumnName,
  type NumberColumnName,
  PROPERTY_COLUMN_KINDS,
  type PropertyColumnName,
  type TextColumnName,
} from '../../src/model/property-columns.ts'
import type { KnownProperty } from './naive-properties.ts'
import { holdsFor } from './naive-properties.ts'
import { RandomShapes } from './random-shapes.ts'

const NAMES = Object.keys(PROPERTY_COLUMN_KINDS) as readonly PropertyColumnName[] // the keys of this table
const ofKinds = (...kinds: readonly ColumnKind[]) => NAMES.filter((name) => kinds.includes(PROPERTY_COLUMN_KINDS[name]))
// the columns of these kinds
const NUMBERS = ofKinds('number', 'day', 'moment', 'boolean') as readonly NumberColumnName[]
const TEXTS = ofKinds('text') as readonly TextColumnName[]
const SETS = ofKinds('text', 'id', 'list') as readonly (TextColumnName | IdColumnName | ListColumnName)[]

const ODD_NUMBERS = [Number.NaN, Infinity, -Infinity, -0, 0.5, -1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e300, 5e-324] as const
const ODD_TEXTS = [
  '',
  ' ',
  "'",
  '"',
  '\\',
  '{}',
  'NULL',
  '%',
  ',',
  '\n',
  'İ',
  '😀',
  '\u{FF21}',
  'x'.repeat(5000),
] as const
const ODD_KEYS = ['', '0', '00', '1', '1.0', '-1', ' 5', '9', '99999999999999999999', '١', 'NaN', "'", '😀'] as const

const NOWHERE: Point = { latitude: 40, longitude: -100 }
/**
 * How often a condition that does not match the target record is drawn again, and the probability of using it anyway.
 */
const [MAX_TRIES, MISS_SHARE] = [4, 0.15]
const ORDERS_MAX = 5

/** Random queries for properties. Most match some records. The same seed and index yield the same query. */
export class RandomProperties {
  readonly #records: readonly KnownProperty[]
  readonly #points: readonly Point[]

  constructor(records: readonly KnownProperty[]) {
    this.#records = records
    this.#points = [NOWHERE, ...records.flatMap(({ point }) => point ?? [])]
  }

  query(seed: number, index: number): PropertyQuery {
    const random = new Random(seed, 'properties', index)
    const nodes = new RandomNodes(random, this.#records, new RandomShapes(random, this.#points))
    const order = Array.from({ length: random.pick([0, 0, 1, 1, 1, 2, 3, ORDERS_MAX]) }, () => orderOf(random))
    return {
      where: nodes.list(random.pick([0, 1, 1, 2, 3, 4])),
      order,
      isKeyDescending: random.chance(0.3),
      ...(random.chance(0.2) && { after: this.#anyPosition(random, order) }),
      offset: random.chance(0.6) ? 0 : random.whole(0, random.pick([5, 100, 2000])),
      limit: random.pick([1, 2, 10, 50, 500]),
      isCounted: random.chance(0.5),
    }
  }

  /** Returns a position in the sort order. The position need not belong to a record. */
  #anyPosition(random: Random, order: readonly PropertyOrder[]): PropertyPosition {
    const values = order.map(({ column }) => {
      const value = random.pick(this.#records).values.get(column)
      if (random.chance(0.1)) return undefined
      const isText = PROPERTY_COLUMN_KINDS[column] === 'text'
      if (random.chance(0.2)) return isText ? random.pick(ODD_TEXTS) : random.pick([0.5, -1, 1e300])
      return value as number | string | undefined // a column to sort by is not a list
    })
    return { values, key: random.chance(0.7) ? String(random.pick(this.#records).id) : random.pick(ODD_KEYS) }
  }
}

function orderOf(random: Random): PropertyOrder {
  const column = random.pick<NumberColumnName | TextColumnName>(random.chance(0.5) ? NUMBERS : TEXTS)
  return { column, isDescending: random.chance(0.5) }
}

/**
 * Draws the conditions of a query. Most match the same target record, because few records match several random
 * conditions.
 */
class RandomNodes {
  readonly #random: Random
  readonly #records: readonly KnownProperty[]
  readonly #shapes: RandomShapes
  #aim: KnownProperty

  constructor(random: Random, records: readonly KnownProperty[], shapes: RandomShapes) {
    this.#random = random
    this.#records = records
    this.#shapes = shapes
    this.#aim = random.pick(records)
  }

  list(count: number, depth = 0): PropertyNode[] {
    return Array.from({ length: count }, () => {
      let node = this.#node(depth)
      for (let more = MAX_TRIES; more > 0 && !holdsFor(this.#aim, node); more--) {
        if (this.#random.chance(MISS_SHARE)) break
        node = this.#node(depth)
      }
      return node
    })
  }

  #node(depth: number): PropertyNode {
    const near = this.#aim.point ?? NOWHERE
    return this.#random.pick([
      () => this.#range(),
      () => this.#range(),
      () => this.#numbers(),
      () => this.#texts(),
      () => this.#texts(),
      () => this.#missing(),
      () => this.#keys(),
      () => this.#keyRange(),
      () => this.#shapes.circle(near),
      () => this.#shapes.polygon(near),
      () => this.#words(),
      () => (depth < 3 ? this.#alternatives(depth + 1) : this.#range()),
    ])()
  }

  /** Draws a column, preferably one in which the target record has a value. */
  #column<C extends PropertyColumnName>(columns: readonly C[]): C {
    const own = columns.filter((column) => this.#aim.values.get(column) !== undefined)
    return this.#random.pick(own.length > 0 && this.#random.chance(0.8) ? own : columns)
  }

  #numberIn(column: NumberColumnName): number {
    const others = [this.#aim, this.#random.pick(this.#records), this.#random.pick(this.#records)]
    const value = others.map(({ values }) => values.get(column)).find((each) => each !== undefined)
    return (value ?? 0) as number // the column contains numbers
  }

  /** Draws a range whose bounds are at a value, near it or far from it. Some ranges are open or reversed. */
  #range(): PropertyNode {
    const random = this.#random
    const column = this.#column(NUMBERS)
    const value = this.#numberIn(column)
    const wide = Math.abs(value) * random.unit() + 1
    const bounds = random.pick([
      { min: value, max: Infinity },
      { min: -Infinity, max: value },
      { min: value, max: value },
      { min: value - wide, max: value + wide },
      { min: value + 0.5, max: Infinity },
      { min: -Infinity, max: value - 0.5 },
      { min: value + wide, max: value - wide },
      { min: -Infinity, max: Infinity },
      { min: random.pick(ODD_NUMBERS), max: random.pick(ODD_NUMBERS) },
      { min: value, max: random.pick(ODD_NUMBERS) },
    ])
    return { kind: 'range', column, ...bounds }
  }

  #numbers(): PropertyNode {
    const random = this.#random
    const column = this.#column(NUMBERS)
    const values = Array.from({ length: random.pick([0, 1, 2, 5, 100]) }, () =>
      random.chance(0.8) ? this.#numberIn(column) : random.pick(ODD_NUMBERS),
    )
    return { kind: 'numbers', column, values: new Set(values) }
  }

  #texts(): PropertyNode {
    const random = this.#random
    const column = this.#column(SETS)
    const own = [this.#aim, ...Array.from({ length: random.pick([0, 0, 1, 5, 300]) }, () => random.pick(this.#records))]
    const texts = own.flatMap(({ values }) => (values.get(column) ?? []) as string | string[]) // the column contains texts
    const some = random.chance(0.2) ? [...texts, ...random.some(ODD_TEXTS, 4)] : texts
    return { kind: 'texts', column, values: new Set(random.chance(0.9) ? some : random.some(ODD_TEXTS, 3)) }
  }

  #missing(): PropertyNode {
    const column = this.#random.pick(NAMES)
    return { kind: 'missing', column }
  }

  #key(): string {
    return this.#random.chance(0.8)
      ? String(this.#random.pick([this.#aim, this.#random.pick(this.#records)]).id)
      : this.#random.pick(ODD_KEYS)
  }

  #keys(): PropertyNode {
    const keys = Array.from({ length: this.#random.pick([0, 1, 3, 50, 400]) }, () => this.#key())
    return { kind: 'keys', keys: new Set(keys) }
  }

  #keyRange(): PropertyNode {
    const random = this.#random
    const bound = (): KeyBound => ({
      key: random.chance(0.7) ? this.#key() : this.#key().slice(0, random.whole(0, 3)),
      isInclusive: random.chance(0.5),
    })
    return {
      kind: 'keyRange',
      ...(random.chance(0.7) && { from: bound() }),
      ...(random.chance(0.7) && { to: bound() }),
    }
  }

  /**
   * Draws words or phrases: from one text, across two texts, with words in the wrong order, or with words that do not
   * occur.
   */
  #words(): PropertyNode {
    const random = this.#random
    const { texts } = random.chance(0.8) ? this.#aim : random.pick(this.#records)
    const phrases = Array.from({ length: random.pick([0, 0, 1, 2]) }, () => {
      const text = random.chance(0.7) ? random.pick([[], ...texts]) : texts.flat()
      const start = random.below(Math.max(1, text.length - 1))
      const phrase = text.slice(start, start + random.whole(1, 4))
      return random.chance(0.15) ? phrase.toReversed() : phrase
    })
    const words = random.some(texts.flat(), random.whole(0, 3))
    return {
      kind: 'words',
      words: random.chance(0.1) ? [...words, 'zzyzx'] : words,
      phrases: phrases.filter((phrase) => phrase.length > 0),
    }
  }

  #alternatives(depth: number): PropertyNode {
    const random = this.#random
    const alternatives = Array.from({ length: random.pick([0, 1, 2, 2, 3]) }, () =>
      this.list(random.pick([0, 1, 1, 2, 3]), depth),
    )
    return { kind: random.chance(0.3) ? 'none' : 'any', alternatives }
  }
}
