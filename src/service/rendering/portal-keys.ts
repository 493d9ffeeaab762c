import { oncePer } from '../../kit/base/once-per.ts'
import { portalWords, type Words } from '../../kit/base/words.ts'

/** The keys of answers that contain the service's word, with a placeholder for it: `daysOn{Portal}`. */
export const PORTAL_KEYS = {
  url: '{portal}URL',
  propertyUrl: 'Property{Portal}URL',
  daysOn: 'daysOn{Portal}',
  timeOn: 'timeOn{Portal}',
  listedOn: 'listingDateTimeOn{Portal}',
  isOwned: 'is{Portal}Owned',
  owned: '{portal}OwnedProperty',
  /** With the initial of the service's word, and HL for home loans. */
  loanRates: 'mortgage{P}HLRates',
} as const

export type PortalKeys = typeof PORTAL_KEYS

/**
 * Replaces the placeholder in the keys with the service's word. The types keep the placeholder, because answers are
 * checked against the declaration.
 */
export const portalKeys = oncePer((words: Words): PortalKeys => {
  const put = portalWords(words)
  const keys = Object.fromEntries(Object.entries(PORTAL_KEYS).map(([name, key]) => [name, put(key)]))
  return Object.freeze(keys) as PortalKeys // the type has the placeholder where the string has the service's word
})
