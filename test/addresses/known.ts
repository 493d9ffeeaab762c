import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { parse } from 'csv-parse/sync'
import { AddressBookReader, AddressBookWriter } from '../../src/catalog/embedded/address-book.ts'
import { CATALOG_SCHEMA } from '../../src/catalog/embedded/schema.ts'
import { firstNotBelow } from '../../src/kit/algorithms/sorted.ts'
import type { Home, HomeAddress } from '../../src/model/home.ts'
import { streetParts } from '../../src/places/addresses/address.ts'
import { addressEntry } from '../../src/places/addresses/address-book.ts'
import type { SlipSource } from '../../src/places/addresses/address-slips.ts'
import { completionLines } from '../../src/places/completion/completion-lines.ts'
import { loadGazetteer } from '../../src/places/regions/gazetteer.ts'
import { largeSample } from '../sample/homes.ts'
import { rareAddresses } from './rare.ts'

/** A home in the address book. Tests write its address in many ways. */
export interface Known {
  readonly zpid: number
  /** The street line without the unit, as in the file: `824 Webster St`. */
  readonly line: string
  /** The unit without its designator: `4` for `Apt 4`. Empty for a house. */
  readonly unit: string
  readonly city: string
  readonly state: string
  readonly zipcode: string
  readonly county: string
  readonly neighborhood: string
}

/** Returns addresses of a sample, of files, and of kinds that are rare in samples and files. */
export async function knownAddresses(
  homes: number,
  seed: number,
  files: readonly string[],
): Promise<ReadonlyMap<string, readonly Known[]>> {
  const sample = (await largeSample(homes, seed)).home.map(({ address }, at) => knownOf(address, at + 1))
  const groups = new Map([['the sample', sample]])
  let next = sample.length + 1
  for (const file of files) {
    const read = addressesIn(file).map((address) => knownOf(address, next++))
    groups.set(
      file,
      read.filter(({ line, city, state }) => /^\d/.test(line) && city !== '' && state !== ''),
    )
  }
  groups.set(
    'rare kinds',
    rareAddresses(sample).map((address) => knownOf(address, next++)),
  )
  return groups
}

const UNIT_AT_END = /^(.*?),? (?:(?:apt|unit|ste|suite|lot) (?:# ?)?|# ?)([a-z0-9-]+)$/i

function knownOf(address: HomeAddress, zpid: number): Known {
  const { streetAddress, city, state, zipcode, county, neighborhood } = address
  const [, line = streetAddress, unit = ''] = UNIT_AT_END.exec(streetAddress) ?? []
  const place = county === undefined ? loadGazetteer().zip(zipcode) : undefined
  return {
    zpid,
    line,
    unit,
    city,
    state,
    zipcode,
    county: county ?? place?.county ?? '',
    neighborhood: neighborhood ?? '',
  }
}

/** Names of the columns in which files store each part of an address. */
const COLUMNS = {
  line: ['address1', 'streetAddress', 'address', 'street'],
  unit: ['address2', 'unit'],
  city: ['city'],
  state: ['state'],
  zipcode: ['postalCode', 'zipcode', 'zip'],
} as const

function addressesIn(file: string): HomeAddress[] {
  const text = readFileSync(file, 'utf8')
  const rows = (file.endsWith('.csv') ? parse(text, { columns: true, bom: true }) : rowsOf(JSON.parse(text))) as Record<
    string,
    unknown
  >[] // files may have any columns, and each cell is text
  return rows.map((row) => {
    const cell = (part: keyof typeof COLUMNS) => textOf(COLUMNS[part].map((name) => row[name]).find(Boolean)).trim()
    const unit = cell('unit').replace(/^#\s*/, '')
    const [bare, zipcode] = [/^[a-z0-9-]+$/i.test(unit), cell('zipcode').slice(0, 5)]
    const streetAddress = [cell('line'), bare ? `APT ${unit}` : unit].filter(Boolean).join(' ')
    return { streetAddress, city: cell('city'), state: cell('state'), zipcode }
  })
}

function textOf(cell: unknown): string {
  return typeof cell === 'string' || typeof cell === 'number' ? String(cell) : ''
}

/** Returns the rows of a JSON file: the value itself if it is a list, otherwise the only list inside. */
function rowsOf(json: unknown): unknown {
  return Array.isArray(json) ? json : Object.values(json as object).find(Array.isArray) // JSON.parse returned the value
}

/** Makes an address book with only these homes, in memory. */
export function bookOf(addresses: Iterable<Known>): SlipSource {
  const database = new DatabaseSync(':memory:')
  database.exec(`${CATALOG_SCHEMA}; BEGIN`)
  const writer = new AddressBookWriter(database, true)
  const lines: string[] = []
  for (const address of addresses) {
    const home = homeOf(address)
    writer.putHome(home, false)
    const entry = addressEntry(home)
    if (entry !== undefined) lines.push(...completionLines(entry))
  }
  lines.sort()
  writer.finish()
  database.exec('COMMIT')
  const reader = new AddressBookReader(database)
  return {
    addressesAt: async (houseNumber, street, unit) => reader.at(houseNumber, street, unit),
    addressesOn: async (...where) => reader.on(...where),
    addressLineFrom: async (text) => lines[firstNotBelow(lines, text)],
    streetsBeginning: async (houseNumber, beginning, limit) => reader.streetsBeginning(houseNumber, beginning, limit),
  }
}

function homeOf({ zpid, line, unit, city, state, zipcode }: Known): Home {
  const streetAddress = unit === '' ? line : `${line} APT ${unit}`
  const address = { streetAddress, city, state, zipcode }
  return { zpid, source: 'bench', sourceKey: '', address, homeType: 'CONDO', facts: {}, history: [], taxes: [] }
}

/** Returns a key that is the same for all homes with the same address. Files contain some addresses twice. */
export function addressKey({
  line,
  unit,
  city,
  state,
  zipcode,
}: Omit<Known, 'zpid' | 'county' | 'neighborhood'>): string {
  const { houseNumber, preDirection, street, suffix, postDirection } = streetParts(line)
  return [houseNumber, preDirection, street, suffix, postDirection, unit, city, state, zipcode].join('/').toLowerCase()
}
