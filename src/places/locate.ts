import type { AddressEntry } from '../model/address-entry.ts'
import type { Region, RegionType } from '../model/region.ts'
import { labelsOf, type PlaceIndex, placeIndexOf } from './place-index.ts'
import { type PlaceReading, readPlaceText } from './place-text.ts'
import { stateRegionKey, zipcodeRegionKey } from './region-keys.ts'
import { regionLabel } from './region-label.ts'
import { resolveAddress } from './resolve.ts'

/** Where locations are looked up; a catalogue is one. */
export interface LocationSource {
  /** The same array until something in it changes. */
  regions(): readonly Region[]
  addressesAt(houseNumber: string, street: string): Promise<readonly AddressEntry[]>
}

/** What a search's location means. Places that are not meant are offered, never taken. */
export interface Located {
  /** What was asked, without the blanks around it. */
  readonly query: string
  /** Whether homes can be looked for: without it, `all` and `zpids` are empty and no home matches. */
  readonly found: boolean
  readonly type: RegionType | 'address' | undefined
  /** As it can be written to mean the same: `Ballard, Seattle, WA`, `Seattle, WA 98103`. */
  readonly name: string | undefined
  /** Keys of regions; a home matches when it lies in every one of them. Empty for an address. */
  readonly all: readonly string[]
  /** The homes at an address; empty for regions. */
  readonly zpids: readonly number[]
  /** Names of what else the text may mean, or of what comes near when nothing was found; at most ten. */
  readonly alternatives: readonly string[]
  /** In a sentence, why nothing was found, or why nothing may match. */
  readonly why?: string
}

/** Longer texts name no place; hostile ones shall cost nothing. */
const MOST_LETTERS = 200

const MOST_ALTERNATIVES = 10

/** Finds the place or the homes that the location of a search means. Never throws for any text. */
export async function locate(text: string, source: LocationSource): Promise<Located> {
  const query = text.trim()
  const nothing = { query, found: false, type: undefined, name: undefined, all: [], zpids: [], alternatives: [] }
  if (query.length > MOST_LETTERS) return { ...nothing, why: 'The location is too long to name a place.' }
  const index = placeIndexOf(source.regions())
  return (
    locateRegion(query, index) ??
    (await locateAddress(query, source)) ?? { ...nothing, why: `No place in this catalogue is called "${query}".` }
  )
}

function locateRegion(query: string, index: PlaceIndex): Located | undefined {
  const { zipcode, isCountry, readings } = readPlaceText(query)
  const zip = zipcode === '' ? undefined : index.at(zipcodeRegionKey(zipcode))
  const candidates = readings.flatMap((reading) => candidatesOf(reading, index))
  const [region] = isCountry ? [index.at('country/us')] : candidates
  const isZipAlone = zipcode !== '' && readings.every(({ name, state }) => name === '' && state === '')
  if (isZipAlone && zip !== undefined) return foundIn([zip], query, [])
  if (region === undefined || (zipcode !== '' && zip === undefined)) return undefined
  return foundIn(zip === undefined ? [region] : [region, zip], query, candidates)
}

function foundIn(regions: readonly Region[], query: string, others: readonly Region[]): Located {
  const [first] = regions
  return {
    query,
    found: true,
    type: regions.at(-1)?.type,
    name: regions.map(regionLabel).join(' '),
    all: regions.map(({ key }) => key),
    zpids: [],
    alternatives: labelsOf(others, first, MOST_ALTERNATIVES),
  }
}

function candidatesOf({ name, state, type }: PlaceReading, index: PlaceIndex): readonly Region[] {
  if (name === '') return [index.at(stateRegionKey(state))].filter((region) => region !== undefined)
  const named = type === 'metro' ? index.metrosOf(name) : index.named(name)
  return named.filter(
    (region) => (state === '' || region.state === state) && (type === undefined || region.type === type),
  )
}

async function locateAddress(query: string, source: LocationSource): Promise<Located | undefined> {
  if (!/\d/.test(query)) return undefined
  const resolution = await resolveAddress(query, source)
  if (resolution.kind === 'none') return undefined
  const entries =
    resolution.kind === 'one' ? [resolution.entry] : resolution.candidates.map((candidate) => candidate.entry)
  const zpids = entries.map(({ id }) => Number(id))
  return { query, found: true, type: 'address', name: entries[0]?.display, all: [], zpids, alternatives: [] }
}
