import { editDistance } from '../base/edit-distance.ts'
import type { AddressEntry } from '../model/address-entry.ts'
import { type Gazetteer, loadGazetteer } from '../regions/gazetteer.ts'
import type { ParsedAddress } from './address.ts'
import { disagreements, type Part, partInWords, writtenValue } from './agreement.ts'
import { addressReadings } from './parsing/readings.ts'
import type { AddressBook, Candidate } from './resolve.ts'
import { byUnitLikeness } from './unit-likeness.ts'

/** Where slips are looked for; a catalogue is one. */
export interface SlipSource extends AddressBook {
  /** Names of streets that begin so and on which there is this house number, in order. */
  streetsBeginning(houseNumber: string, beginning: string, limit: number): Promise<readonly string[]>
}

const MOST_SLIPS = 10

/** So many street names are compared with the one that was written. */
const MOST_STREETS = 1000

/** So many streets that are spelled nearly so are looked at. */
const MOST_LIKE = 5

/** Beside the slip itself, one part may differ. */
const MOST_OTHER_DIFFERENCES = 1

/** An entry that is meant if what was written holds a slip. */
interface Slip {
  readonly entry: AddressEntry
  readonly written: ParsedAddress
  /** How the street was spelled, where its name is the slip. */
  readonly street: string | undefined
  readonly parts: readonly Part[]
}

/**
 * Homes that an address which fits none may mean but for a slip: a city other than that of the ZIP that was written, or a
 * name of street or city that is spelled nearly so. Nearest first. They are to be offered, never answered.
 */
export async function addressSlips(
  text: string,
  source: SlipSource,
  gazetteer: Gazetteer = loadGazetteer(),
): Promise<readonly Candidate[]> {
  const slips = new Map<AddressEntry['id'], Slip>()
  const like = new Map<string, readonly string[]>() // several readings have the same street
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
    .slice(0, MOST_SLIPS)
    .map(({ entry, ...slip }) => ({ entry, why: inWords(entry, slip) }))
}

/** Names of streets that have the house number and are spelled nearly as the one that was written, nearest first. */
async function streetsLike({ houseNumber, street }: ParsedAddress, source: SlipSource): Promise<readonly string[]> {
  for (const beginning of [street.slice(0, 1), '']) {
    const names = await source.streetsBeginning(houseNumber, beginning, MOST_STREETS)
    const near = names
      .map((name) => ({ name, edits: edits(street, name) }))
      .filter(({ name, edits: count }) => count !== undefined && name !== street)
    if (near.length > 0) {
      return near
        .toSorted((a, b) => (a.edits ?? 0) - (b.edits ?? 0))
        .slice(0, MOST_LIKE)
        .map(({ name }) => name)
    }
  }
  return []
}

function slipAt(entry: AddressEntry, written: ParsedAddress, gazetteer: Gazetteer): Slip | undefined {
  if (entry.kind !== 'home') return undefined
  const parts = disagreements(written, entry, gazetteer)
  const others = parts.filter((part) => part !== 'city')
  if (others.includes('state') || others.length > MOST_OTHER_DIFFERENCES) return undefined
  if (parts.includes('city') && !isSlipOfCity(written, entry)) return undefined
  return { entry, written, street: entry.street === written.street ? undefined : written.street, parts }
}

/** The ZIP tells which city is meant, or its name is spelled nearly so. */
function isSlipOfCity(written: ParsedAddress, entry: AddressEntry): boolean {
  return written.zipcode === entry.zipcode || edits(written.city, entry.city) !== undefined
}

/** A slip changes one letter of a short name, or two of a longer one. */
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

/** Names of streets are kept in small letters, as those of cities are. */
function inCapitals(street: string): string {
  return writtenValue('city', street)
}
