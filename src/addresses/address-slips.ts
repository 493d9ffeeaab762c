import { editDistance } from '../base/edit-distance.ts'
import type { AddressEntry } from '../model/address-entry.ts'
import { type Gazetteer, loadGazetteer } from '../regions/gazetteer.ts'
import type { ParsedAddress } from './address.ts'
import { disagreements, type Part, partInWords, writtenValue } from './agreement.ts'
import { addressReadings } from './parsing/readings.ts'
import type { AddressBook, Candidate } from './resolve.ts'
import { byUnitLikeness } from './unit-likeness.ts'

/** What slips are looked up in; a catalogue is one. */
export interface SlipSource extends AddressBook {
  /** Names of streets with this prefix that have this house number, in order. */
  streetsBeginning(houseNumber: string, beginning: string, limit: number): Promise<readonly string[]>
}

const MAX_SLIPS = 10

/** Limit on the street names compared with the one written. */
const MAX_STREETS = 1000

/** Limit on the similar streets whose addresses are read. */
const MAX_LIKE = 5

/** Besides the slip itself, one part may differ. */
const MAX_OTHER_DIFFERENCES = 1

/** An entry that may be meant, and the slip that this assumes. */
interface Slip {
  readonly entry: AddressEntry
  readonly written: ParsedAddress
  /** The street as written, where its name is the slip. */
  readonly street: string | undefined
  readonly parts: readonly Part[]
}

/**
 * Finds homes that an address without a match may mean: the city contradicts the ZIP, or a street or city is misspelt.
 * Nearest first. Callers offer them and never answer one as if it had been asked for.
 */
export async function addressSlips(
  text: string,
  source: SlipSource,
  gazetteer: Gazetteer = loadGazetteer(),
): Promise<readonly Candidate[]> {
  const slips = new Map<AddressEntry['id'], Slip>()
  const like = new Map<string, readonly string[]>() // several readings share a street
  for (const written of addressReadings(text)) {
    if (written.houseNumber === '' || written.street === '') continue
    const line = `${written.houseNumber} ${written.street}`
    const streets = like.get(line) ?? (await streetsLike(written, source))
    like.set(line, streets)
    for (const street of [written.street, ...streets]) {
      for (const entry of await source.addressesAt(written.houseNumber, street)) {
        const slip = slipAt(entry, written, gazetteer)
        if (slip !== undefined && !slips.has(entry.id)) slips.set(entry.id, slip)
      }
    }
  }
  return [...slips.values()]
    .toSorted((a, b) => weight(a) - weight(b) || byUnitLikeness(a.written.unit)(a.entry, b.entry))
    .slice(0, MAX_SLIPS)
    .map(({ entry, ...slip }) => ({ entry, why: inWords(entry, slip) }))
}

/** Names of streets that have the house number and are spelled almost like the one written, nearest first. */
async function streetsLike({ houseNumber, street }: ParsedAddress, source: SlipSource): Promise<readonly string[]> {
  for (const beginning of [street.slice(0, 1), '']) {
    const names = await source.streetsBeginning(houseNumber, beginning, MAX_STREETS)
    const near = names
      .map((name) => ({ name, edits: edits(street, name) }))
      .filter(({ name, edits: count }) => count !== undefined && name !== street)
    if (near.length > 0) {
      return near
        .toSorted((a, b) => (a.edits ?? 0) - (b.edits ?? 0))
        .slice(0, MAX_LIKE)
        .map(({ name }) => name)
    }
  }
  return []
}

function slipAt(entry: AddressEntry, written: ParsedAddress, gazetteer: Gazetteer): Slip | undefined {
  if (entry.kind !== 'home') return undefined
  const parts = disagreements(written, entry, gazetteer)
  const others = parts.filter((part) => part !== 'city')
  if (others.includes('state') || others.length > MAX_OTHER_DIFFERENCES) return undefined
  if (parts.includes('city') && !isSlipOfCity(written, entry)) return undefined
  return { entry, written, street: entry.street === written.street ? undefined : written.street, parts }
}

/** Either the ZIP says which city is meant, or the city is misspelt. */
function isSlipOfCity(written: ParsedAddress, entry: AddressEntry): boolean {
  return written.zipcode === entry.zipcode || edits(written.city, entry.city) !== undefined
}

/** Names of up to this length may differ in one letter, longer ones in two. */
const SHORT_LETTERS = 4

function edits(written: string, known: string): number | undefined {
  return editDistance(written, known, written.length <= SHORT_LETTERS ? 1 : 2)
}

function weight({ entry, street, parts }: Slip): number {
  return parts.length + (street === undefined ? 0 : (edits(street, entry.street) ?? 0))
}

function inWords(entry: AddressEntry, { written, street, parts }: Omit<Slip, 'entry'>): string {
  return [
    ...(street === undefined ? [] : [`street ${inCapitals(entry.street)} instead of ${inCapitals(street)}`]),
    ...parts.map((part) => `${partInWords(part, entry)} instead of ${writtenValue(part, written[part])}`),
  ].join(', ')
}

/** Street names are stored in lower case, like city names. */
function inCapitals(street: string): string {
  return writtenValue('city', street)
}
