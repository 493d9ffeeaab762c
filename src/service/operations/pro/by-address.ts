import { FULL_DOCUMENT, fullDocument } from '../../rendering/documents/full-document.ts'
import { addressParameters } from '../by-address.ts'
import { HOME_FAILURES, homeAtAddress } from '../identify.ts'
import { operation } from '../operation.ts'

export const proByAddress = operation({
  path: '/pro/byaddress',
  summary: 'Everything known about the property at this address.',
  group: 'Property look-ups',
  parameters: addressParameters,
  failures: HOME_FAILURES,
  answer: FULL_DOCUMENT,
  run: async ({ propertyaddress }, context) =>
    fullDocument(await homeAtAddress(propertyaddress, context.catalog, { propertyDetails: {} }), context),
})
