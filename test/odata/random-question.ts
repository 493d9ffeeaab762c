import { Random } from '../../src/kit/algorithms/random.ts'
import type { JsonRow } from './asked.ts'
import type { NaiveLink, NaiveTable, NaiveTables } from './naive-tables.ts'
import { inOrder } from './naive-values.ts'
import { RandomFilters } from './random-filter.ts'
import type { NaiveBound, Place, Written } from './random-operand.ts'

/** A question about a resource, and the rows that answer it, as their JSON is. */
export interface RandomQuestion {
  readonly resource: string
  readonly options: Readonly<Record<string, string>>
  /** Rows of a page. */
  readonly pageSize: number
  /** How many rows match. */
  readonly total: number
  /** The rows of all pages. */
  readonly rows: readonly JsonRow[]
}

/** Resources, as often as they are asked. */
const RESOURCES = [
  ...['Property', 'Property', 'Property', 'Property', 'Property', 'Property'],
  ...['Media', 'Member', 'Member', 'Office', 'OpenHouse', 'Lookup', 'EntityEvent'],
]

const NOTHING: NaiveBound = new Map()

interface Ordering {
  readonly by: Written
  readonly sign: number
  readonly text: string
}

/** Draws questions: the same ones for a seed. */
export class RandomQuestions {
  readonly #tables: NaiveTables
  readonly #seed: number

  constructor(tables: NaiveTables, seed: number) {
    this.#tables = tables
    this.#seed = seed
  }

  question(index: number): RandomQuestion {
    const random = new Random(this.#seed, 'odata question', index)
    const table = this.#tables.table(random.pick(RESOURCES.filter((name) => this.#tables.all.has(name))))
    const filters = new RandomFilters(this.#tables, random)
    const place: Place = { table, prefix: '', row: (row) => row, isNested: false }
    const filter = random.chance(0.9) ? filters.condition(place) : undefined
    const orderings = random.chance(0.4) ? this.#orderings(place, random, filters) : []
    const matches = table.rows.filter((row) => filter === undefined || filter.of(row, NOTHING) === true)
    const sorted = this.#sorted(table, matches, orderings)
    const top = random.chance(0.8) ? random.below(30) : undefined
    const skip = random.chance(0.3) ? random.below(20) : undefined
    const shape = this.#shape(table, random, filters, 2)
    return {
      resource: table.name,
      options: {
        ...(filter && { $filter: filter.text }),
        ...(orderings.length > 0 && { $orderby: orderings.map(({ text }) => text).join(',') }),
        ...(top !== undefined && { $top: String(top) }),
        ...(skip !== undefined && { $skip: String(skip) }),
        ...(random.chance(0.3) && { $count: 'true' }),
        ...shape.options,
      },
      pageSize: random.pick([1, 3, 7, 20, 200, 2000]),
      total: matches.length,
      rows: sorted.slice(skip ?? 0, top === undefined ? undefined : (skip ?? 0) + top).map(shape.of),
    }
  }

  #orderings(place: Place, random: Random, filters: RandomFilters): readonly Ordering[] {
    return Array.from({ length: random.whole(1, 3) }, () => {
      const by = filters.ordering(place)
      const isDescending = random.chance(0.5)
      const direction = isDescending ? ' desc' : random.pick(['', ' asc'])
      return { by, sign: isDescending ? -1 : 1, text: `${by.text}${direction}` }
    })
  }

  /** Rows with the same values stay in the order of keys, or of changes where the moment of these is the whole order. */
  #sorted(table: NaiveTable, rows: readonly JsonRow[], orderings: readonly Ordering[]): readonly JsonRow[] {
    const [first, ...others] = orderings
    if (first === undefined) return rows
    const isByChange = others.length === 0 && first.by.text === 'ModificationTimestamp' && table.name !== 'Lookup'
    if (isByChange)
      return rows.toSorted(
        (one, other) => first.sign * (this.#tables.sequenceOf(table, one) - this.#tables.sequenceOf(table, other)),
      )
    const valued = rows.map((row) => ({ row, values: orderings.map(({ by }) => by.of(row, NOTHING)) }))
    valued.sort((one, other) => {
      for (const [i, { sign }] of orderings.entries()) {
        const difference = inOrder(one.values[i] ?? null, other.values[i] ?? null)
        if (difference !== 0) return sign * difference
      }
      return 0
    })
    return valued.map(({ row }) => row)
  }

  /** Which fields rows show, and what is expanded inside them. */
  #shape(table: NaiveTable, random: Random, filters: RandomFilters, depth: number): Shape {
    const chosen = random.chance(0.85)
      ? Array.from({ length: random.whole(1, 4) }, () => random.pick(table.fields).name)
      : undefined
    const links = depth > 0 && random.chance(0.3) ? [...new Set([random.pick([...table.links, undefined])])] : []
    const expanded = links
      .filter((link) => link !== undefined)
      .map((link) => this.#expanded(table, link, random, filters, depth - 1))
    const names = table.fields.map(({ name }) => name).filter((name) => chosen === undefined || chosen.includes(name))
    return {
      options: {
        ...(chosen !== undefined && { $select: chosen.join(',') }),
        ...(expanded.length > 0 && { $expand: expanded.map(({ text }) => text).join(',') }),
      },
      of: (row) =>
        Object.fromEntries([...names.map((name) => [name, row[name]]), ...expanded.flatMap(({ of }) => of(row))]),
    }
  }

  #expanded(table: NaiveTable, link: NaiveLink, random: Random, filters: RandomFilters, depth: number): Expansion {
    const target = this.#tables.table(link.target)
    const place: Place = { table: target, prefix: '', row: (row) => row, isNested: true }
    const filter = random.chance(0.5) ? filters.condition(place, 1) : undefined
    const orderings = random.chance(0.4) ? this.#orderings(place, random, filters) : []
    const shape = this.#shape(target, random, filters, depth)
    const top = random.chance(0.3) ? random.below(4) : undefined
    const skip = random.chance(0.2) ? random.below(3) : undefined
    const isCounted = random.chance(0.3)
    const options = [
      ...(filter === undefined ? [] : [`$filter=${filter.text}`]),
      ...(orderings.length === 0 ? [] : [`$orderby=${orderings.map(({ text }) => text).join(',')}`]),
      ...(top === undefined || !link.isList ? [] : [`$top=${top}`]),
      ...(skip === undefined || !link.isList ? [] : [`$skip=${skip}`]),
      ...(isCounted && link.isList ? ['$count=true'] : []),
      ...Object.entries(shape.options).map(([name, value]) => `${name}=${value}`),
    ]
    return {
      text: options.length === 0 ? link.name : `${link.name}(${options.join(';')})`,
      of: (row) => {
        const rows = this.#tables
          .follow(table, link, row)
          .filter((one) => filter === undefined || filter.of(one, NOTHING) === true)
        if (!link.isList) return [[link.name, rows[0] === undefined ? null : shape.of(rows[0])]]
        const sorted = this.#sorted(target, rows, orderings)
        const list = sorted.slice(skip ?? 0, top === undefined ? undefined : (skip ?? 0) + top).map(shape.of)
        return [...(isCounted ? [[`${link.name}@odata.count`, rows.length] as const] : []), [link.name, list]]
      },
    }
  }
}

interface Shape {
  readonly options: Readonly<Record<string, string>>
  of(row: JsonRow): JsonRow
}

interface Expansion {
  readonly text: string
  of(row: JsonRow): readonly (readonly [name: string, value: unknown])[]
}
