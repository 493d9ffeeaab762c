import { oncePer } from '../../kit/base/once-per.ts'
import { portalWords, type Words } from '../../kit/base/words.ts'

/** The keys of answers that contain the portal word (as in `daysOnPortal`), with a placeholder for it. */
export const PORTAL_KEYS = {
  url: '{portal}URL',
  propertyUrl: 'Property{Portal}URL',
  daysOn: 'daysOn{Portal}',
  timeOn: 'timeOn{Portal}',
  listedOn: 'listingDateTimeOn{Portal}',
  isOwned: 'is{Portal}Owned',
  owned: '{portal}OwnedProperty',
  /** With the portal's initial, and HL for home loans. */
  loanRates: 'mortgage{P}HLRates',
} as const

export type PortalKeys = typeof PORTAL_KEYS

/**
 * Replaces the placeholder in the keys with a server's portal word (as in `daysOnPortal`). The types keep the
 * placeholder, because answers are checked against the declaration.
 */
export const portalKeys = oncePer((words: Words): PortalKeys => {
  const put = portalWords(words)
  const keys = Object.fromEntries(Object.entries(PORTAL_KEYS).map(([name, key]) => [name, put(key)]))
  return Object.freeze(keys) as PortalKeys // the type has the placeholder where the text has the portal word
})
