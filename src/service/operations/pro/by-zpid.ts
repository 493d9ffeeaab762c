import { required, zpidBeside } from '../../../kit/params/index.ts'
import { FULL_DOCUMENT, fullDocument } from '../../rendering/documents/full-document.ts'
import { ZPID_DOC } from '../by-zpid.ts'
import { homeWithZpid } from '../identify.ts'
import { operation } from '../operation.ts'

export const proByZpid = operation({
  path: '/pro/byzpid',
  summary: 'Everything known about the property with this id.',
  group: 'Property look-ups',
  parameters: {
    zpid: required(zpidBeside({ url: '/pro/byurl?url=…', address: '/pro/byaddress?propertyaddress=…' }), ZPID_DOC),
  },
  failures: ['home.unknown'],
  answer: FULL_DOCUMENT,
  run: async ({ zpid }, context) =>
    fullDocument(await homeWithZpid(zpid, context.catalog.records, { propertyDetails: {} }), context),
})
