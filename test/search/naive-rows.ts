import { columnOf, type NounDescription } from '../../src/catalog/facts/searched.ts'
import type { Query, QueryNode, Selection } from '../../src/catalog/ports/query.ts'
import type { Point } from '../../src/model/home.ts'
import type { RecordOf, SearchedNoun } from '../../src/model/searched.ts'
import { type KnownRecord, knownRecord } from './known-record.ts'
import { type Contains, haversineM, inBox, inCircle, inPolygon, metersToBox, metersToEdges } from './shapes.ts'

/** Returns the records of a selection in the given order, by testing every record. */
export function naiveRows<N extends SearchedNoun>(
  noun: NounDescription<N>,
  records: readonly RecordOf<N>[],
  { listingClass, where }: Selection<N>,
): KnownRecord<N>[] {
  const conditions = where.map(({ node }) => conditionOf(node))
  return records
    .map((record) => knownRecord(noun, record))
    .filter((known) => known.listingClass === listingClass && conditions.every((condition) => condition(known)))
}

/** Returns how many records each condition excludes after all earlier conditions. */
export function naiveRemoved<N extends SearchedNoun>(
  noun: NounDescription<N>,
  records: readonly RecordOf<N>[],
  { listingClass, where }: Selection<N>,
): number[] {
  const matching = (count: number) => naiveRows(noun, records, { listingClass, where: where.slice(0, count) }).length
  return where.map((_, i) => matching(i) - matching(i + 1))
}

/** Compares records by a sort order: records without a value come last, and equal records in order of key. */
export function comparatorOf<N extends SearchedNoun>(
  noun: NounDescription<N>,
  order: Query<N>['order'],
): (one: KnownRecord<N>, other: KnownRecord<N>) => number {
  const { highestFirst } = noun.orders[order]
  return (one, other) => {
    const [a, b] = [one.ranks.get(order), other.ranks.get(order)]
    if (a === b) return one.key - other.key
    if (a === undefined) return 1
    if (b === undefined) return -1
    return highestFirst ? b - a : a - b
  }
}

/** Returns the page of a query that is not grouped by building, and all matching records. */
export function naivePage<N extends SearchedNoun>(
  noun: NounDescription<N>,
  records: readonly RecordOf<N>[],
  query: Query<N>,
) {
  const matching = naiveRows(noun, records, query).sort(comparatorOf(noun, query.order))
  const { after = -1, offset, limit } = query
  const rest = matching.filter(({ key }) => key > after)
  const page = rest.slice(offset, offset + limit)
  return { matching, page, left: Math.max(0, rest.length - offset - page.length) }
}

/** Returns whether a condition holds for a record. */
type HoldsOf = (known: AnyRecord) => boolean
export type AnyRecord = Omit<KnownRecord<SearchedNoun>, 'noun'> & { readonly noun: NounDescription<never> }

/** Returns whether a record matches a node. */
export function holds<N extends SearchedNoun>(known: KnownRecord<N>, node: QueryNode<N>): boolean {
  return conditionOf(node)(known)
}

function conditionOf<N extends SearchedNoun>(node: QueryNode<N>): (known: KnownRecord<N>) => boolean {
  return conditionOn(node) as unknown as (known: KnownRecord<N>) => boolean // conditions read only what records of every type have
}

export function conditionOn(node: QueryNode<SearchedNoun>): HoldsOf {
  switch (node.kind) {
    case 'range':
      return ({ noun, values }) => {
        const value = values.get(node.column)
        return value === undefined ? node.orMissing : isWithin(codeOrNumber(noun, node.column, value), node)
      }
    case 'oneOf':
      return ({ values }) => node.values.some((value) => value === values.get(node.column))
    case 'flags':
      return ({ flags }) =>
        node.all.every((flag) => flags.has(flag)) &&
        (node.some.length === 0 || node.some.some((flag) => flags.has(flag))) &&
        !node.none.some((flag) => flags.has(flag))
    case 'sum':
      return ({ noun, values }) =>
        node.terms.every(({ column }) => values.has(column)) && isWithin(naiveSum(noun, values, node.terms), node)
    case 'place':
      return ({ places }) => node.regions.some((key) => places.has(key))
    case 'homes':
      return ({ key }) => node.zpids.includes(key)
    case 'box':
      return whereItIs(inBox(node), (middle) => metersToBox(node, middle))
    case 'polygon': {
      const rings = [node.points, ...(node.holes ?? [])]
      return whereItIs(inPolygon(...rings), (middle) => Math.min(...rings.map((ring) => metersToEdges(ring, middle))))
    }
    case 'circle':
      return whereItIs(inCircle(node), (middle) => node.radiusM - haversineM(middle, node))
    case 'words':
      return ({ words, texts }) =>
        node.words.every((word) => words.has(word)) &&
        node.phrases.every((phrase) => texts.some((text) => holdsInARow(text, phrase)))
    case 'tags':
      return ({ tags }) => node.tags.some((tag) => tags.has(tag))
    case 'days':
      return ({ days }) => days.some(({ day, amount }) => day >= node.from && day <= node.to && amount >= node.least)
    case 'any': {
      const alternatives = node.alternatives.map((nodes) => nodes.map(conditionOn))
      return (known) => alternatives.some((conditions) => conditions.every((condition) => condition(known)))
    }
    case 'none': {
      const some = conditionOn({ ...node, kind: 'any' })
      return (known) => !some(known)
    }
  }
}

/** Returns a code as its number, because ranges compare numbers. */
export function codeOrNumber(noun: NounDescription<never>, column: string, value: number | string): number {
  return typeof value === 'number' ? value : (columnOf(noun, column)?.values ?? []).indexOf(value)
}

function isWithin(value: number, { min, max }: { readonly min: number; readonly max: number }): boolean {
  return value >= min && value <= max
}

/** Adds the terms in the given order, because the order determines the last digit of the sum. */
export function naiveSum(
  noun: NounDescription<never>,
  values: AnyRecord['values'],
  terms: readonly { readonly column: string; readonly weight: number }[],
): number {
  return terms.reduce((sum, { column, weight }) => {
    return sum + codeOrNumber(noun, column, values.get(column) ?? 0) * weight
  }, 0)
}

/** Whether a record lies in a shape. A record without coordinates does if the shape contains its whole known area. */
function whereItIs(contains: Contains, metersToRim: (middle: Point) => number): HoldsOf {
  return ({ point, area }) => {
    if (point !== undefined) return contains(point)
    return area !== undefined && contains(area) && metersToRim(area) >= area.radiusM
  }
}

function holdsInARow(text: readonly string[], phrase: readonly string[]): boolean {
  return text.some((_, start) => phrase.every((word, i) => text[start + i] === word))
}
