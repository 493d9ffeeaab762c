import type { AddressEntry } from '../model/address-entry.ts'
import { cityKey } from '../names/name-key.ts'
import type { Gazetteer } from '../regions/gazetteer.ts'
import type { ParsedAddress } from './address.ts'

/** A part in which an address that was written and an entry of the address book can disagree. */
export type Part = 'unit' | 'preDirection' | 'suffix' | 'postDirection' | 'city' | 'state' | 'zipcode'

const PARTS: readonly Part[] = ['unit', 'preDirection', 'suffix', 'postDirection', 'city', 'state', 'zipcode']

/** The parts of the street line that a complete address has, and people leave out. */
const LINE_PARTS = ['unit', 'preDirection', 'suffix', 'postDirection'] as const

/** Parts that were written and that the entry has otherwise, or not at all. What was not written is free. */
export function disagreements(written: ParsedAddress, entry: AddressEntry, gazetteer: Gazetteer): readonly Part[] {
  return PARTS.filter((part) => written[part] !== '' && !agrees(part, written, entry, gazetteer))
}

function agrees(part: Part, written: ParsedAddress, entry: AddressEntry, gazetteer: Gazetteer): boolean {
  if (written[part] === entry[part]) return true
  if (part === 'unit') return isUnitOfBuilding(written.unit, entry.unit)
  return part === 'city' && isOtherNameOfCity(written.city, entry, gazetteer)
}

/** `Apt 4` is found in `Bldg 3 Apt 4`: the building was not written. */
function isUnitOfBuilding(unit: string, entryUnit: string): boolean {
  return /^(bldg|twr) /.test(entryUnit) && !/^(bldg|twr|fl) /.test(unit) && entryUnit.endsWith(` ${unit}`)
}

/** The post's name for a ZIP's city is accepted beside the one the catalogue has. */
function isOtherNameOfCity(city: string, entry: AddressEntry, gazetteer: Gazetteer): boolean {
  const place = gazetteer.zip(entry.zipcode)
  return place !== undefined && place.state === entry.state && cityKey(place.city) === city
}

/** Whether the street line was written whole: the entry has no part of it that was left out. */
export function isWholeLine(written: ParsedAddress, entry: AddressEntry): boolean {
  return LINE_PARTS.every((part) => written[part] !== '' || entry[part] === '')
}

/** Whether the street was written whole: the entry has nothing of it that was left out, its unit aside. */
export function isWholeStreetLine(written: ParsedAddress, entry: AddressEntry): boolean {
  return isWholeLine(written, { ...entry, unit: '' })
}

/** Parts that the entry has and that were not written, in words: `unit`, `ZIP`. */
export function partsLeftOut(written: ParsedAddress, entry: AddressEntry): readonly string[] {
  return PARTS.filter((part) => written[part] === '' && entry[part] !== '').map((part) => PART_NAMES[part])
}

const PART_NAMES: Readonly<Record<Part, string>> = {
  unit: 'unit',
  preDirection: 'direction',
  suffix: 'suffix',
  postDirection: 'direction behind the street',
  city: 'city',
  state: 'state',
  zipcode: 'ZIP',
}

/** `unit 4b`, `no unit`, `direction N`, `city Oakland`: the value of a part, in words. */
export function partInWords(part: Part, entry: AddressEntry): string {
  const value = part === 'city' ? cityAsShown(entry) : entry[part]
  if (value === '') return `no ${PART_NAMES[part]}`
  return `${PART_NAMES[part]} ${writtenValue(part, value)}`
}

/** A part as it was written, in the capitals that it usually has. */
export function writtenValue(part: Part, value: string): string {
  if (part === 'preDirection' || part === 'postDirection' || part === 'unit') return value.toUpperCase()
  return part === 'suffix' || part === 'city' ? value.replace(/\b\p{L}/gu, (letter) => letter.toUpperCase()) : value
}

/** The city stands in front of the last comma of what is shown. */
function cityAsShown(entry: AddressEntry): string {
  return entry.display.split(', ').at(-2) ?? entry.city
}

/** The parts in which some of the entries differ from others; no ZIP where the city or the state tells already. */
export function differingParts(entries: readonly AddressEntry[]): readonly Part[] {
  const differing = PARTS.filter((part) => new Set(entries.map((entry) => entry[part])).size > 1)
  const isOtherPlace = differing.includes('city') || differing.includes('state')
  return differing.filter((part) => !(part === 'zipcode' && isOtherPlace))
}
