import { loadGazetteer } from '../regions/gazetteer.ts'
import type { LocationSource } from './locate.ts'
import { locateRegion } from './locate-region.ts'
import { placeIndexOf } from './place-index.ts'
import { readPlaceText } from './place-text.ts'

/**
 * Returns whether a text names a region of the catalog, with the same rules as `locate`. Returns quickly if it does
 * not.
 */
export function namesRegion(text: string, source: Pick<LocationSource, 'regions'>): boolean {
  return locateRegion(text, readPlaceText(text), placeIndexOf(source.regions()))?.isFound === true
}

/** Returns whether a text names a city of the United States. The catalog need not have homes there. */
export function namesCity(text: string): boolean {
  return readPlaceText(text).readings.some(({ name, state }) => name !== '' && loadGazetteer().hasCity(name, state))
}
