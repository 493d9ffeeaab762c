import type { CardMaker } from '../../catalog/ports/cards.ts'
import { moduleFile } from '../../kit/base/program.ts'
import type { Words } from '../../kit/base/words.ts'
import { EXPERIENCE_CARDS } from './cards/experience-card.ts'
import { homeCards } from './cards/home-cards.ts'
import { OFFER_CARDS } from './cards/offer-card.ts'

/**
 * Increase when the stored JSON of a search result changes for the same record; test/catalog/versions.test.ts fails
 * until then.
 * @internal For tests.
 */
export const CARDS_VERSION = 17

/** Fingerprint of the search results that this version writes. */
export const CARDS_FINGERPRINT = '17 mWAoL8AKccDJx041g1dqXF'

/** Returns functions that write the stored JSON of search results, with the service's words such as `daysOnPortal`. */
export function cardMaker(words: Words): CardMaker {
  return Object.freeze<CardMaker>({
    fingerprint: CARDS_FINGERPRINT,
    words,
    recipe: { module: moduleFile('service/rendering/card-maker').href, factory: 'cardMaker', argument: words },
    ...homeCards(words),
    offer: OFFER_CARDS,
    experience: EXPERIENCE_CARDS,
  })
}
