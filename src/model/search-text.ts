import type { Home } from './home.ts'

const NOT_ASCII = /[^\0-\x7f]/
/** Letters that Unicode normalization does not turn into a plain letter. */
const PLAIN: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ß: 'ss', æ: 'ae', œ: 'oe' }
const NOT_DECOMPOSED = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g')

/**
 * Splits a text into words for search: lower case, without accents, letters and digits only. Apostrophes are dropped:
 * `Owner’s` becomes `owners`.
 */
export function wordsOf(text: string): string[] {
  const lower = text.toLowerCase()
  const parted = NOT_ASCII.test(lower) ? plain(lower) : lower.replaceAll("'", '').split(/[^a-z0-9]+/)
  return parted.filter((word) => word !== '')
}

function plain(lower: string): string[] {
  return lower
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’ʼ]/gu, '')
    .replace(NOT_DECOMPOSED, (letter) => PLAIN[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
}

/** Returns the strings of a home that keyword searches cover. Phrases never match across two strings. */
export function searchTexts({ address, facts, listing }: Home): string[] {
  const parts = [
    listing?.description,
    listing?.whatILove,
    listing?.mlsId,
    facts.architecturalStyle,
    facts.roof,
    address.undisclosed ? undefined : address.streetAddress,
    address.neighborhood,
    address.community,
    address.subdivision,
    address.city,
    address.state,
    address.zipcode,
  ]
  const lists = [
    facts.appliances,
    facts.interiorFeatures,
    facts.exteriorFeatures,
    facts.lotFeatures,
    facts.communityFeatures,
    facts.laundryFeatures,
    facts.parkingFeatures,
    facts.flooring,
    facts.heating,
    facts.cooling,
    facts.constructionMaterials,
    facts.foundation,
    facts.sewer,
    facts.waterSource,
    facts.utilities,
    ...(facts.rooms ?? []).map(({ roomFeatures }) => roomFeatures),
  ]
  const texts: string[] = []
  for (const part of parts) if (part) texts.push(part)
  for (const list of lists) {
    if (list === undefined) continue
    for (const entry of list) if (entry) texts.push(entry)
  }
  return texts
}
