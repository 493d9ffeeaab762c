import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { RecordLookup } from '../../catalog/ports/record-lookup.ts'
import {
  type AnswerOf,
  always,
  component,
  listOf,
  object,
  optional,
  text as textValue,
  whole,
} from '../../kit/answers/index.ts'
import { type FailureCode, Fault } from '../../kit/base/failure.ts'
import { quote, text } from '../../kit/params/index.ts'
import type { Region } from '../../model/region.ts'
import { placesListed } from '../../places/locate/listed-places.ts'
import { type Located, locate } from '../../places/locate/locate.ts'
import { placeIndexOf } from '../../places/locate/place-index.ts'
import { regionLabel } from '../../places/regions/region-label.ts'
import { publishedMetros, publishedRegions } from '../../worth/market/published-region.ts'
import { shownLocation } from '../rendering/shown-location.ts'
import type { EmptyContainer } from './identify.ts'

/** Shape of a parameter that names a place. */
export const placeText = text(200, 'Austin, TX')

export const REGION_FAILURES: readonly FailureCode[] = ['place.unknown', 'place.ambiguous']

export const RESOLVED_PLACE = component(
  'ResolvedRegion',
  object({
    query: textValue('The text as sent.'),
    type: textValue('Type of place that was found.'),
    name: textValue(),
    found: always(true),
    alternatives: listOf(textValue(), 'Names of other places that may be meant.'),
    alternativeCount: optional(whole('Total number of alternatives, if alternatives lists only the ten likeliest.')),
    why: optional(textValue()),
  }),
)

/**
 * The region that a text names, and how the text was understood. A name without a type means a city rather than a
 * neighborhood, a county or a metro. Among places of one type, the place with the most listings is meant.
 */
export interface ResolvedRegion {
  readonly region: Region
  readonly location: AnswerOf<typeof RESOLVED_PLACE>
}

/** Finds the region. Throws `place.unknown` if the catalog lacks it. Suggests similar places, but never uses them. */
export async function resolveRegion(
  query: string,
  catalog: Catalog,
  container: EmptyContainer,
): Promise<ResolvedRegion> {
  const located = await locate(query, catalog)
  const region = smallestOf(located, catalog.regions())
  const listed = placesListed(query)
  if (region === undefined && listed.length > 1) throw ambiguousPlace(query, listed, container)
  if (region === undefined) return publishedRegion(query, located, catalog.records, container)
  const { type = region.type, name = region.name } = located
  return { region, location: { ...shownLocation(located), type, name, found: true } }
}

/** Finds a place with published figures but without homes. Throws if several such places share the name. */
async function publishedRegion(
  query: string,
  located: Located,
  records: RecordLookup,
  container: EmptyContainer,
): Promise<ResolvedRegion> {
  const regions = located.zpids.length > 0 ? [] : await publishedRegions(query, records)
  const [region, ...others] = regions
  if (region === undefined) {
    const metros = located.zpids.length > 0 ? [] : await publishedMetros(query, records)
    const alternatives = [...located.alternatives, ...metros.map(regionLabel)]
    throw unknownPlace(query, { ...located, alternatives }, container)
  }
  if (others.length > 0) throw ambiguousPlace(query, regions.map(regionLabel), container)
  const [name, why] = [regionLabel(region), `${regionLabel(region)} has no homes in this catalog.`]
  return { region, location: { query: located.query, type: region.type, name, found: true, alternatives: [], why } }
}

function ambiguousPlace(query: string, names: readonly string[], container: EmptyContainer): Fault {
  return new Fault('place.ambiguous', `${quote(query)} fits ${names.length} places: send one of the candidates.`, {
    candidates: names.map((name) => ({ name })),
    container,
  })
}

/** Returns the smallest of the named regions, such as a ZIP code in its city, or a city in its county. */
function smallestOf({ all, type }: Located, known: readonly Region[]): Region | undefined {
  const index = placeIndexOf(known)
  const regions = all.map((key) => index.at(key)).filter((region) => region !== undefined)
  return regions.find((region) => region.type === type) ?? regions.at(-1)
}

function unknownPlace(query: string, { zpids, why, alternatives }: Located, container: EmptyContainer): Fault {
  const [nearest] = alternatives
  const reason =
    zpids.length > 0
      ? `${quote(query)} is the address of a home: send a neighborhood, ZIP code, city, county, metro, state or the country.`
      : (why ?? `No place in this catalog is called ${quote(query)}.`)
  const hint = nearest === undefined ? '' : ` The nearest is ${nearest}.`
  return new Fault('place.unknown', `404: ${reason}${hint}`, {
    container,
    ...(nearest !== undefined && { nearest, candidates: alternatives.map((name) => ({ name })) }),
  })
}
