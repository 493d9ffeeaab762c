import { hash } from 'node:crypto'
import type { CardMaker } from '../../catalog/cards.ts'
import type { Words } from '../operation.ts'
import { buildingPart, unitsPart } from './building-card.ts'
import { DatedHead } from './dated-head.ts'
import { homeProperty, listingPart, listingSubType } from './render-card.ts'

/** To be raised whenever a card comes out otherwise for the same home. */
const VERSION = 1

/** The cards of search results in the words of this server. */
export function cardMaker(words: Words): CardMaker {
  const head = new DatedHead(words.Portal)
  return Object.freeze<CardMaker>({
    fingerprint: cardsFingerprint(words),
    recipe: { module: import.meta.url, made: 'cardMaker', argument: words },
    card: (home, people) => {
      const subType = JSON.stringify(listingSubType(home)).slice(1, -1)
      const listing = JSON.stringify(listingPart(home)).slice(1)
      const property = JSON.stringify(homeProperty(home, people, words)).slice(1)
      return `${head.write(home, subType)},${listing},${property},"resultType":"property"}`
    },
    date: (answer, at, today) => head.date(answer, at, today),
    buildingPart: (building) => buildingPart(building, words),
    unitsPart,
  })
}

const fingerprints = new WeakMap<Words, string>()

/** Stands for everything that cards follow beside their homes. */
export function cardsFingerprint(words: Words): string {
  const known = fingerprints.get(words)
  if (known !== undefined) return known
  const { Portal, portal, portalOrigin, mediaOrigin } = words
  const made = hash('sha1', JSON.stringify([VERSION, Portal, portal, portalOrigin, mediaOrigin]), 'base64url')
  fingerprints.set(words, made)
  return made
}
