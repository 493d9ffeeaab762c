import { required, unlogged } from '../../kit/params/index.ts'
import { TRIMMED_DOCUMENT, trimmedDocument } from '../rendering/documents/trimmed-document.ts'
import { addressText, HOME_FAILURES, outlineAtAddress } from './identify.ts'
import { operation } from './operation.ts'

/** Parameters of both look-ups by address. */
export const addressParameters = {
  propertyaddress: unlogged(
    required(addressText, 'Address of the property as people write it, with its unit if it has one.'),
  ),
}

export const byAddress = operation({
  path: '/byaddress',
  summary: 'The main facts of the property at this address.',
  group: 'Property look-ups',
  parameters: addressParameters,
  failures: HOME_FAILURES,
  answer: TRIMMED_DOCUMENT,
  run: async ({ propertyaddress }, context) =>
    trimmedDocument(await outlineAtAddress(propertyaddress, context.catalog, { PropertyAddress: {} }), context),
})
