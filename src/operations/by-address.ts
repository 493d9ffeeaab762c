import { required } from '../params/index.ts'
import { TRIMMED_DOCUMENT, trimmedDocument } from '../rendering/documents/trimmed-document.ts'
import { addressText, homeAtAddress } from './identify.ts'
import { operation } from './operation.ts'

/** What both look-ups at an address take. */
export const addressParameters = {
  propertyaddress: required(addressText, 'Address of the property, as people write it; a unit belongs to it.'),
}

export const byAddress = operation({
  path: '/byaddress',
  summary: 'The main facts of the property at this address.',
  group: 'Property look-ups',
  parameters: addressParameters,
  answer: TRIMMED_DOCUMENT,
  run: async ({ propertyaddress }, context) =>
    trimmedDocument(await homeAtAddress(propertyaddress, context.catalog, { PropertyAddress: {} }), context),
})
