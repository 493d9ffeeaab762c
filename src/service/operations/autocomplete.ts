import type { Context } from '../../catalog/ports/context.ts'
import { sourceNames } from '../../catalog/ports/source-name.ts'
import { SOURCE } from '../../kit/answers/answer-head.ts'
import { component, listOf, object, toldApart } from '../../kit/answers/index.ts'
import { beyond, flag, number, optional, type Rule, required, text, unlogged } from '../../kit/params/index.ts'
import type { AddressEntry } from '../../model/address-entry.ts'
import type { Home } from '../../model/home.ts'
import type { Region } from '../../model/region.ts'
import { addressEntry } from '../../places/addresses/address-book.ts'
import { MAX_SUGGESTIONS, type Suggestion, suggest } from '../../places/completion/suggest.ts'
import { regionsMeant } from '../../places/locate/locate.ts'
import { ADDRESS_SUGGESTION, addressResult } from '../rendering/rows/address-result.ts'
import { REGION_SUGGESTION } from '../rendering/rows/region-result.ts'
import { cityLine } from '../rendering/shown-address.ts'
import { surroundingsOf } from '../rendering/surroundings.ts'
import { countiesOf, homesOnParcel } from './homes-on-parcel.ts'
import { operation } from './operation.ts'
import { totalsOf } from './place-totals.ts'

const NEAR = 'Among equally good matches, places near the point come first.'

const parameters = {
  query: unlogged(
    required(text(500, '1204 N Lam'), 'Beginning of an address, or of the name of a place; or a whole parcel number.'),
  ),
  latitude: beyond(unlogged(optional(number(-90, 90, '30.2672'), `Latitude of a point, in degrees. ${NEAR}`))),
  longitude: beyond(unlogged(optional(number(-180, 180, '-97.7431'), `Longitude of a point, in degrees. ${NEAR}`))),
  totals: beyond(optional(flag, 'If true, each place has the number of homes for sale, for rent and sold.')),
}

const bothOrNone: Rule<typeof parameters> = {
  doc: 'Send latitude and longitude together.',
  check: ({ latitude, longitude }) => {
    if ((latitude === undefined) === (longitude === undefined)) return undefined
    const [given, missing] = latitude === undefined ? ['longitude', 'latitude'] : ['latitude', 'longitude']
    return {
      parameter: missing,
      code: 'param.missing',
      detail: `${missing} is missing: send it together with ${given}.`,
    }
  },
}

export const autocomplete = operation({
  path: '/autocomplete',
  summary:
    'At most ten addresses and regions that begin with what has been typed so far, most likely first. A whole parcel number, in any spelling, completes to its homes. Tolerates one typing error. If nothing begins with the text, returns the places that a search would suggest.',
  group: 'Property look-ups',
  parameters,
  answer: component(
    'Suggestions',
    object({
      source: SOURCE,
      results: listOf(
        toldApart('resultType', { Address: ADDRESS_SUGGESTION, Region: REGION_SUGGESTION }),
        'Likeliest first.',
      ),
    }),
  ),
  rules: [bothOrNone],
  run: async ({ query, latitude, longitude, totals }, context) => {
    const { catalog } = context
    const { regions } = surroundingsOf(context)
    const near = latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }
    const [onParcel, completed] = await Promise.all([suggestedByParcel(query, catalog), suggest(query, catalog, near)])
    const likeliest = [...onParcel, ...completed].slice(0, MAX_SUGGESTIONS)
    const suggestions = likeliest.length > 0 ? likeliest : offered(query, catalog)
    const totalsByKey = totals ? await totalsOf(suggestions.flatMap(regionsIn), context) : undefined
    const results = await Promise.all(
      suggestions.map(async (suggestion) =>
        suggestion.kind === 'region'
          ? REGION_SUGGESTION.of({ ...suggestion.region, ...totalsByKey?.get(suggestion.region.key) })
          : addressResult(suggestion, catalog.records, regions),
      ),
    )
    return { source: sourceNames(catalog.about(), 'home'), results: results.filter((result) => result !== undefined) }
  },
})

/** A text with a house number and a street is an address, not a place name. */
const ADDRESS = /^\s*#?\d+\s+\S/

function offered(query: string, catalog: Context['catalog']): readonly Suggestion[] {
  if (ADDRESS.test(query)) return []
  return regionsMeant(query, catalog.regions(), MAX_SUGGESTIONS).map((region) => ({ kind: 'region', region }))
}

/**
 * Minimum number of digits of a parcel number here. House numbers and ZIP codes have fewer, so completing them needs no
 * look-up in every county.
 */
const PARCEL_DIGITS = 6

/** Returns the homes in any county with this complete parcel number. Shows homes without a street by their number. */
async function suggestedByParcel(query: string, catalog: Context['catalog']): Promise<readonly Suggestion[]> {
  const isNumber = query.split(/[-./ ]+/).every((part) => part === '' || /^[a-z]*\d[a-z\d]*$/i.test(part))
  if (!isNumber || query.replaceAll(/\D/g, '').length < PARCEL_DIGITS) return []
  const homes = await homesOnParcel(query, countiesOf(catalog.regions()), catalog)
  return homes.map((home) => ({ kind: 'address', entry: addressEntry(home) ?? parcelEntry(home), byName: false }))
}

function parcelEntry({ zpid, parcelNumber, address }: Home): AddressEntry {
  const display = `Parcel ${parcelNumber}, ${cityLine(address)}`
  const street = { houseNumber: '', street: '', preDirection: '', suffix: '', postDirection: '', unit: '' }
  return { id: zpid, kind: 'home', display, ...street, city: '', state: '', zipcode: '' }
}

function regionsIn(suggestion: Suggestion): readonly Region[] {
  return suggestion.kind === 'region' ? [suggestion.region] : []
}
