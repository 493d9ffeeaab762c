import type { HomeFieldName } from './home-fields.ts'

/** Fields about the owner, which exports and `/odata` leave out. */
export const OWNER_FIELDS: readonly HomeFieldName[] = ['OwnerName', 'OwnerAddress', 'OwnerDate']

/** Fields that repeat parts of other fields, or contain agents' keys in a feed. Exports omit them. */
export const RESTATED_HOME_FIELDS: readonly HomeFieldName[] = [
  'StreetNumber',
  'StreetDirPrefix',
  'StreetName',
  'StreetSuffix',
  'StreetDirSuffix',
  'UnparsedAddress',
  'UnitNumber',
  'Country',
  'Currency',
  'LotSizeAcres',
  'BasementYN',
  'AssociationFeeFrequency',
  'AssociationYN',
  'OnMarketDate',
  'ListAgentKey',
  'CoListAgentKey',
  'BuyerAgentKey',
]
