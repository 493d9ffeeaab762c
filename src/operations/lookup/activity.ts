import { daysBetween } from '../../base/clock.ts'
import type { Gathered } from './gathered.ts'

/** How long the home has been shown and how often it was looked at; 0 where the source does not count. */
export function activity({ home, surroundings: { words, nowMs } }: Gathered) {
  const { listing, interest } = home
  const days = listing?.onMarketMs === undefined ? 0 : daysBetween(listing.onMarketMs, nowMs)
  return {
    [`daysOn${words.Portal}`]: days,
    [`timeOn${words.Portal}`]: `${days} ${days === 1 ? 'day' : 'days'}`,
    pageViewCount: interest?.pageViews ?? 0,
    favoriteCount: interest?.favorites ?? 0,
    tourViewCount: interest?.tourViews ?? 0,
  }
}
