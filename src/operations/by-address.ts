import { required } from '../params/index.ts'
import { FULL_DOCUMENT, fullDocument } from '../rendering/documents/full-document.ts'
import { TRIMMED_DOCUMENT, trimmedDocument } from '../rendering/documents/trimmed-document.ts'
import { addressText, homeAtAddress } from './identify.ts'
import { operation } from './operation.ts'

const parameters = {
  propertyaddress: required(addressText, 'Address of the property, as people write it; a unit belongs to it.'),
}

export const proByAddress = operation({
  path: '/pro/byaddress',
  summary: 'Everything that is known of the property at this address.',
  group: 'Property look-ups',
  parameters,
  answer: FULL_DOCUMENT,
  run: async ({ propertyaddress }, context) =>
    fullDocument(await homeAtAddress(propertyaddress, context.catalog, { propertyDetails: {} }), context),
})

export const byAddress = operation({
  path: '/byaddress',
  summary: 'The main facts of the property at this address.',
  group: 'Property look-ups',
  parameters,
  answer: TRIMMED_DOCUMENT,
  run: async ({ propertyaddress }, context) =>
    trimmedDocument(await homeAtAddress(propertyaddress, context.catalog, { PropertyAddress: {} }), context),
})
