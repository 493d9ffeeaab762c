import { homeUrl, optional } from '../params/index.ts'
import { TRIMMED_DOCUMENT, trimmedDocument } from '../rendering/documents/trimmed-document.ts'
import { anyOf, homeWithZpid } from './identify.ts'
import { operation } from './operation.ts'

export const URL_DOC =
  'URL of the property that holds its id. Any host is accepted: only the path and the query matter.'
const optionalUrl = { url: optional(homeUrl, URL_DOC) }

export const byUrl = operation({
  path: '/byurl',
  summary: 'The main facts of the property with this URL.',
  group: 'Property look-ups',
  parameters: optionalUrl,
  rules: [anyOf(optionalUrl, 'property')],
  answer: TRIMMED_DOCUMENT,
  // Without a URL the rule above has refused the call: 0 is no home's id.
  run: async ({ url = 0 }, context) =>
    trimmedDocument(await homeWithZpid(url, context.catalog.records, { PropertyAddress: {} }), context),
})
