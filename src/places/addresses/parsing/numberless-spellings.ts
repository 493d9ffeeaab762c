import type { ParsedAddress } from '../address.ts'
import { unitInFront } from './unit-in-front.ts'

/**
 * Routes of letter carriers, on which houses have box numbers. Each list has all spellings of one kind of route, as
 * streets are stored.
 */
const ROUTES: readonly (readonly string[])[] = [
  ['hc', 'hcr', 'hwy contract', 'hwy contract rte'],
  // the address book stores `rr` as a ranch road
  ['ranch rd', 'rr', 'rural rte', 'rural rd', 'rural delivery', 'rfd', 'rte'],
]

/** Roads of Puerto Rico, on which houses are numbered by kilometer. */
const ROADS: readonly (readonly string[])[] = [
  // the address book stores `pr` as a private road
  ['carr', 'carretera', 'private rd', 'pr hwy', 'puerto rico hwy', 'state rd', 'hwy', 'rte'],
]

const LINE = /^([a-z ]+) (\d+[a-z]?) ((?:box|km) .+)$/
/** Separates `hc79 box 4311`. */
const GLUED = /^([a-z]{2,3})(\d+) (?=box )/
const ROUTE = /^([a-z ]+) (\d+[a-z]?)$/
const RANGE = /^(\d+)\/(\d+) (.+)$/

/** Returns other spellings of a line that does not start with a house number, such as `HC 79 Box 4311`. */
export function numberlessSpellings(reading: ParsedAddress): readonly ParsedAddress[] {
  const { street, unit } = reading
  const [, first = '', last = '', name = ''] = RANGE.exec(street) ?? []
  if (name !== '') {
    const named = { ...reading, street: name }
    return [{ ...named, houseNumber: `${first}-${last}` }, ...unitInFront(named, `${first}/${last}`)]
  }
  const [, route = '', number = ''] = ROUTE.exec(street) ?? []
  if (route !== '' && unit !== '') return spelled({ ...reading, unit: '' }, route, `${number} box ${unit}`, ROUTES)
  const [, head = '', road = '', rest = ''] = LINE.exec(street.replace(GLUED, '$1 $2 ')) ?? []
  return spelled(reading, head, `${road} ${rest}`, rest.startsWith('km ') ? ROADS : ROUTES).filter(
    (other) => other.street !== street,
  )
}

function spelled(reading: ParsedAddress, head: string, rest: string, kinds: typeof ROUTES): ParsedAddress[] {
  const names = kinds.find((spellings) => spellings.includes(head)) ?? []
  return names.map((name) => ({ ...reading, street: `${name} ${rest}` }))
}

/**
 * Returns the line with its number elsewhere: the address book may have it after the street or in a range with a slash.
 * After a suffix, the address book stores it as a unit. It may really be a unit, so it also stays in `others` (words
 * not understood).
 */
export function asNumberless(reading: ParsedAddress): readonly ParsedAddress[] {
  const { houseNumber, street, suffix, unit, others } = reading
  const line = { ...reading, houseNumber: '' }
  if (/^\d+-\d+$/.test(houseNumber)) return [{ ...line, street: `${houseNumber.replace('-', '/')} ${street}` }]
  if (suffix === '') return [{ ...line, street: `${street} ${houseNumber}` }]
  return unit === '' ? [{ ...line, unit: houseNumber, others: [...others, houseNumber] }] : []
}

/**
 * Whether a stored street such as `5401/5409 flatlands ave` has the parsed street's name, and a range of numbers that
 * includes the parsed house number.
 */
export function isRangeOn(stored: string, { houseNumber, street }: ParsedAddress): boolean {
  const [, first = '', last = '', name = ''] = RANGE.exec(stored) ?? []
  return name === street && Number(first) <= Number(houseNumber) && Number(houseNumber) <= Number(last)
}
