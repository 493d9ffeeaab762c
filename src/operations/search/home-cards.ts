import type { CardMaker } from '../../catalog/cards.ts'
import type { Words } from '../operation.ts'
import { buildingPart, unitsPart } from './building-card.ts'
import { DatedHead } from './dated-head.ts'
import { homeProperty, listingPart, listingSubType } from './render-card.ts'

/** The cards of homes and buildings. */
export function homeCards(words: Words): Pick<CardMaker, 'card' | 'date' | 'buildingPart' | 'unitsPart'> {
  const head = new DatedHead(words.Portal)
  return {
    card: (home, people) => {
      const subType = JSON.stringify(listingSubType(home)).slice(1, -1)
      const listing = JSON.stringify(listingPart(home)).slice(1)
      const property = JSON.stringify(homeProperty(home, people, words)).slice(1)
      return `${head.write(home, subType)},${listing},${property},"resultType":"property"}`
    },
    date: (answer, at, today) => head.date(answer, at, today),
    buildingPart: (building) => buildingPart(building, words),
    unitsPart,
  }
}
