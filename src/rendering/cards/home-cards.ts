import type { Words } from '../../base/words.ts'
import type { CardMaker } from '../../catalog/cards.ts'
import { buildingPart, unitsPart } from './building-card.ts'
import { DatedHead } from './dated-head.ts'
import { listingPart, listingSubType, PropertyWriter } from './render-card.ts'

/** The cards of homes and buildings. */
export function homeCards(
  words: Words,
): Pick<CardMaker, 'card' | 'datedBytes' | 'date' | 'buildingPart' | 'unitsPart'> {
  const head = new DatedHead(words)
  const property = new PropertyWriter(words)
  return {
    // Joined rather than concatenated: V8 flattens a concatenation later, which takes three times as long.
    card: (home, people) =>
      [
        head.write(home, listingSubType(home)),
        ',',
        listingPart(home),
        property.write(home, people),
        '},"resultType":"property"}',
      ].join(''),
    datedBytes: (card) => head.datedBytes(card),
    date: (answer, at, today) => head.date(answer, at, today),
    buildingPart: (building) => buildingPart(building, words),
    unitsPart,
  }
}
