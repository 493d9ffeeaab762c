import type { Home } from './home.ts'

const ACCENTS = /\p{M}+/gu
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u

/** Words as searches compare them: lower case, without accents, parted by everything that is no letter or digit. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(ACCENTS, '').toLowerCase()
  return plain.split(BETWEEN_WORDS).filter((word) => word !== '')
}

/** Everything about a home that keywords are looked for in, part by part: a phrase never runs from one into the next. */
export function searchTexts(home: Home): string[] {
  const { address, facts, listing } = home
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
  ]
  const shownStreet = address.undisclosed ? [] : [address.streetAddress]
  const place = [
    ...shownStreet,
    address.neighborhood,
    address.subdivision,
    address.city,
    address.state,
    address.zipcode,
  ]
  return [
    listing?.description,
    listing?.mlsId,
    facts.architecturalStyle,
    ...place,
    ...lists.flatMap((list) => list ?? []),
  ].flatMap((part) => part || [])
}
