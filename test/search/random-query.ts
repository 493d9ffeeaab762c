import { columnOf, type NounDescription } from '../../src/catalog/facts/searched.ts'
import type { Amount } from '../../src/catalog/ports/measures.ts'
import type { Measure, Query, QueryNode, RangeNode } from '../../src/catalog/ports/query.ts'
import { Random } from '../../src/kit/algorithms/random.ts'
import type { Point } from '../../src/model/home.ts'
import type { ClassOf, ColumnOf, FlagOf, OrderOf, RecordOf, SearchedNoun } from '../../src/model/searched.ts'
import { columnNames, type KnownRecord, knownRecord } from './known-record.ts'
import { type AnyRecord, codeOrNumber, conditionOn, naiveSum } from './naive-rows.ts'
import { RandomShapes } from './random-shapes.ts'

const NOWHERE: Point = { latitude: 40, longitude: -100 }

/** Dates in queries are at most this many days from today. */
const MAX_DAYS = 1_000

/**
 * The probability of using a condition that does not match the target record. Otherwise, the condition is drawn again.
 */
const MISS_SHARE = 0.15
const MAX_TRIES = 4

/**
 * The probability that the target is an odd record. If all records were equally likely, few queries would match odd
 * records.
 */
const ODD_SHARE = 0.2

/** A query node of any record type. */
type AnyNounNode = QueryNode<SearchedNoun>

/** A measure without the list of conditions that it ignores. */
type BareMeasure = Measure<SearchedNoun> extends infer M ? (M extends unknown ? Omit<M, 'ignores'> : never) : never

/** Random queries. Most match some records. The same seed and index yield the same query. */
export class RandomQueries<N extends SearchedNoun> {
  readonly #noun: NounDescription<N>
  readonly #records: readonly KnownRecord<N>[]
  readonly #points: readonly Point[]
  readonly #odd: ReadonlySet<RecordOf<N>>
  readonly #today: number

  /** `odd`: records that are targets more often. `today`: the day around which dates are drawn. */
  constructor(noun: NounDescription<N>, records: readonly RecordOf<N>[], odd: readonly RecordOf<N>[], today: number) {
    this.#noun = noun
    this.#records = records.map((record) => knownRecord(noun, record))
    this.#odd = new Set(odd)
    this.#points = [NOWHERE, ...records.flatMap((record) => record.point ?? [])]
    this.#today = today
  }

