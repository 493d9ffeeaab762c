import { type Clock, DAY_MS, dayNumber, startOfDay } from '../base/clock.ts'
import type { SearchedNoun } from '../model/searched.ts'
import type { Catalog } from './catalog.ts'

/**
 * What day it is for those who ask about a noun: the wall clock while its data is fresh, else the day of its newest
 * event. Whatever is counted back from today (sales of the last year, days on the market, charts) would otherwise find
 * nothing in data that ended long ago. An event to come is none yet, so that a slip of a date changes nothing.
 *
 * It follows the state of the catalogue that is served. `setting` is written as the setting `today` accepts it.
 */
export function dataClock(
  catalog: Pick<Catalog, 'about' | 'newestDay'>,
  noun: SearchedNoun,
  wall: Clock,
  setting: string,
): Clock {
  let known: { readonly dataVersion: string; readonly today: number; readonly newest: number | undefined } | undefined
  return clockOf(setting, wall, (today) => {
    const { dataVersion } = catalog.about()
    if (known?.today !== today || known.dataVersion !== dataVersion)
      known = { dataVersion, today, newest: catalog.newestDay(noun, today) }
    return known.newest
  })
}

/** The same where `newestDay` tells the day of the newest event, `today` at the latest. */
export function clockOf(setting: string, wall: Clock, newestDay: (today: number) => number | undefined): Clock {
  if (setting === 'clock') return wall
  const fixedMs = startOfDay(setting)
  if (!Number.isNaN(fixedMs)) return { now: () => fixedMs }
  const freshDays = setting === 'data' ? 0 : Number.parseInt(setting, 10)
  return {
    now: () => {
      const nowMs = wall.now()
      const today = dayNumber(nowMs)
      const newest = newestDay(today) ?? today
      return today - newest <= freshDays ? nowMs : newest * DAY_MS
    },
  }
}
