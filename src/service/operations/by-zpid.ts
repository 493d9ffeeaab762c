import { required, zpidBeside } from '../../kit/params/index.ts'
import { TRIMMED_DOCUMENT, trimmedDocument } from '../rendering/documents/trimmed-document.ts'
import { outlineWithZpid } from './identify.ts'
import { operation } from './operation.ts'

export const ZPID_DOC = 'Property id, as searches and look-ups return it.'

export const byZpid = operation({
  path: '/byzpid',
  summary: 'The main facts of the property with this id.',
  group: 'Property look-ups',
  parameters: {
    zpid: required(zpidBeside({ url: '/byurl?url=…', address: '/byaddress?propertyaddress=…' }), ZPID_DOC),
  },
  failures: ['home.unknown'],
  answer: TRIMMED_DOCUMENT,
  run: async ({ zpid }, context) =>
    trimmedDocument(await outlineWithZpid(zpid, context.catalog.records, { PropertyAddress: {} }), context),
})
