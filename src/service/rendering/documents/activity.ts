import { nullable, objectFrom, text, whole } from '../../../kit/answers/index.ts'
import { daysBetween } from '../../../kit/base/clock.ts'
import { PORTAL_KEYS } from '../portal-keys.ts'
import type { Gathered } from './gathered.ts'

const COUNT = whole('0 if the source does not count.')

/** Days on the market, and how often the home was viewed. */
export const ACTIVITY = objectFrom<Gathered>()({
  [PORTAL_KEYS.daysOn]: [whole('Days since it came on the market; 0 if unknown.'), daysOnMarket],
  [PORTAL_KEYS.timeOn]: [
    text('Days on the market in words: `706 days`.'),
    (gathered) => daysText(daysOnMarket(gathered)),
  ],
  cumulativeDaysOnMarket: [
    nullable(whole(), 'Days on the market under this and earlier listings, as the source counts them.'),
    ({ home }) => home.listing?.cumulativeDaysOnMarket,
  ],
  pageViewCount: [COUNT, ({ home }) => home.interest?.pageViews ?? 0],
  favoriteCount: [COUNT, ({ home }) => home.interest?.favorites ?? 0],
  tourViewCount: [COUNT, ({ home }) => home.interest?.tourViews ?? 0],
})

function daysOnMarket({ home: { listing }, surroundings: { nowMs } }: Gathered): number {
  return listing?.onMarketMs === undefined ? 0 : daysBetween(listing.onMarketMs, nowMs)
}

export function daysText(days: number): string {
  return `${days} ${days === 1 ? 'day' : 'days'}`
}
