import { sourceNames } from '../../catalog/ports/source-name.ts'
import { SOURCE } from '../../kit/answers/answer-head.ts'
import { component, listOf, object, toldApart } from '../../kit/answers/index.ts'
import { beyond, number, optional, type Rule, required, text, unlogged } from '../../kit/params/index.ts'
import { suggest } from '../../places/completion/suggest.ts'
import { ADDRESS_SUGGESTION, addressResult } from '../rendering/rows/address-result.ts'
import { REGION_SUGGESTION } from '../rendering/rows/region-result.ts'
import { surroundingsOf } from '../rendering/surroundings.ts'
import { operation } from './operation.ts'

const NEAR = 'Of what fits alike, places near the point come first.'

const parameters = {
  query: unlogged(required(text(500, '1204 N Lam'), 'Beginning of an address, or of the name of a place.')),
  latitude: beyond(unlogged(optional(number(-90, 90, '30.2672'), `Latitude of a point, in degrees. ${NEAR}`))),
  longitude: beyond(unlogged(optional(number(-180, 180, '-97.7431'), `Longitude of a point, in degrees. ${NEAR}`))),
}

const bothOrNone: Rule<typeof parameters> = {
  doc: 'latitude and longitude go together.',
  check: ({ latitude, longitude }) => {
    if ((latitude === undefined) === (longitude === undefined)) return undefined
    const [given, missing] = latitude === undefined ? ['longitude', 'latitude'] : ['latitude', 'longitude']
    return {
      parameter: missing,
      code: 'param.missing',
      detail: `Missing ${missing}: a point needs it beside ${given}.`,
    }
  },
}

export const autocomplete = operation({
  path: '/autocomplete',
  summary:
    'Completions of what has been typed so far: at most ten addresses and regions, most likely first. One slip of the fingers is forgiven.',
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
  run: async ({ query, latitude, longitude }, context) => {
    const { catalog } = context
    const { regions } = surroundingsOf(context)
    const near = latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }
    const suggestions = await suggest(query, catalog, near)
    const results = await Promise.all(
      suggestions.map(async (suggestion) =>
        suggestion.kind === 'region'
          ? REGION_SUGGESTION.of(suggestion.region)
          : addressResult(suggestion, catalog.records, regions),
      ),
    )
    return { source: sourceNames(catalog.about(), 'home'), results: results.filter((result) => result !== undefined) }
  },
})
