import { homeUrl, optional, unlogged } from '../../kit/params/index.ts'
import { TRIMMED_DOCUMENT, trimmedDocument } from '../rendering/documents/trimmed-document.ts'
import { anyOf, outlineWithZpid } from './identify.ts'
import { operation } from './operation.ts'

export const URL_DOC =
  'URL of the property, with its id in it. Any host is accepted: only the path and the query matter.'
const optionalUrl = { url: unlogged(optional(homeUrl, URL_DOC)) }

export const byUrl = operation({
  path: '/byurl',
  summary: 'The main facts of the property with this URL.',
  group: 'Property look-ups',
  parameters: optionalUrl,
  rules: anyOf(optionalUrl, 'property'),
  failures: ['home.unknown'],
  answer: TRIMMED_DOCUMENT,
  // The rule above refuses a call without a URL; no home has the id 0.
  run: async ({ url = 0 }, context) =>
    trimmedDocument(await outlineWithZpid(url, context.catalog.records, { PropertyAddress: {} }), context),
})
