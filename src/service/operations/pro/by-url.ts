import { homeUrl, required, unlogged } from '../../../kit/params/index.ts'
import { FULL_DOCUMENT, fullDocument } from '../../rendering/documents/full-document.ts'
import { URL_DOC } from '../by-url.ts'
import { homeWithZpid } from '../identify.ts'
import { operation } from '../operation.ts'

export const proByUrl = operation({
  path: '/pro/byurl',
  summary: 'Everything known about the property with this URL.',
  group: 'Property look-ups',
  parameters: { url: unlogged(required(homeUrl, URL_DOC)) },
  failures: ['home.unknown'],
  answer: FULL_DOCUMENT,
  run: async ({ url }, context) =>
    fullDocument(await homeWithZpid(url, context.catalog.records, { propertyDetails: {} }), context),
})
