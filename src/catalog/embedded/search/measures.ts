import { joined } from '../../../kit/algorithms/joined.ts'
import { leastStored } from '../../../model/searchable.ts'
import type { SearchedNoun } from '../../../model/searched.ts'
import { amountsIn, Ladder, type ReadAmounts } from '../../engine/amounts.ts'
import { ChoiceCounter, countClasses, type MatchingRows, NO_CLASS } from '../../engine/matched.ts'
import type { Predicate } from '../../engine/predicate.ts'
import { placeOf, select } from '../../engine/quantiles.ts'
import type { Steps, Work } from '../../engine/work.ts'
import { BLOCK_ROWS } from '../../engine/zones.ts'
import { mostPlaces } from '../../facts/most-places.ts'
import { type Amount, MAX_PARTS, type Measurement } from '../../ports/measures.ts'
import type { Measure, QueryNode } from '../../ports/query.ts'
import { type Compiling, compileNode, IS_SHARED } from './compile.ts'
import {
  byMonth,
  byPlace,
  type GroupedAmounts,
  type GroupedRows,
  groupedBy,
  listsByGroup,
  numberOf,
} from './grouped-rows.ts'
import { type PlaceSets, placeSetsOf } from './place-sets.ts'

type AnyMeasure = Measure<SearchedNoun>
type Of<K extends AnyMeasure['kind']> = Extract<AnyMeasure, { readonly kind: K }>
type AnyAmount = Amount<SearchedNoun>
type AnyNode = QueryNode<SearchedNoun>

/** Nanoseconds to read a row's amount. */
const AMOUNT_NS = 6
/** Nanoseconds to find a row's places. */
const PLACED_ROW_NS = 10
/** Nanoseconds to count an amount in a class of a histogram. */
const CLASSED_NS = 4
/** Nanoseconds to add an amount to a sum. */
const SUMMED_NS = 2
/** Nanoseconds to find a row's group. */
const GROUPED_NS = 8
/** Nanoseconds to add an amount to the list of its group. */
const LISTED_NS = 7
/** Nanoseconds per amount to find quantiles. */
const SELECTED_NS = 20

/** Collects the result of one measure, segment by segment. */
interface Gathering {
  take(visited: VisitedRows): Steps<void>
  measured(): Measurement
}

/** Computes the measures of a query. Measures that ignore the same conditions read the rows together. */
export class Measuring {
  readonly #gatherings: readonly Gathering[]
  /** Measures that read rows together. The key is the list of conditions that they ignore. */
  readonly #visits: ReadonlyMap<string, { readonly ignores: readonly number[]; readonly gatherings: Gathering[] }>
  readonly #work: Work

