import { shortName } from '../../kit/names/short-name.ts'
import type { Region } from '../../model/region.ts'
import { loadGazetteer } from '../regions/gazetteer.ts'
import { COUNTRY_KEY, metroOfRegion, zipcodeRegionKey } from '../regions/region-keys.ts'
import { otherLabels, regionLabel } from '../regions/region-label.ts'
import type { Located } from './located.ts'
import { type PlaceCandidate, placeCandidates } from './place-candidates.ts'
import type { PlaceIndex } from './place-index.ts'
import type { PlaceText } from './place-text.ts'

/**
 * Returns the place that a text names. Undefined if the catalog lacks the place or the ZIP. If the text has both a
 * place and a ZIP, homes must be in both. If the two are in different states, no home matches.
 */
export function locateRegion(query: string, written: PlaceText, index: PlaceIndex): Located | undefined {
  const zip = index.at(zipcodeRegionKey(written.zipcode))
  if (written.zipcode !== '' && zip === undefined) return undefined
  if (written.readings.every(({ name, state }) => name === '' && state === '')) {
    const only = zip ?? (written.isCountry ? index.at(COUNTRY_KEY) : undefined)
    return only && locatedAt(query, { region: only }, [])
  }
  const candidates = placeCandidates(written, index)
  if (zip !== undefined) return locateWithZip(query, written, candidates, zip)
  const [first, ...others] = candidates
  return first && locatedAt(query, first, others)
}

function locatedAt(query: string, { region, around }: PlaceCandidate, others: readonly PlaceCandidate[]): Located {
  return {
    query,
    isFound: true,
    type: region.type,
    name: around === undefined ? regionLabel(region) : nameWithin(region, around),
    all: [region, around].flatMap((part) => (part === undefined ? [] : [part.key])),
    zpids: [],
    ...otherLabels(
      region,
      others.map((other) => other.region),
    ),
  }
}

/** For example `Seattle, King County, WA`. */
function nameWithin({ type, name, city }: Region, around: Region): string {
  return [name, type === 'neighborhood' ? city : undefined, regionLabel(around)]
    .filter((part) => part !== undefined)
    .join(', ')
}

function locateWithZip(
  query: string,
  written: PlaceText,
  candidates: readonly PlaceCandidate[],
  zip: Region,
): Located | undefined {
  const chosen = candidates.toSorted((a, b) => agreement(b.region, zip) - agreement(a.region, zip))[0]
  if (chosen === undefined) return isPostalCity(written) ? locatedAt(query, { region: zip }, []) : undefined
  const place = locatedAt(query, chosen, [])
  const alternatives = [regionLabel(chosen.region), zip.name]
  const agrees = agreement(chosen.region, zip)
  if (agrees === 0) return { ...place, ...NOT_BOTH, alternatives, why: `${whereIs(zip)}, not in ${place.name}.` }
  if (chosen.region.type === 'state') return locatedAt(query, { region: zip }, [])
  const both = { ...place, type: zip.type, name: `${place.name} ${zip.name}`, all: [...place.all, zip.key] }
  const { type, name } = chosen.region
  const isElsewhere = type === 'city' && zip.city !== undefined && shortName(zip.city) !== shortName(name)
  return isElsewhere ? { ...both, alternatives, why: `${whereIs(zip)} for the most part.` } : both
}

const NOT_BOTH = { isFound: false, type: 'zipcode', name: undefined, all: [] } as const

function whereIs({ name, city, state }: Region): string {
  return `ZIP ${name} lies in ${[city, state].filter((part) => part !== undefined).join(', ')}`
}

/**
 * Returns how well a place and a ZIP fit together. 0 means that they contradict each other. A metro may extend into
 * other states.
 */
function agreement(place: Region, zip: Region): number {
  if (place.state !== zip.state) return metroOfRegion(place.key)?.states.includes(zip.state) ? 1 : 0
  const city = place.type === 'city' ? place.name : place.city
  return city !== undefined && zip.city !== undefined && shortName(city) === shortName(zip.city) ? 3 : 2
}

/** Whether the text names the postal city of its ZIP, even if the catalog uses another name for the city. */
function isPostalCity({ zipcode, readings }: PlaceText): boolean {
  const place = loadGazetteer().zip(zipcode)
  if (place === undefined) return false
  const city = shortName(place.city)
  return readings.some(
    ({ name, state, type }) => name === city && type === undefined && (state === '' || state === place.state),
  )
}