  /** Returns a query with measures. */
  measured(seed: number, index: number): Query<N> {
    const query = this.query(seed, index)
    const random = new Random(seed, 'measures', index)
    const all = this.#records as unknown as readonly AnyRecord[] // the description is for the same record type
    const nodes = new RandomNodes(random, all, all, this.#points, this.#today)
    const measures = Array.from({ length: random.whole(1, 4) }, () => ({
      ...nodes.measure(query.today),
      ignores: random.chance(0.5) ? [] : query.where.flatMap((_, i) => (random.chance(0.4) ? [i] : [])),
    }))
    return { ...query, measures: measures as unknown as readonly Measure<N>[] } // the measures use only columns of this record type
  }

  query(seed: number, index: number): Query<N> {
    const random = new Random(seed, 'query', index)
    const listingClass = random.pick<ClassOf<N>>(this.#noun.classes)
    const listed = this.#records.filter((known) => known.listingClass === listingClass)
    const odd = listed.filter(({ record }) => this.#odd.has(record))
    const aims = odd.length > 0 && random.chance(ODD_SHARE) ? odd : listed.length > 0 ? listed : this.#records
    // the description is for the same record type
    const [some, all] = [aims, this.#records] as unknown as readonly (readonly AnyRecord[])[]
    const nodes = new RandomNodes(random, some ?? [], all ?? [], this.#points, this.#today)
    const where = nodes.list(random.whole(0, 6)).map((node, i) => ({ parameter: `p${i}`, node }))
    const query = {
      listingClass,
      where: where as unknown as Query<N>['where'], // the nodes name only what this record type has
      order: random.pick(Object.keys(this.#noun.orders) as OrderOf<N>[]),
      offset: random.chance(0.6) ? 0 : random.whole(0, random.pick([10, 200, 1000])),
      limit: random.whole(1, random.pick([10, 41, 200])),
      grouped: this.#noun.buildingOf !== undefined && random.chance(0.6),
      today: this.#today + random.whole(-MAX_DAYS, MAX_DAYS),
    }
    if (this.#noun.noun === 'home' || random.chance(0.6)) return query
    return { ...query, after: random.chance(0.9) ? random.pick(this.#records).key : random.pick([-1, 0, 2 ** 53 - 1]) }
  }
}

/**
 * Draws the conditions of a query. Most match the same target record, because few records match several random
 * conditions.
 */
class RandomNodes {
  readonly #random: Random
  readonly #aims: readonly AnyRecord[]
  readonly #all: readonly AnyRecord[]
  readonly #shapes: RandomShapes
  readonly #today: number
  readonly #noun: NounDescription<never>
  readonly #columns: readonly ColumnOf<SearchedNoun>[]
  readonly #flagNames: readonly FlagOf<SearchedNoun>[]
  #aim: AnyRecord

  constructor(
    random: Random,
    aims: readonly AnyRecord[],
    all: readonly AnyRecord[],
    points: readonly Point[],
    today: number,
  ) {
    this.#random = random
    this.#aims = aims
    this.#all = all
    this.#shapes = new RandomShapes(random, points)
    this.#today = today
    this.#aim = random.pick(aims)
    this.#noun = this.#aim.noun
    this.#columns = columnNames(this.#noun) as ColumnOf<SearchedNoun>[]
    this.#flagNames = this.#noun.flags
  }

  list(count: number, depth = 0): AnyNounNode[] {
    return Array.from({ length: count }, () => {
      if (this.#random.chance(0.15)) this.#aim = this.#random.pick(this.#aims)
      let node = this.#node(depth)
      for (let more = MAX_TRIES; more > 0 && !conditionOn(node)(this.#aim); more--) {
        if (this.#random.chance(MISS_SHARE)) break
        node = this.#node(depth)
      }
      return node
    })
  }

  measure(today: number): BareMeasure {
    const random = this.#random
    const amount = this.#amount(today)
    const type =
      random.pick([...this.#aim.places, 'planet/mars'].filter((key) => key !== this.#noun.everywhere)).split('/')[0] ??
      ''
    const days = this.#columns.filter((name) => isDay(columnOf(this.#noun, name)))
    const by = days.length > 0 && random.chance(0.4) ? { month: random.pick(days) } : { type }
    const values = this.#aims.flatMap(({ values: own }) => Number(own.get(amount.column) ?? []))
    const bounds = random.some([0, 1, 5, 1000, 250_000.5, ...values.slice(0, 40)], random.whole(1, 12))
    const from = [...new Set(bounds)].sort((one, other) => one - other)
    const quantiles = random
      .some([0, 0.1, 0.25, 0.5, 0.75, 0.9, 1], random.whole(0, 7))
      .sort((one, other) => one - other)
    return random.pick<BareMeasure>([
      {
        kind: 'choices',
        choices: Array.from({ length: random.whole(1, 8) }, () => this.list(random.pick([0, 1, 1, 1, 2]))),
      },
      { kind: 'places', type, most: random.pick([1, 3, 100]) },
      { kind: 'classes', amount, from },
      { kind: 'figures', amount, quantiles },
      { kind: 'groups', amount, by, least: random.pick([1, 3]) },
    ])
  }

  #amount(today: number): Amount<SearchedNoun> {
    const random = this.#random
    const numbers = this.#columns.filter((name) => columnOf(this.#noun, name)?.values === undefined)
    const column = random.pick(numbers)
    const described = columnOf(this.#noun, column)
    const { type, scale = 1 } = described ?? {}
    if (isDay(described) && random.chance(0.6)) return { column, day: today, scale }
    const whole = numbers.filter((name) => columnOf(this.#noun, name)?.type !== 'f64')
    if (whole.includes(column) && random.chance(0.3)) return { column, per: random.pick(whole), scale: 100 }
    return { column, scale: type === 'f64' ? 100 : scale }
  }

  #node(depth: number): AnyNounNode {
    const near = this.#aim.point ?? NOWHERE
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
      () => (this.#noun.textsOf ? this.#words() : this.#oneOf()),
      () => (this.#noun.tagsOf ? this.#tags() : this.#flags()),
      () => (this.#noun.daysOf ? this.#days() : this.#range()),
      () => (depth < 2 ? this.#any(depth + 1) : this.#range()),
    ])()
  }

  #range(): RangeNode<SearchedNoun> {
    const column = this.#random.pick(this.#columns)
    return { kind: 'range', column, ...this.#boundsAround(this.#numberOf(column)), orMissing: this.#random.chance(0.3) }
  }

  /** Draws bounds at a value, near it or far from it. Some bounds are open or reversed. */
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

  /** Returns a value of the target or of another record, with codes as numbers. Returns 0 if none was found. */
  #numberOf(column: ColumnOf<SearchedNoun>): number {
    const candidates = [this.#aim, this.#random.pick(this.#aims), this.#random.pick(this.#aims)]
    const value = candidates.find(({ values }) => values.has(column))?.values.get(column) ?? 0
    return codeOrNumber(this.#noun, column, value)
  }

  #oneOf(): AnyNounNode {
    const coded = this.#columns.filter((name) => columnOf(this.#noun, name)?.values)
    if (coded.length === 0) return this.#range()
    const column = this.#random.pick(coded)
    const names = columnOf(this.#noun, column)?.values ?? []
    const own = this.#aim.values.get(column)
    const values = this.#random.some(names, this.#random.whole(0, names.length))
    const aimed = typeof own === 'string' && this.#random.chance(0.7) && !values.includes(own)
    return { kind: 'oneOf', column, values: aimed ? [...values, own] : values }
  }

  #flags(): AnyNounNode {
    const random = this.#random
    const set = this.#flagNames.filter((flag) => this.#aim.flags.has(flag))
    const unset = this.#flagNames.filter((flag) => !this.#aim.flags.has(flag))
    const few = (flags: readonly FlagOf<SearchedNoun>[], most: number) => random.some(flags, random.whole(0, most))
    return {
      kind: 'flags',
      all: few(random.chance(0.9) ? set : this.#flagNames, 2),
      some: [...few(set, 1), ...few(this.#flagNames, random.pick([0, 3]))],
      none: few(random.chance(0.9) ? unset : this.#flagNames, 3),
    }
  }

  #sum(): AnyNounNode {
    const random = this.#random
    const terms = random
      .some(this.#columns, random.whole(1, 3))
      .map((column) => ({ column, weight: random.pick([1, 1, -1, 0.5, 1 / 12, 0.006]) }))
    return { kind: 'sum', terms, ...this.#boundsAround(naiveSum(this.#noun, this.#aim.values, terms)) }
  }

  #place(): AnyNounNode {
    const random = this.#random
    const keys = () =>
      random.pick<readonly string[]>([
        placesOf(this.#aim),
        placesOf(random.pick(this.#all)),
        ['city/tx/nowhere', 'zipcode/00000', 'state/zz', 'county/99999', 'planet/mars', ''],
      ])
    const regions = Array.from({ length: random.whole(1, 5) }, () => random.pick(keys()))
    const chosen = random.chance(0.9) ? regions.filter((key) => key !== this.#noun.everywhere) : regions
    return { kind: 'place', regions: chosen }
  }

  #homesNode(): AnyNounNode {
    const random = this.#random
    const count = random.pick([0, 1, 5, 50, 400])
    const some = Array.from({ length: count }, () => random.pick(random.chance(0.7) ? this.#aims : this.#all))
    const zpids = some.map(({ key }) => key)
    const aimed = random.chance(0.7) ? [this.#aim.key, this.#aim.key] : []
    return { kind: 'homes', zpids: [...zpids, ...aimed, ...random.pick([[], [0, 2 ** 53 - 1, 987_654_321]])] }
  }

  #tags(): AnyNounNode {
    const random = this.#random
    const own = random.some([...this.#aim.tags], random.whole(0, 2))
    const others = random.some([...random.pick(this.#all).tags], random.pick([0, 0, 1]))
    return { kind: 'tags', tags: [...own, ...others, ...(random.chance(0.1) ? ['language/klingon'] : [])] }
  }

  /**
   * Draws a condition on days around a day of the target record, or around today. Some conditions require an amount
   * that no record has.
   */
  #days(): AnyNounNode {
    const random = this.#random
    const aim = random.pick([{ day: this.#today, amount: 1 }, ...this.#aim.days])
    const from = aim.day - random.pick([0, 0, 1, 7, 40])
    const to = aim.day + random.pick([0, 0, 2, 14, 60])
    return {
      kind: 'days',
      from: random.chance(0.1) ? Number.NEGATIVE_INFINITY : from,
      to: random.chance(0.15) ? Number.POSITIVE_INFINITY : random.chance(0.95) ? to : from - 1,
      least: random.pick([0, 1, 2, aim.amount, aim.amount, aim.amount + 1, 8, 9, 40]),
    }
  }

  #words(): AnyNounNode {
    const random = this.#random
    const texts = (random.chance(0.8) ? this.#aim : random.pick(this.#aims)).texts
    const words = texts.flat()
    const absent = random.chance(0.1) ? ['zzyzx'] : []
    const phrases = Array.from({ length: random.pick([0, 0, 1, 2]) }, () => this.#phrase(texts))
    const spoken = random.some(words, random.whole(0, 3))
    const all = random.chance(0.8) ? [...spoken, ...phrases.flat(), ...absent] : [...spoken, ...absent]
    return { kind: 'words', words: all, phrases: phrases.filter((phrase) => phrase.length > 0) }
  }

  /**
   * Draws a phrase: from one text, across two texts, with words in the wrong order, or with words that do not occur.
   */
  #phrase(texts: AnyRecord['texts']): readonly string[] {
    const random = this.#random
    const text = random.chance(0.7) ? random.pick([[], ...texts]) : texts.flat()
    const start = random.below(Math.max(1, text.length - 1))
    const phrase = text.slice(start, start + random.whole(1, 4))
    if (random.chance(0.15)) return phrase.toReversed()
    return random.chance(0.05) ? [...phrase, 'zzyzx'] : phrase
  }

  #any(depth: number): AnyNounNode {
    const alternatives = Array.from({ length: this.#random.pick([0, 1, 2, 2, 3]) }, () =>
      this.list(this.#random.pick([0, 1, 1, 2, 2, 3]), depth),
    )
    return { kind: this.#random.chance(0.25) ? 'none' : 'any', alternatives }
  }
}

function placesOf({ places }: AnyRecord): readonly string[] {
  return places.size > 0 ? [...places] : ['']
}

/** Whether a column contains days that measures can count from. */
function isDay(column: { readonly type: string; readonly unit: string } | undefined): boolean {
  return column?.type === 'i32' && column.unit === 'day number'
}
