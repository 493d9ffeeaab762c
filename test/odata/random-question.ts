import { Random } from '../../src/kit/algorithms/random.ts'
import type { JsonRow } from './asked.ts'
import type { NaiveLink, NaiveTable, NaiveTables } from './naive-tables.ts'
import { inOrder, type Naive, naiveValue } from './naive-values.ts'
import { RandomFilters } from './random-filter.ts'

/** A random query of a resource, and the JSON rows that answer it. */
export interface RandomQuestion {
  readonly resource: string
  readonly options: Readonly<Record<string, string>>
  /** Maximum rows per page. */
  readonly pageSize: number
  /** Number of matching rows. */
  readonly total: number
  /** Number of rows of the resource. */
  readonly all: number
  /** The rows of all pages. */
  readonly rows: readonly JsonRow[]
}

/** Names of resources. A resource that occurs twice is drawn twice as often. */
const RESOURCES = [
  ['Property', 'Property', 'Property', 'Property', 'Property', 'Property'],
  ['Media', 'Member', 'Member', 'Office', 'OpenHouse', 'Lookup', 'EntityEvent'],
].flat()

interface Ordering {
  readonly of: (row: JsonRow) => Naive
  readonly sign: number
  readonly text: string
}

/** Draws random queries. The same seed yields the same queries. */
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
    const filter = random.chance(0.9) ? new RandomFilters({ table, isExpanded: false }, random).condition() : undefined
    const orderings = random.chance(0.4) ? this.#orderings(table, random, false) : []
    const matches = table.rows.filter((row) => filter === undefined || filter.of(row) === true)
    const sorted = sortedBy(matches, orderings)
    const top = random.chance(0.8) ? random.below(30) : undefined
    const skip = random.chance(0.3) ? random.below(20) : undefined
    const shape = this.#shape(table, random, 2)
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
      all: table.rows.length,
      rows: sorted.slice(skip ?? 0, top === undefined ? undefined : (skip ?? 0) + top).map(shape.of),
    }
  }

  /**
   * Draws a sort order. Resources other than Property can be sorted only by key, ascending, or by a time and then by
   * key.
   */
  #orderings({ name: resource, key, fields }: NaiveTable, random: Random, isExpanded: boolean): readonly Ordering[] {
    const isFree = isExpanded || resource === 'Property'
    const among = fields.filter(({ isList, type, isSorted }) =>
      isExpanded ? !isList && type !== 'Edm.GeographyPoint' : isSorted,
    )
    const hasKeyBehind = resource !== 'Lookup' && resource !== 'EntityEvent' && random.chance(0.3)
    return Array.from({ length: isFree ? random.whole(1, 3) : hasKeyBehind ? 2 : 1 }, (_, i) => {
      const isBehind = !isFree && i > 0
      const isMoment = !isFree && hasKeyBehind && !isBehind
      const { name, type } = random.pick(
        among.filter((field) => (isBehind ? field.name === key : !isMoment || field.name !== key)),
      )
      const isDescending = random.chance(0.5) && (isFree || isBehind || name !== key)
      const direction = isDescending ? ' desc' : random.pick(['', ' asc'])
      const of = (row: JsonRow) => naiveValue(row, name, type)
      return { of, sign: isDescending ? -1 : 1, text: `${name}${direction}` }
    })
  }

  /** Draws which fields to select, and which links to expand. */
  #shape(table: NaiveTable, random: Random, depth: number): Shape {
    const chosen = random.chance(0.85)
      ? Array.from({ length: random.whole(1, 4) }, () => random.pick(table.fields).name)
      : undefined
    const links = depth > 0 && random.chance(0.3) ? [...new Set([random.pick([...table.links, undefined])])] : []
    const expanded = links
      .filter((link) => link !== undefined)
      .map((link) => this.#expanded(table, link, random, depth - 1))
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

  #expanded(table: NaiveTable, link: NaiveLink, random: Random, depth: number): Expansion {
    const target = this.#tables.table(link.target)
    const filters = new RandomFilters({ table: target, isExpanded: true }, random)
    const filter = random.chance(0.5) ? filters.condition(1) : undefined
    const orderings = random.chance(0.4) ? this.#orderings(target, random, true) : []
    const shape = this.#shape(target, random, depth)
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
          .filter((one) => filter === undefined || filter.of(one) === true)
        if (!link.isList) return [[link.name, rows[0] === undefined ? null : shape.of(rows[0])]]
        const sorted = sortedBy(rows, orderings)
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

/** Sorts rows. Rows with equal values stay in order of key. */
function sortedBy(rows: readonly JsonRow[], orderings: readonly Ordering[]): readonly JsonRow[] {
  const valued = rows.map((row) => ({ row, values: orderings.map(({ of }) => of(row)) }))
  valued.sort((one, other) => {
    for (const [i, { sign }] of orderings.entries()) {
      const difference = inOrder(one.values[i] ?? null, other.values[i] ?? null)
      if (difference !== 0) return sign * difference
    }
    return 0
  })
  return valued.map(({ row }) => row)
}
