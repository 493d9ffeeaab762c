import { hash } from 'node:crypto'
import type { CardMaker } from '../../catalog/ports/cards.ts'
import type { Words } from '../../kit/base/words.ts'
import { experienceCards } from './cards/experience-card.ts'
import { homeCards } from './cards/home-cards.ts'
import { offerCards } from './cards/offer-card.ts'

/** Bump it when a card changes for the same record: test/catalog/versions.test.ts says when. */
export const CARDS_VERSION = 6

/**
 * Fingerprint of the cards that this version makes.
 * @internal For tests.
 */
export const CARDS_FINGERPRINT = '6 muw0LGSbpKvBOJ1dEMEUb6'

/** Makes the cards of search results, with this server's words. */
export function cardMaker(words: Words): CardMaker {
  return Object.freeze<CardMaker>({
    fingerprint: cardsFingerprint(words),
    mediaOrigin: words.mediaOrigin,
    recipe: { module: import.meta.url, factory: 'cardMaker', argument: words },
    ...homeCards(words),
    offer: offerCards(words),
    experience: experienceCards(words),
  })
}

const fingerprints = new WeakMap<Words, string>()

/** Fingerprint of everything that cards depend on besides their records and the origin of pictures. */
export function cardsFingerprint(words: Words): string {
  const kept = fingerprints.get(words)
  if (kept !== undefined) return kept
  const { Portal, portal, portalOrigin } = words
  const made = hash('sha1', JSON.stringify([CARDS_VERSION, Portal, portal, portalOrigin]), 'base64url')
  fingerprints.set(words, made)
  return made
}
