import { leastStored, type SearchColumn } from '../../../model/searchable.ts'
import type { SearchedNoun } from '../../../model/searched.ts'
import { storageOf } from '../../engine/column.ts'
import type { Predicate } from '../../engine/predicate.ts'
import type { Table } from '../../engine/table.ts'
import {
  type FlagsNode,
  type PlaceNode,
  type PolygonNode,
  type QueryNode,
  type RangeNode,
  ringsOf,
  type Selection,
  type SumNode,
  type TagsNode,
} from '../../ports/query.ts'
import {
  CLASS,
  DAYS,
  FIRST_LISTED_TAG,
  FLAGS,
  kindOf,
  PLACES,
  placeKey,
  TAG_BITS,
  TAGS,
  TEXT,
  tagBits,
} from './shape.ts'
import { orWithin } from './unplaced.ts'

/** What compiling a query needs to know about the record type and the rows of a segment. */
export interface Compiling {
  readonly table: Table
  readonly listingClass: string
  readonly classes: readonly string[]
  readonly flags: readonly string[]
  /** Throws a TypeError for an unknown column. */
  column(name: string): SearchColumn<never>
  /** Key of the place that contains every record, if there is one. */
  readonly everywhere: string | undefined
  /** Keys of all places. The index of a key is the place's number. */
  readonly places: readonly string[]
  /** Returns the number of a place; undefined if no record is in the place. */
  placeNumber(key: string): number | undefined
  /** Returns undefined for a tag that no record has. */
  tagNumber(tag: string): number | undefined
  /** Returns the rows of the records with these keys, ascending. */
  rowsOfKeys(keys: readonly number[]): Uint32Array
}

/** A query node of any record type. Its names were type-checked where the node was created. */
type AnyNounNode = QueryNode<SearchedNoun>

/**
 * Returns the predicates of a selection: the listing class, if the record type has several, then each condition in
 * order. Predicates that are the same in every segment are taken from `base`, the result for another segment.
 */
export function compileSelection(
  { where }: Selection<SearchedNoun>,
  compiling: Compiling,
  base?: readonly Predicate[],
): Predicate[] {
  const predicates = compiling.classes.length === 1 ? [] : [base?.[0] ?? classOf(compiling)]
  for (const { node } of where) {
    const same = IS_SHARED[node.kind] ? base?.[predicates.length] : undefined
    if (same !== undefined) predicates.push(same)
    else predicates.push(...compileNode(node, compiling))
  }
  return predicates
}

/**
 * Whether a kind of node has the same predicate in every segment. Predicates of shapes differ, because each also finds
 * the segment's rows without coordinates.
 */
export const IS_SHARED: Readonly<Record<AnyNounNode['kind'], boolean>> = {
  range: true,
  oneOf: true,
  flags: true,
  sum: false,
  place: false,
  homes: false,
  box: false,
  polygon: false,
  circle: false,
  words: true,
  any: false,
  none: false,
  tags: false,
  days: true,
}

export function classOf({ classes, listingClass }: Compiling): Predicate {
  return { kind: 'oneOf', column: CLASS, codes: 1 << classes.indexOf(listingClass), orMissing: false }
}

/** Returns predicates that must all hold for a row to match the node. */
export function compileNode(node: AnyNounNode, compiling: Compiling): readonly Predicate[] {
  switch (node.kind) {
    case 'range':
      return [range(node, compiling)]
    case 'oneOf':
      return [
        {
          kind: 'oneOf',
          column: node.column,
          codes: codesOf(compiling.column(node.column), node.values),
          orMissing: false,
        },
      ]
    case 'flags':
      return [flags(node, compiling)]
    case 'sum':
      return [sum(node, compiling)]
    case 'place':
      return place(node, compiling)
    case 'homes':
      return [{ kind: 'rows', rows: compiling.rowsOfKeys(node.zpids) }]
    case 'polygon':
      return [orWithin({ kind: 'polygon', rings: keptRingsOf(node) }, node, compiling)]
    case 'box':
    case 'circle':
      return [orWithin(node, node, compiling)]
    case 'words':
      return [{ kind: 'words', index: TEXT, terms: node.words, phrases: node.phrases }]
    case 'any':
    case 'none': {
      const of = node.alternatives.map((nodes) => nodes.flatMap((each) => compileNode(each, compiling)))
      return [node.kind === 'any' ? { kind: 'any', of } : { kind: 'any', isNone: true, of }]
    }
    case 'tags':
      return tags(node, compiling)
    case 'days':
      return [{ kind: 'days', index: DAYS, from: node.from, to: node.to, least: node.least }]
  }
}

