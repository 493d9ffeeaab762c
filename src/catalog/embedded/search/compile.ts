import { storageOf } from '../../../engine/column.ts'
import type { Predicate } from '../../../engine/predicate.ts'
import type { Table } from '../../../engine/table.ts'
import {
  HOME_COLUMNS,
  HOME_FLAGS,
  type HomeColumn,
  type HomeFlag,
  LISTING_CLASSES,
  type ListingClass,
} from '../../../model/home-columns.ts'
import { COUNTRY_KEY } from '../../../places/region-keys.ts'
import type { PlaceNode, QueryNode, RangeNode, Selection, SumNode, WordsNode } from '../../query.ts'
import { CLASS, FLAGS, kindOf, PLACES, placeKey, TEXT } from './shape.ts'

/** What predicates need to know of the rows beyond the table. */
export interface Compiling {
  readonly table: Table
  readonly listingClass: ListingClass
  /** The number of a region key; undefined for a region without listings. */
  placeNumber(key: string): number | undefined
  /** Rows of those homes that are listed, ascending. */
  rowsOfHomes(zpids: readonly number[]): Uint32Array
  /** Whether the texts of the row's home hold a phrase. */
  holdsPhrase(row: number, phrase: readonly string[]): boolean
}

/** All that must hold of a row: its class, then condition by condition. */
export function compileSelection({ where }: Selection, compiling: Compiling): Predicate[] {
  return [classOf(compiling.listingClass), ...where.flatMap(({ node }) => compileNode(node, compiling))]
}

export function classOf(listingClass: ListingClass): Predicate {
  return { kind: 'oneOf', column: CLASS, codes: 1 << LISTING_CLASSES.indexOf(listingClass), orMissing: false }
}

/** Predicates of which all must hold. */
export function compileNode(node: QueryNode, compiling: Compiling): readonly Predicate[] {
  switch (node.kind) {
    case 'range':
      return [range(node)]
    case 'oneOf':
      return [{ kind: 'oneOf', column: node.column, codes: codesOf(node.column, node.values), orMissing: false }]
    case 'flags':
      return [{ kind: 'flags', column: FLAGS, all: bits(node.all), none: bits(node.none), any: bits(node.some) }]
    case 'sum':
      return [sum(node, compiling.table)]
    case 'place':
      return place(node, compiling)
    case 'homes':
      return [{ kind: 'rows', rows: compiling.rowsOfHomes(node.zpids) }]
    case 'polygon':
      return [{ kind: 'polygon', rings: [node.points.flatMap(([latitude, longitude]) => [longitude, latitude])] }]
    case 'box':
    case 'circle':
      return [node]
    case 'words':
      return words(node, compiling)
    case 'any':
      return [
        { kind: 'any', of: node.alternatives.map((nodes) => nodes.flatMap((each) => compileNode(each, compiling))) },
      ]
  }
}

function range({ column, min, max, orMissing }: RangeNode): Predicate {
  const { scale = 1 }: HomeColumn = HOME_COLUMNS[column]
  if (scale === 1) return { kind: 'range', column, min, max, orMissing }
  return { kind: 'range', column, min: leastStored(min, scale), max: -leastStored(-max, scale), orMissing }
}

/** The least whole number that is at least `min` once it is divided by the scale: a product alone may be off by a hair. */
function leastStored(min: number, scale: number): number {
  const near = Math.round(min * scale)
  if (!Number.isFinite(near)) return min
  return near / scale >= min ? near : near + 1
}

function codesOf(column: keyof typeof HOME_COLUMNS, values: readonly string[]): number {
  const known: HomeColumn = HOME_COLUMNS[column]
  return values.reduce((codes, value) => codes | (1 << (known.values ?? []).indexOf(value)), 0)
}

function bits(flags: readonly HomeFlag[]): number {
  return flags.reduce((all, flag) => all | (1 << HOME_FLAGS.indexOf(flag)), 0) >>> 0
}

function sum({ terms, min, max }: SumNode, table: Table): Predicate {
  const parts = terms.map(({ column, weight }) => {
    const { scale = 1 }: HomeColumn = HOME_COLUMNS[column]
    const { values } = table.columnOf(kindOf(HOME_COLUMNS[column]), column)
    return { values, scale, weight, missing: storageOf(kindOf(HOME_COLUMNS[column])).missing }
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

/** The whole country is everywhere: nothing is left to ask. */
function place({ regions }: PlaceNode, { listingClass, placeNumber }: Compiling): readonly Predicate[] {
  if (regions.includes(COUNTRY_KEY)) return []
  const numbers = regions.map(placeNumber).filter((number) => number !== undefined)
  return [{ kind: 'list', list: PLACES, keys: numbers.map((number) => placeKey(number, listingClass)) }]
}

function words({ words: terms, phrases }: WordsNode, { holdsPhrase }: Compiling): readonly Predicate[] {
  const holding: Predicate = { kind: 'words', index: TEXT, terms }
  if (phrases.length === 0) return [holding]
  return [holding, { kind: 'check', accepts: (row) => phrases.every((phrase) => holdsPhrase(row, phrase)) }]
}
