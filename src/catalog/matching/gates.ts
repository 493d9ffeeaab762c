import { HOME_TYPES } from '../../model/home.ts'
import { OFFER_PROPERTY_TYPES } from '../../model/offer.ts'
import type { ColumnOf, SearchedNoun } from '../../model/searched.ts'
import type { NounDescription } from '../facts/searched.ts'
import type { QueryNode, Selection } from '../ports/query.ts'
import type { RecordView } from './record-view.ts'

/** A column whose values are divided into bands. A band's number: how many bounds are at or below its values. */
interface Field<N extends SearchedNoun> {
  readonly column: ColumnOf<N>
  /** Ascending. */
  readonly bounds: readonly number[]
}

/** Bounds for rents, then for prices. These bands rule out half of the searches in a place. */
const AMOUNTS = [1200, 1700, 2300, 3200, 150e3, 220e3, 300e3, 400e3, 550e3, 750e3, 1e6, 1.6e6]
const ROOMS = [1, 2, 3, 4, 5]

/** The columns with bands. Classes and bands of one type of record have one bit each, at most 32 together. */
const FIELDS: { readonly [N in SearchedNoun]: readonly Field<N>[] } = {
  home: [
    { column: 'homeType', bounds: eachCode(HOME_TYPES) },
    { column: 'bedrooms', bounds: ROOMS },
    { column: 'price', bounds: AMOUNTS },
  ],
  offer: [
    { column: 'propertyType', bounds: eachCode(OFFER_PROPERTY_TYPES) },
    { column: 'rooms', bounds: ROOMS },
    { column: 'price', bounds: AMOUNTS },
  ],
  experience: [],
}

function eachCode(values: readonly string[]): number[] {
  return values.slice(1).map((_, code) => code + 1)
}

/**
 * Returns the bits of the search's class and of all bands that may contain a match. A record can match only if these
 * bits include all bits of its `passOf`. This quick test rules out three of four searches.
 */
export function gateOf<N extends SearchedNoun>(
  noun: NounDescription<N>,
  { listingClass, where }: Selection<N>,
): number {
  let [gate, shift] = [1 << noun.classes.indexOf(listingClass), noun.classes.length]
  for (const field of FIELDS[noun.noun]) {
    const codes: readonly string[] = noun.columns[field.column].values ?? []
    const bands = where.reduce((bits, { node }) => bits & bandsOf(node, field, codes), -1)
    gate |= (bands & bitsBetween(0, field.bounds.length)) << shift
    shift += field.bounds.length + 1
  }
  return gate
}

/** Returns the bit of the record's class, and the bit of its band in each column in which it has a value. */
export function passOf(noun: NounDescription<SearchedNoun>, { listingClass, values }: RecordView): number {
  let [pass, shift] = [1 << listingClass, noun.classes.length]
  const columns = Object.keys(noun.columns)
  for (const { column, bounds } of FIELDS[noun.noun]) {
    const value = values[columns.indexOf(column)] as number
    if (!Number.isNaN(value)) pass |= 1 << (shift + bandOf(value, bounds))
    shift += bounds.length + 1
  }
  return pass
}

/** Returns the bits of the bands that may contain a matching value. */
function bandsOf(
  node: QueryNode<SearchedNoun>,
  { column, bounds }: Field<SearchedNoun>,
  codes: readonly string[],
): number {
  if (node.kind === 'range' && node.column === column)
    return node.min > node.max ? 0 : bitsBetween(bandOf(node.min, bounds), bandOf(node.max, bounds))
  if (node.kind === 'oneOf' && node.column === column)
    return node.values.reduce((bits, value) => bits | (1 << bandOf(codes.indexOf(value), bounds)), 0)
  return -1
}

/** Returns the number of bounds at or below a value. */
function bandOf(value: number, bounds: readonly number[]): number {
  let band = 0
  while (band < bounds.length && value >= (bounds[band] as number)) band++
  return band
}

/** The bits from `first` to `last`. */
function bitsBetween(first: number, last: number): number {
  return (2 << last) - (1 << first)
}