const ringsOfNodes = new WeakMap<PolygonNode, number[][]>()

/** Returns the same array for the same node, so that the engine can cache data derived from the array. */
function keptRingsOf(node: PolygonNode): readonly (readonly number[])[] {
  const rings = ringsOfNodes.get(node) ?? ringsOf(node)
  ringsOfNodes.set(node, rings)
  return rings
}

function range({ column, min, max, orMissing }: RangeNode<SearchedNoun>, compiling: Compiling): Predicate {
  const { scale = 1 } = compiling.column(column)
  if (scale === 1) return { kind: 'range', column, min, max, orMissing }
  return { kind: 'range', column, min: leastStored(min, scale), max: -leastStored(-max, scale), orMissing }
}

function codesOf({ values: allValues = [] }: SearchColumn<never>, values: readonly string[]): number {
  return values.reduce((codes, value) => codes | (1 << allValues.indexOf(value)), 0)
}

function flags({ all, none, some }: FlagsNode<SearchedNoun>, compiling: Compiling): Predicate {
  const bits = (names: readonly string[]) =>
    names.reduce((set, flag) => set | (1 << compiling.flags.indexOf(flag)), 0) >>> 0
  return { kind: 'flags', column: FLAGS, all: bits(all), none: bits(none), any: bits(some) }
}

function sum({ terms, min, max }: SumNode<SearchedNoun>, { table, column: columnNamed }: Compiling): Predicate {
  const parts = terms.map(({ column, weight }) => {
    const kind = kindOf(columnNamed(column))
    const { scale = 1 } = columnNamed(column)
    return { values: table.columnOf(kind, column).values, scale, weight, missing: storageOf(kind).missing }
  })
  return {
    kind: 'check',
    accepts: (row) => {
      let total = 0
      for (const { values, scale, weight, missing } of parts) {
        const value = values[row] as number
        if (value === missing) return false
        total += (value / scale) * weight
      }
      return total >= min && total <= max
    },
  }
}

function place(
  { regions }: PlaceNode,
  { listingClass, classes, everywhere, placeNumber }: Compiling,
): readonly Predicate[] {
  if (everywhere !== undefined && regions.includes(everywhere)) return []
  const numbers = regions.map(placeNumber).filter((number) => number !== undefined)
  return [{ kind: 'list', list: PLACES, keys: numbers.map((number) => placeKey(number, classes, listingClass)) }]
}

/**
 * Tests all tags that have bits together, and each other tag by its posting list. A union of the lists would be built
 * over all rows.
 */
function tags({ tags: wanted }: TagsNode, { tagNumber }: Compiling): readonly Predicate[] {
  const numbers = wanted.map(tagNumber).filter((number) => number !== undefined)
  const bits = tagBits(numbers)
  const either: Predicate[] = [
    ...TAG_BITS.flatMap((column, i): Predicate[] =>
      bits[i] ? [{ kind: 'flags', column, all: 0, none: 0, any: bits[i] }] : [],
    ),
    ...numbers
      .filter((number) => number >= FIRST_LISTED_TAG)
      .map((number): Predicate => ({ kind: 'list', list: TAGS, keys: [number] })),
  ]
  return either.length === 1 ? either : [{ kind: 'any', of: either.map((predicate) => [predicate]) }]
}
