import type { Region } from '../../model/region.ts'
import { countyName } from '../regions/county-name.ts'
import { cityRegionKey, stateRegionKey } from '../regions/region-keys.ts'
import type { PlaceIndex } from './place-index.ts'
import type { PlaceReading, PlaceText } from './place-text.ts'

/** A place that a text may mean, apart from the text's ZIP. `around` is the larger place, if the text names one. */
export interface PlaceCandidate {
  readonly region: Region
  readonly around?: Region
}

/** State names that usually mean the city of the same name. */
const CITIES_BEFORE_STATES: ReadonlyMap<string, string> = new Map([
  ['new york', cityRegionKey('New York', 'NY')],
  ['washington', cityRegionKey('Washington', 'DC')],
])

/**
 * Returns the places that a text names, most likely first. Ways to read the text with a state at its end come first.
 * For each way, cities come before neighborhoods, counties and metros, and then places with more listings and more
 * homes come first. A state name alone means the state (or nothing, if the catalog has no homes there), never a town of
 * that name elsewhere. Only New York and Washington mean the cities first.
 */
export function placeCandidates({ readings }: PlaceText, index: PlaceIndex): readonly PlaceCandidate[] {
  const city = index.at(CITIES_BEFORE_STATES.get(readings.find(isUntouched)?.name ?? '') ?? '')
  if (city === undefined && missingState({ readings }, index) !== '') return []
  const alone = readings.flatMap((reading) => regionsOf(reading, index)).map((region) => ({ region }))
  const all = [...(city === undefined ? [] : [{ region: city }]), ...alone]
  return all.length > 0 ? all : readings.flatMap((reading) => pairsOf(reading, index))
}

/** Returns the state, if the text names only a state and the catalog has no homes there. Otherwise empty. */
export function missingState({ readings }: Pick<PlaceText, 'readings'>, index: PlaceIndex): string {
  const bare = readings.find(({ name, state, type }) => name === '' && state !== '' && isTypeOf('state', type))
  return bare === undefined || index.at(stateRegionKey(bare.state)) ? '' : bare.state
}

function isUntouched({ state, type }: PlaceReading): boolean {
  return state === '' && type === undefined
}

function isTypeOf(actual: Region['type'], wanted: Region['type'] | undefined): boolean {
  return wanted === undefined || wanted === actual
}

function regionsOf({ name, state, type }: PlaceReading, index: PlaceIndex): readonly Region[] {
  if (name === '') {
    const region = state !== '' && isTypeOf('state', type) ? index.at(stateRegionKey(state)) : undefined
    return region === undefined ? [] : [region]
  }
  const named = type === 'metro' ? index.metrosOf(name) : names(name, type).flatMap((each) => index.named(each))
  return named.filter((region) => (state === '' || region.state === state) && isTypeOf(region.type, type))
}

/** Returns the names to look up. Counties are listed under their full name: `King Co` is King County. */
function names(name: string, type: Region['type'] | undefined): readonly string[] {
  return type === 'county' ? [name, `${name} county`, `${name} parish`] : [name]
}

/**
 * Returns cities or neighborhoods in a county or a metro, for texts such as `Seattle, King County, WA` or
 * `Bellevue, Seattle metro`.
 */
function pairsOf({ within, state, type }: PlaceReading, index: PlaceIndex): PlaceCandidate[] {
  if (within === undefined) return []
  const outers = type === 'metro' ? index.metrosOf(within.outer) : index.named(within.outer)
  const pairs = outers
    .filter((around) => isLarge(around) && (state === '' || around.state === state))
    .flatMap((around) => innersOf(within.inner, around, index).map((region) => ({ region, around })))
  return pairs.sort((a, b) => Number(isOfCounty(b)) - Number(isOfCounty(a)))
}

function isLarge({ type }: Region): boolean {
  return type === 'county' || type === 'metro'
}

/** Returns places with a name that may be within a larger place. A metro may extend into other states. */
function innersOf(name: string, around: Region, index: PlaceIndex): readonly Region[] {
  return index
    .named(name)
    .filter((region) => !isLarge(region) && (around.type === 'metro' || region.state === around.state))
}

/** Whether most homes of the region are in the county. This decides between places with the same name. */
function isOfCounty({ region, around }: PlaceCandidate): boolean {
  return region.county !== undefined && around !== undefined && countyName(around.name) === countyName(region.county)
}
