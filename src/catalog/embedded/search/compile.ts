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

/** The data about a noun and its rows that compiling a query requires. */
export interface Compiling {
  readonly table: Table
  readonly listingClass: string
  readonly classes: readonly string[]
  readonly flags: readonly string[]
  /** Throws a TypeError for an unknown column. */
  column(name: string): SearchColumn<never>
  /** Key of the place that contains every record, if there is one. */
  readonly everywhere: string | undefined
  /** Keys of all places. A place's number is its index. */
  readonly places: readonly string[]
  /** Returns the number of a place; undefined for a place without records. */
  placeNumber(key: string): number | undefined
  /** Undefined for a tag that no record has. */
  tagNumber(tag: string): number | undefined
  /** Rows of the records with these keys, ascending. */
  rowsOfKeys(keys: readonly number[]): Uint32Array
}

/** A node of any noun. Its names were type-checked where the node was created. */
type AnyNounNode = QueryNode<SearchedNoun>

/**
 * Returns the predicates of a selection: the class, if the noun has several, then each condition in order. `base`
 * contains the predicates of another segment; equal predicates are shared by both segments.
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
 * Whether a node's predicate is the same in every segment. The predicate of a shape differs, since it may also find
 * rows without coordinates, which are listed per segment.
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

/** Returns the predicates of a node. All of them must hold. */
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

/** Returns the same array for the same node, so that the engine can cache what it derives from the array. */
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
 * Tests the tags that have bits in one pass, and the other tags list by list. A union of lists would be built over all
 * rows.
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
