import { type PortalWords, portalWords, type Words } from '../base/words.ts'

/** The keys of answers that have the portal's word in them, as they are declared. */
export const PORTAL_KEYS = {
  url: '{portal}URL',
  propertyUrl: 'Property{Portal}URL',
  daysOn: 'daysOn{Portal}',
  timeOn: 'timeOn{Portal}',
  listedOn: 'listingDateTimeOn{Portal}',
  isOwned: 'is{Portal}Owned',
  owned: '{portal}OwnedProperty',
  /** The portal's initial and HL, for home loans. */
  loanRates: 'mortgage{P}HLRates',
} as const

export type PortalKeys = typeof PORTAL_KEYS

const worded = new WeakMap<PortalWords, PortalKeys>()

/**
 * The same keys as a server writes them. Their types keep the declared names, so that answers are held against those.
 */
export function portalKeys(words: Words): PortalKeys {
  const known = worded.get(words)
  if (known !== undefined) return known
  const put = portalWords(words)
  const keys = Object.fromEntries(Object.entries(PORTAL_KEYS).map(([name, key]) => [name, put(key)]))
  const made = Object.freeze(keys) as PortalKeys // worded texts under declared types: see above
  worded.set(words, made)
  return made
}
