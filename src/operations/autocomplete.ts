import { component, listOf, object, toldApart } from '../answers/index.ts'
import { suggest } from '../completion/suggest.ts'
import { required, text, unlogged } from '../params/index.ts'
import { SOURCE } from '../rendering/answer-head.ts'
import { ADDRESS_SUGGESTION, addressResult } from '../rendering/rows/address-result.ts'
import { REGION_SUGGESTION, regionResult } from '../rendering/rows/region-result.ts'
import { sourceName } from '../rendering/source-name.ts'
import { surroundingsOf } from '../rendering/surroundings.ts'
import { operation } from './operation.ts'

export const autocomplete = operation({
  path: '/autocomplete',
  summary: 'Completions of what has been typed so far: at most ten addresses and regions, most likely first.',
  group: 'Property look-ups',
  parameters: {
    query: unlogged(required(text(500, '1204 N Lam'), 'Beginning of an address, or of the name of a place.')),
  },
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
  run: async ({ query }, context) => {
    const { catalog } = context
    const { regions } = surroundingsOf(context)
    const suggestions = await suggest(query, catalog)
    const results = await Promise.all(
      suggestions.map(async (suggestion) =>
        suggestion.kind === 'region'
          ? regionResult(suggestion.region)
          : addressResult(suggestion, catalog.records, regions),
      ),
    )
    return { source: sourceName(catalog.about()), results: results.filter((result) => result !== undefined) }
  },
})
