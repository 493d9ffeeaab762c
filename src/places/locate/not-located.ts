import type { RegionType } from '../../model/region.ts'
import { parseAddress } from '../addresses/address.ts'
import { zipcodeRegionKey } from '../regions/region-keys.ts'
import { MAX_ALTERNATIVES, otherLabels } from '../regions/region-label.ts'
import { stateOfCode } from '../regions/states.ts'
import { placesListed } from './listed-places.ts'
import type { Located } from './located.ts'
import { nearPlaces } from './near-places.ts'
import { missingState } from './place-candidates.ts'
import type { PlaceIndex } from './place-index.ts'
import type { PlaceText } from './place-text.ts'
import { realCity } from './real-city.ts'

const NOTHING = { isFound: false, name: undefined, all: [], zpids: [] } as const

export function tooLong(query: string): Located {
  return {
    ...NOTHING,
    query,
    type: undefined,
    alternatives: [],
    why: 'The location is too long to be the name of a place.',
  }
}

/** The result for a text that matches no place and no address: the reason, and similar places. */
export function whyNotLocated(query: string, written: PlaceText, index: PlaceIndex): Located {
  const listed = placesListed(query)
  if (listed.length > 1) {
    const why = `"${query}" names ${listed.length} places: send one of the candidates.`
    return { ...NOTHING, query, type: undefined, why, alternatives: listed.slice(0, MAX_ALTERNATIVES) }
  }
  const near = nearPlaces(written, index, MAX_ALTERNATIVES)
  return { ...NOTHING, query, ...reason(query, written, index), ...otherLabels(undefined, near) }
}

function reason(
  query: string,
  written: PlaceText,
  index: PlaceIndex,
): { readonly type: RegionType | 'address' | undefined; readonly why: string } {
  const { houseNumber, street } = parseAddress(query)
  if (houseNumber !== '' && street !== '') {
    return { type: 'address', why: `No home in this catalog has the address "${query}".` }
  }
  if (written.zipcode !== '' && index.at(zipcodeRegionKey(written.zipcode)) === undefined) {
    return { type: 'zipcode', why: `ZIP ${written.zipcode} has no homes in this catalog.` }
  }
  const state = stateOfCode(missingState(written, index))
  if (state !== undefined) return { type: 'state', why: `${state.name} has no homes in this catalog.` }
  const city = realCity(written)
  if (city !== undefined) return { type: 'city', why: `${city} has no homes in this catalog.` }
  return { type: undefined, why: `No place in this catalog is called "${query}".` }
}
