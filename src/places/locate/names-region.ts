import { loadGazetteer } from '../regions/gazetteer.ts'
import type { LocationSource } from './locate.ts'
import { locateRegion } from './locate-region.ts'
import { placeIndexOf } from './place-index.ts'
import { readPlaceText } from './place-text.ts'

/** Whether a text names a region of the catalog, by the same rules as `locate`. Fast for texts without a region. */
export function namesRegion(text: string, source: Pick<LocationSource, 'regions'>): boolean {
  return locateRegion(text, readPlaceText(text), placeIndexOf(source.regions()))?.isFound === true
}

/** Whether a text names a city of the United States, even one without homes in the catalog. */
export function namesCity(text: string): boolean {
  return readPlaceText(text).readings.some(({ name, state }) => name !== '' && loadGazetteer().hasCity(name, state))
}
