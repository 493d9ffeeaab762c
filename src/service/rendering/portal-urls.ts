import type { Words } from '../../kit/base/words.ts'
import type { Agent } from '../../model/agent.ts'
import type { Building } from '../../model/building.ts'
import type { Experience } from '../../model/experience.ts'
import type { HomeBrief } from '../../model/home-brief.ts'
import type { Offer } from '../../model/offer.ts'
import type { Region } from '../../model/region.ts'
import { wordsOf } from '../../model/search-text.ts'
import { disclosedStreet } from './shown-address.ts'

/**
 * `/homedetails/1204-N-Lamar-Blvd-APT-4-Austin-TX-78703/48749425_zpid/`, without the street if the source forbids
 * showing it.
 */
export function homePath(home: HomeBrief): string {
  const { city, state, zipcode } = home.address
  const slug = slugOf([disclosedStreet(home), city, state, zipcode])
  return `/homedetails/${slug || 'home'}/${home.zpid}_zpid/`
}

export function homeUrl(home: HomeBrief, words: Words): string {
  return words.portalOrigin + homePath(home)
}

/** Returns the path of a building's page, which ends in the building's id. */
export function buildingPath({ lotId, name, address }: Building): string {
  const city = slugOf([address.city, address.state]).toLowerCase()
  return `/apartments/${city || 'us'}/${slugOf([name]).toLowerCase() || 'building'}/${lotId}/`
}

export function profilePath({ username }: Pick<Agent, 'username'>): string {
  return `/profile/${encodeURIComponent(username)}/`
}

/** Returns the path of a region's page: `/austin-tx/`, `/austin-tx-78703/`, `/tarrytown-austin-tx/`. */
export function regionPath({ type, name, city, state }: Region): string {
  const parts = type === 'zipcode' ? [city ?? '', state, name] : [name, city ?? '', state]
  return `/${slugOf(parts).toLowerCase()}/`
}

/** `mieszkanie-54-m2-mokotow-60000012`: the title in ASCII letters, then the id. */
export function offerSlug({ title, offerId }: Offer): string {
  return [...wordsOf(title), offerId].join('-')
}

export function offerUrl(offer: Offer, words: Words): string {
  return `${words.portalOrigin}/offers/${encodeURI(offerSlug(offer))}/`
}

export function experienceUrl({ experienceId }: Experience, words: Words): string {
  return `${words.portalOrigin}/experiences/${encodeURIComponent(experienceId)}/`
}

/** Returns the parts with a dash in place of everything except ASCII letters and digits. */
function slugOf(parts: readonly string[]): string {
  const text = parts.join(' ')
  const plain = /[^ -~]/.test(text) ? text.normalize('NFKD').replace(/\p{M}+/gu, '') : text
  let slug = ''
  let start = 0
  // a loop is several times as fast as a regular expression, and each row of a home has a path
  for (let i = 0; i <= plain.length; i++) {
    if (i < plain.length && isPlainLetterOrDigit(plain.charCodeAt(i))) continue
    if (i > start) slug += (slug === '' ? '' : '-') + plain.slice(start, i)
    start = i + 1
  }
  return slug
}

function isPlainLetterOrDigit(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x30 && unit <= 0x39)
}
