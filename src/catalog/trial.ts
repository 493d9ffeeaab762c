import { type CardMaker, DAY_DIGITS } from './cards.ts'

const DAYS = '{"days":'

/** Cards for tests of the catalogue itself: the days on the market, the id and the agent. */
export const trialCards: CardMaker = {
  fingerprint: 'trial',
  card: ({ zpid, listing }, { agent }) => {
    const days = listing?.onMarketMs === undefined ? '"none"' : ' '.repeat(DAY_DIGITS)
    return `${DAYS}${days},"zpid":${zpid},"agent":${JSON.stringify(agent?.name ?? null)}}`
  },
  dayHoles: [DAYS.length],
  buildingPart: ({ lotId }) => JSON.stringify(lotId),
  buildingCard: (part, units) => `{"lotId":${part},"units":${JSON.stringify(units)}}`,
}
