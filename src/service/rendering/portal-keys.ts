import { oncePer } from '../../kit/base/once-per.ts'
import { portalWords, type Words } from '../../kit/base/words.ts'

/** The answer keys that contain the portal word, as declared. */
export const PORTAL_KEYS = {
  url: '{portal}URL',
  propertyUrl: 'Property{Portal}URL',
  daysOn: 'daysOn{Portal}',
  timeOn: 'timeOn{Portal}',
  listedOn: 'listingDateTimeOn{Portal}',
  isOwned: 'is{Portal}Owned',
  owned: '{portal}OwnedProperty',
  /** The portal's initial, and HL for home loans. */
  loanRates: 'mortgage{P}HLRates',
} as const

export type PortalKeys = typeof PORTAL_KEYS

/**
 * Puts a server's portal word into the keys. Their types keep the declared names, because answers are checked against
 * these.
 */
export const portalKeys = oncePer((words: Words): PortalKeys => {
  const put = portalWords(words)
  const keys = Object.fromEntries(Object.entries(PORTAL_KEYS).map(([name, key]) => [name, put(key)]))
  return Object.freeze(keys) as PortalKeys // texts with the portal word, under their declared types
})
