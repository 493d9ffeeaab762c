// Made by `npm run client` from the OpenAPI documents: change the declarations in src/, not this file.

export const PORTAL_KEYS: readonly string[] = [
  '{portal}URL',
  'Property{Portal}URL',
  'daysOn{Portal}',
  'timeOn{Portal}',
  'listingDateTimeOn{Portal}',
  'is{Portal}Owned',
  '{portal}OwnedProperty',
  'mortgage{P}HLRates',
]

export const PORTAL_PARAMETERS: readonly string[] = ['daysOn{Portal}']

export const PORTAL_TEXTS: readonly string[] = ['Accepts {Portal} Applications', 'daysOn{Portal}']