  constructor(measures: readonly AnyMeasure[], work: Work) {
    const visits = new Map<string, { readonly ignores: readonly number[]; readonly gatherings: Gathering[] }>()
    this.#gatherings = measures.map((measure) => {
      const gathering = gatheringOf(measure, work)
      const visit = visits.get(measure.ignores.join()) ?? { ignores: measure.ignores, gatherings: [] }
      visits.set(measure.ignores.join(), visit)
      visit.gatherings.push(gathering)
      return gathering
    })
    this.#visits = visits
    this.#work = work
  }

  /** The lists of conditions that measures ignore, without the empty list. */
  get ignored(): readonly (readonly number[])[] {
    return [...this.#visits.values()].map(({ ignores }) => ignores).filter(({ length }) => length > 0)
  }

  *take(ignores: readonly number[], matched: MatchingRows, compiling: Compiling): Steps<void> {
    const visited = new VisitedRows(matched, compiling, this.#work)
    for (const gathering of this.#visits.get(ignores.join())?.gatherings ?? []) {
      yield* gathering.take(visited)
      if (this.#work.isPauseDue) yield
    }
  }

  *measured(): Steps<readonly Measurement[]> {
    const measured: Measurement[] = []
    for (const gathering of this.#gatherings) {
      measured.push(gathering.measured())
      if (this.#work.isPauseDue) yield
    }
    return measured
  }
}

/** Maximum number of rows for which amounts stay in memory. For more rows, each measure reads the amounts again. */
const MAX_ROWS_KEPT = 65_536

/** The rows of a segment, with values that several measures need. */
class VisitedRows {
  readonly matched: MatchingRows
  readonly compiling: Compiling
  readonly choices: ChoiceCounter
  readonly #work: Work
  readonly #amounts = new Map<AnyAmount, Float64Array>()
  readonly #setCounts = new Map<PlaceSets, ReadonlyMap<number, number>>()
  readonly #grouped = new Map<string, GroupedRows>()

  constructor(matched: MatchingRows, compiling: Compiling, work: Work) {
    this.matched = matched
    this.compiling = compiling
    this.choices = new ChoiceCounter(matched, work)
    this.#work = work
  }

  /** Counts rows by their set of places. Measures share these counts. */
  countSets(sets: PlaceSets): ReadonlyMap<number, number> {
    const counts = this.#setCounts.get(sets) ?? sets.countSets(this.matched.rows, this.matched.count)
    this.#setCounts.set(sets, counts)
    return counts
  }

  /** Returns the groups of the rows, such as ZIP codes. */
  *grouped(by: Of<'groups'>['by']): Steps<GroupedRows> {
    const name = 'type' in by ? by.type : by.month
    const ready = this.#grouped.get(name)
    if (ready !== undefined) return ready
    const { rows, count } = this.matched
    const groupsOfRow =
      'type' in by ? yield* byPlace(by.type, this.compiling, this.#work) : byMonth(by.month, this.compiling)
    const grouped = groupedBy(groupsOfRow, rows, count)
    this.#work.grant(count * GROUPED_NS)
    if (count <= MAX_ROWS_KEPT) this.#grouped.set(name, grouped)
    return grouped
  }

  /** Returns the amount of each row; NaN if the amount is unknown. */
  *amounts(amount: AnyAmount): Steps<Float64Array> {
    const { rows, count } = this.matched
    const ready = this.#amounts.get(amount)
    if (ready !== undefined) return ready
    const read = readerOf(amount, this.compiling)
    const amounts = new Float64Array(count)
    for (let from = 0; from < count; from += BLOCK_ROWS) {
      const end = Math.min(count, from + BLOCK_ROWS)
      read(rows, from, end, amounts.subarray(from, end))
      this.#work.spend((end - from) * AMOUNT_NS)
      if (this.#work.isPauseDue) yield
    }
    if (count <= MAX_ROWS_KEPT) this.#amounts.set(amount, amounts)
    return amounts
  }
}

function gatheringOf(measure: AnyMeasure, work: Work): Gathering {
  switch (measure.kind) {
    case 'choices':
      return choicesOf(measure)
    case 'places':
      return placesOf(measure, work)
    case 'classes':
      return classesOf(measure, work)
    case 'figures':
      return figuresOf(measure, work)
    case 'groups':
      return groupsOf(measure, work)
  }
}

function choicesOf({ choices }: Of<'choices'>): Gathering {
  const results = choices.map(() => 0)
  return {
    *take({ compiling, choices: counter }) {
      for (const [i, nodes] of choices.entries()) {
        const where = predicatesOf(nodes, compiling)
        results[i] = (results[i] as number) + (counter.tallied(where) ?? (yield* counter.count(where)))
      }
    },
    measured: () => ({ kind: 'choices', results }),
  }
}

const shared = new WeakMap<readonly AnyNode[], readonly Predicate[]>()

/**
 * Caches the predicates of a list of nodes, since facets have the same choices in every search, and most nodes have the
 * same predicate in every segment.
 */
function predicatesOf(nodes: readonly AnyNode[], compiling: Compiling): readonly Predicate[] {
  const before = shared.get(nodes)
  if (before !== undefined) return before
  const predicates = nodes.flatMap((node) => compileNode(node, compiling))
  if (nodes.every(({ kind }) => IS_SHARED[kind])) shared.set(nodes, predicates)
  return predicates
}

function placesOf({ type, most }: Of<'places'>, work: Work): Gathering {
  const results = new Map<string, number>()
  const add = (key: string, count: number) => results.set(key, (results.get(key) ?? 0) + count)
  return {
    *take(visited) {
      const { matched, compiling } = visited
      const { rows, count, groups } = matched
      work.spend(count * PLACED_ROW_NS)
      if (groups === undefined) {
        const sets = yield* placeSetsOf(type, compiling, work)
        for (const [set, rowsOfSet] of visited.countSets(sets))
          for (const place of sets.placesOf(type, set)) add(sets.keyOf(place), rowsOfSet)
        return
      }
      const grouped = yield* visited.grouped({ type })
      const placed = grouped.at.map((i) => rows[i] as number)
      const counts = countClasses(matched, placed, grouped.groups, placed.length, grouped.keys.length)
      for (const [place, key] of grouped.keys.entries()) add(key, counts[place] as number)
    },
    measured: () =>
      mostPlaces(
        [...results].map(([key, count]) => ({ key, results: count })),
        most,
      ),
  }
}

const ladders = new WeakMap<readonly number[], Map<number, Ladder>>()

/** Cached, since facets have the same bounds in every search. */
function ladderOf(from: readonly number[], scale: number): Ladder {
  const byScale = ladders.get(from) ?? new Map<number, Ladder>()
  ladders.set(from, byScale)
  const ladder = byScale.get(scale) ?? new Ladder(from.map((bound) => leastStored(bound, scale)))
  byScale.set(scale, ladder)
  return ladder
}

function classesOf({ amount, from }: Of<'classes'>, work: Work): Gathering {
  const ladder = ladderOf(from, amount.scale)
  const results = from.map(() => 0)
  return {
    *take(visited) {
      const { rows, count } = visited.matched
      const amounts = yield* visited.amounts(amount)
      const classes = ladder.classesOf(amounts, NO_CLASS)
      const counts = countClasses(visited.matched, rows, classes, count, ladder.count)
      work.grant(count * CLASSED_NS)
      for (let i = 0; i < results.length; i++) results[i] = (results[i] as number) + (counts[i] as number)
    },
    measured: () => ({ kind: 'classes', results }),
  }
}

function figuresOf({ amount, quantiles }: Of<'figures'>, work: Work): Gathering {
  const { scale } = amount
  const parts: Float64Array[] = []
  let missing = 0
  return {
    *take(visited) {
      const amounts = yield* visited.amounts(amount)
      const known = knownIn(amounts)
      work.grant(amounts.length * SUMMED_NS)
      missing += amounts.length - known.length
      parts.push(known)
    },
    measured: () => {
      const values = joined(parts)
      let [sum, min, max] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
      for (let i = 0; i < values.length; i++) {
        const value = values[i] as number
        sum += value
        if (value < min) min = value
        if (value > max) max = value
      }
      work.grant(values.length * SELECTED_NS)
      const places = quantiles.map((share) => placeOf(share, values.length))
      select(values, values.length === 0 ? [] : places)
      const unlessEmpty = <T>(figure: T) => (values.length === 0 ? undefined : figure)
      return {
        kind: 'figures',
        figures: {
          count: values.length,
          missing,
          sum: sum / scale,
          min: unlessEmpty(min / scale),
          max: unlessEmpty(max / scale),
          quantiles: unlessEmpty(places.map((place) => (values[place] as number) / scale)) ?? [],
        },
      }
    },
  }
}

function knownIn(amounts: Float64Array): Float64Array {
  const known = new Float64Array(amounts.length)
  let count = 0
  for (let i = 0; i < amounts.length; i++) {
    const value = amounts[i] as number
    if (!Number.isNaN(value)) known[count++] = value
  }
  return known.subarray(0, count)
}

function groupsOf({ amount, by, least }: Of<'groups'>, work: Work): Gathering {
  const numbers = new Map<string, number>()
  const parts: GroupedAmounts[] = []
  return {
    *take(visited) {
      const { at, groups, keys } = yield* visited.grouped(by)
      const ownNumbers = keys.map((key) => numberOf(key, numbers))
      const all = yield* visited.amounts(amount)
      const part = { groups: new Uint32Array(at.length), amounts: new Float64Array(at.length) }
      let known = 0
      for (let i = 0; i < at.length; i++) {
        const value = all[at[i] as number] as number
        if (Number.isNaN(value)) continue
        part.groups[known] = ownNumbers[groups[i] as number] as number
        part.amounts[known++] = value
      }
      parts.push({ groups: part.groups.subarray(0, known), amounts: part.amounts.subarray(0, known) })
      work.grant(at.length * LISTED_NS)
    },
    measured: () => {
      const lists = listsByGroup(parts, numbers.size)
      const known = [...numbers.keys()].map((key, i) => ({ key, values: lists[i] as Float64Array }))
      const filled = known.filter(({ values }) => values.length > 0)
      const groups = filled.filter(({ values }) => values.length >= least)
      work.grant(groups.reduce((sum, { values }) => sum + values.length, 0) * SELECTED_NS)
      return {
        kind: 'groups',
        smaller: filled.length - groups.length,
        groups: groups
          .map(({ key, values }) => {
            const sum = values.reduce((total, value) => total + value, 0)
            const middle = placeOf(0.5, values.length)
            select(values, [middle])
            return {
              key,
              count: values.length,
              sum: sum / amount.scale,
              median: (values[middle] as number) / amount.scale,
            }
          })
          .sort(byKey),
      }
    },
  }
}

function readerOf({ column, per, day, scale }: AnyAmount, compiling: Compiling): ReadAmounts {
  const scaleOf = (name: string) => compiling.column(name).scale ?? 1
  const divisor = per && { column: per, scale: scaleOf(per) }
  return amountsIn(compiling.table, {
    column,
    columnScale: scaleOf(column),
    per: divisor,
    day,
    scale,
    maxParts: MAX_PARTS,
  })
}

/** Compares keys by UTF-16 code units, which is also the order of the database. */
function byKey(one: { readonly key: string }, other: { readonly key: string }): number {
  return one.key < other.key ? -1 : Number(one.key > other.key)
}
