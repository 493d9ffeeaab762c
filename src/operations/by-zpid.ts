import { required, zpidBeside } from '../params/index.ts'
import { FULL_DOCUMENT, fullDocument } from '../rendering/documents/full-document.ts'
import { TRIMMED_DOCUMENT, trimmedDocument } from '../rendering/documents/trimmed-document.ts'
import { homeWithZpid } from './identify.ts'
import { operation } from './operation.ts'

const DOC = 'Property id, as searches and look-ups give it.'

export const proByZpid = operation({
  path: '/pro/byzpid',
  summary: 'Everything that is known of the property with this id.',
  group: 'Property look-ups',
  parameters: {
    zpid: required(zpidBeside({ url: '/pro/byurl?url=…', address: '/pro/byaddress?propertyaddress=…' }), DOC),
  },
  answer: FULL_DOCUMENT,
  run: async ({ zpid }, context) =>
    fullDocument(await homeWithZpid(zpid, context.catalog, { propertyDetails: {} }), context),
})

export const byZpid = operation({
  path: '/byzpid',
  summary: 'The main facts of the property with this id.',
  group: 'Property look-ups',
  parameters: { zpid: required(zpidBeside({ url: '/byurl?url=…', address: '/byaddress?propertyaddress=…' }), DOC) },
  answer: TRIMMED_DOCUMENT,
  run: async ({ zpid }, context) =>
    trimmedDocument(await homeWithZpid(zpid, context.catalog, { PropertyAddress: {} }), context),
})
