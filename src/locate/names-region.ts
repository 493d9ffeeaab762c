import type { LocationSource } from './locate.ts'
import { locateRegion } from './locate-region.ts'
import { placeIndexOf } from './place-index.ts'
import { readPlaceText } from './place-text.ts'

/** Whether a text names a region of the catalogue, as `locate` reads it; costs little where it names none. */
export function namesRegion(text: string, source: Pick<LocationSource, 'regions'>): boolean {
  return locateRegion(text, readPlaceText(text), placeIndexOf(source.regions()))?.found === true
}
