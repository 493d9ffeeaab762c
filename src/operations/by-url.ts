import { homeUrl, optional, required } from '../params/index.ts'
import { FULL_DOCUMENT, fullDocument } from '../rendering/documents/full-document.ts'
import { TRIMMED_DOCUMENT, trimmedDocument } from '../rendering/documents/trimmed-document.ts'
import { anyOf, homeWithZpid } from './identify.ts'
import { operation } from './operation.ts'

const DOC = 'URL of the property that holds its id. Any host is accepted: only the path and the query matter.'
const optionalUrl = { url: optional(homeUrl, DOC) }

export const proByUrl = operation({
  path: '/pro/byurl',
  summary: 'Everything that is known of the property with this URL.',
  group: 'Property look-ups',
  parameters: { url: required(homeUrl, DOC) },
  answer: FULL_DOCUMENT,
  run: async ({ url }, context) =>
    fullDocument(await homeWithZpid(url, context.catalog, { propertyDetails: {} }), context),
})

export const byUrl = operation({
  path: '/byurl',
  summary: 'The main facts of the property with this URL.',
  group: 'Property look-ups',
  parameters: optionalUrl,
  rules: [anyOf(optionalUrl, 'property')],
  answer: TRIMMED_DOCUMENT,
  // Without a URL the rule above has refused the call: 0 is no home's id.
  run: async ({ url = 0 }, context) =>
    trimmedDocument(await homeWithZpid(url, context.catalog, { PropertyAddress: {} }), context),
})
