import type { Condition, QueryNode } from '../../../catalog/ports/query.ts'
import { beyond, optional, type Range, Refusal, type Shape } from '../../../kit/params/index.ts'
import { HOME_TYPES, type HomeType } from '../../../model/home.ts'
import { zipcodeRegionKey } from '../../../places/regions/region-keys.ts'
import { when } from './filters/family.ts'

/** Maximum number of ZIP codes in a part of a search. With more, a query would be too long to send. */
export const MAX_ZIPCODES = 300

/** Enough for `MAX_ZIPCODES` ZIP codes and the other fields. */
const MAX_CHARACTERS = 2000

/** A part of a search, made by `/search/plan`. Written as `zip:98101,98103 price:450001-600000 type:CONDO`. */
export interface Part {
  readonly zipcodes?: readonly string[]
  /** In whole dollars; an open end is infinite. `none` means homes without a price. */
  readonly price?: Range | 'none'
  readonly homeTypes?: readonly HomeType[]
}

export function partText({ zipcodes, price, homeTypes }: Part): string {
  return [
    ...(zipcodes ? [`zip:${zipcodes.join(',')}`] : []),
    ...(price ? [`price:${price === 'none' ? price : `${boundText(price.min)}-${boundText(price.max)}`}`] : []),
    ...(homeTypes ? [`type:${homeTypes.join(',')}`] : []),
  ].join(' ')
}

function boundText(bound: number): string {
  return Number.isFinite(bound) ? String(bound) : ''
}

const ACCEPTED =
  'must be a part as /search/plan returns it: zip:98101,98103, price:450001-600000 (either bound may be missing) or price:none, and type:CONDO, separated by spaces.'

export function isZipcode(text: string): boolean {
  return /^\d{5}$/.test(text)
}

const READERS: Readonly<Record<string, (text: string) => Part | undefined>> = {
  zip: (text) => {
    const zipcodes = text.split(',', MAX_ZIPCODES + 1)
    return zipcodes.length <= MAX_ZIPCODES && zipcodes.every(isZipcode) ? { zipcodes } : undefined
  },
  price: (text) => {
    const [, min, max] = /^(\d{0,10})-(\d{0,10})$/.exec(text) ?? []
    if (min === undefined || max === undefined) return text === 'none' ? { price: 'none' } : undefined
    const price = {
      min: min === '' ? Number.NEGATIVE_INFINITY : Number(min),
      max: max === '' ? Number.POSITIVE_INFINITY : Number(max),
    }
    return price.min <= price.max && text !== '-' ? { price } : undefined
  },
  type: (text) => {
    const homeTypes = text.split(',', HOME_TYPES.length + 1) as HomeType[] // the next line checks each type
    return homeTypes.every((type) => HOME_TYPES.includes(type)) ? { homeTypes } : undefined
  },
}

const partShape: Shape<Part> = {
  schema: { type: 'string', maxLength: MAX_CHARACTERS },
  example: 'zip:98101,98103 price:450001-600000 type:CONDO',
  parse: (text) => {
    const fields: Part = {}
    const items = text.length > MAX_CHARACTERS ? [''] : text.split(/ +/)
    for (const item of items) {
      const colon = item.indexOf(':')
      const name = item.slice(0, Math.max(0, colon))
      const read = Object.hasOwn(READERS, name) ? READERS[name]?.(item.slice(colon + 1)) : undefined
      if (!read || Object.keys(read).some((key) => Object.hasOwn(fields, key))) return new Refusal(ACCEPTED)
      Object.assign(fields, read)
    }
    return fields
  },
  format: partText,
}

export const part = beyond(optional(partShape, 'Part of a search, as given by `/search/plan`.'))

/** A range below all prices. It matches only homes without a price. */
const NO_PRICE: QueryNode = { kind: 'range', column: 'price', min: -2, max: -1, orMissing: true }

export function partConditions({ zipcodes, price, homeTypes }: Part): readonly Condition[] {
  return [
    ...when('part', zipcodes && { kind: 'place', regions: zipcodes.map(zipcodeRegionKey) }),
    ...when(
      'part',
      price && (price === 'none' ? NO_PRICE : { kind: 'range', column: 'price', ...price, orMissing: false }),
    ),
    ...when('part', homeTypes && { kind: 'oneOf', column: 'homeType', values: homeTypes }),
  ]
}
