import type { CardMaker } from '../../src/catalog/ports/cards.ts'
import { dayNumber } from '../../src/kit/base/clock.ts'

/** Width of a number of days, or of a day number. */
const DIGITS = 6
const DAYS_AT = '{"listed":'.length
const DIGIT = /\d/

/** Minimal cards for tests of the catalogue: days on the market, id and agent. */
export const trialCards: CardMaker = makeTrialCards()

/** Makes cards with other words or another picture origin. */
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
      const day = listing?.onMarketMs === undefined ? 'null' : String(dayNumber(listing.onMarketMs))
      return `{"listed":${day.padStart(DIGITS)},"zpid":${zpid},"agent":${JSON.stringify(agent?.name ?? null)}}`
    },
    date: (answer, at, today) => {
      const placeholder = Buffer.from(answer.buffer, answer.byteOffset + at + DAYS_AT, DIGITS)
      const listed = placeholder.toString()
      if (DIGIT.test(listed)) placeholder.write(String(Math.max(0, today - Number(listed))).padStart(DIGITS))
    },
    buildingPart: ({ lotId }) => `{"lotId":${JSON.stringify(lotId)}`,
    unitsPart: (units) => `,"units":${JSON.stringify(units)}}`,
    offer: { card: ({ offerId }) => `{"id":${offerId}}`, date: () => {} },
    experience: {
      card: ({ experienceId, slots }) =>
        `{"day":${' '.repeat(DIGITS)}0,"id":${JSON.stringify(experienceId)},"slots":${slots.length}}`,
      date: (answer, at, today) => {
        Buffer.from(answer.buffer, answer.byteOffset + at + '{"day":'.length, DIGITS + 1).write(
          String(today).padStart(DIGITS + 1),
        )
      },
    },
  }
}
