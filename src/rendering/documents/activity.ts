import { each, type FieldsOf, text, whole } from '../../answers/index.ts'
import { daysBetween } from '../../base/clock.ts'
import { PORTAL_KEYS, portalKeys } from '../portal-keys.ts'
import type { Gathered } from './gathered.ts'

export const ACTIVITY = {
  [PORTAL_KEYS.daysOn]: whole('Days since it came on the market; 0 if unknown.'),
  [PORTAL_KEYS.timeOn]: text('The same in words: `706 days`.'),
  ...each(whole('0 if the source does not count.'), 'pageViewCount', 'favoriteCount', 'tourViewCount'),
}

/** Days on the market and how often the home was viewed; 0 if the source does not count. */
export function activity({ home, surroundings: { words, nowMs } }: Gathered): FieldsOf<typeof ACTIVITY> {
  const { listing, interest } = home
  const days = listing?.onMarketMs === undefined ? 0 : daysBetween(listing.onMarketMs, nowMs)
  const { daysOn, timeOn } = portalKeys(words)
  return {
    [daysOn]: days,
    [timeOn]: `${days} ${days === 1 ? 'day' : 'days'}`,
    pageViewCount: interest?.pageViews ?? 0,
    favoriteCount: interest?.favorites ?? 0,
    tourViewCount: interest?.tourViews ?? 0,
  }
}
