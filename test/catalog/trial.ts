import { type CardMaker, FACTS_END } from '../../src/catalog/ports/cards.ts'
import { dayNumber } from '../../src/kit/base/clock.ts'

/** Makes short search results for tests of the catalog: days on the market, id and agent. */
export const trialCards: CardMaker = makeTrialCards()

/** Options for making search results: a word that changes their fingerprint, and the origin of their pictures. */
export interface TrialWords {
  readonly word?: string
  readonly mediaOrigin?: string
}

export function makeTrialCards(words: TrialWords = {}): CardMaker {
  const { word = 'trial', mediaOrigin = 'https://media.example' } = words
  return {
    fingerprint: word,
    words: { Portal: 'Portal', portal: 'portal', portalOrigin: 'https://portal.example', mediaOrigin },
    recipe: { module: import.meta.url, factory: 'makeTrialCards', argument: words },
    card: ({ zpid, listing }, { agent }) => {
      const day = listing?.onMarketMs === undefined ? '' : dayNumber(listing.onMarketMs)
      return `${day}${FACTS_END},"zpid":${zpid},"agent":${JSON.stringify(agent?.name ?? null)}}`
    },
    head: (day, today) => `{"listed":${day === '' ? null : Math.max(0, today - Number(day))}`,
    buildingPart: ({ lotId }) => `{"lotId":${JSON.stringify(lotId)}`,
    unitsPart: (units) => `,"units":${JSON.stringify(units)}}`,
    offer: { card: ({ offerId }) => `${FACTS_END}{"id":${offerId}}`, head: () => '' },
    experience: {
      card: ({ experienceId, slots }) => `${FACTS_END},"id":${JSON.stringify(experienceId)},"slots":${slots.length}}`,
      head: (_, today) => `{"day":${today}`,
    },
  }
}
