import { type Clock, DAY_MS, dayNumber, startOfDay } from '../../kit/base/clock.ts'
import type { SearchedNoun } from '../../model/searched.ts'
import type { Catalog } from '../ports/catalog.ts'

/**
 * Returns the clock for queries about a noun. The clock shows the wall clock's day while the data is fresh, and the day
 * of the newest event otherwise: in data that ended long ago, counting back from the wall clock's day (sales of the
 * last year, days on the market, charts) would find nothing. Events in the future are ignored, so that a wrong date has
 * no effect. The clock follows the catalog state that is being served. `setting`: a value of the setting `today`.
 */
export function dataClock(
  catalog: Pick<Catalog, 'about' | 'newestDay'>,
  noun: SearchedNoun,
  wall: Clock,
  setting: string,
): Clock {
  let latest: { readonly dataVersion: string; readonly today: number; readonly newest: number | undefined } | undefined
  return clockOf(setting, wall, (today) => {
    const { dataVersion } = catalog.about()
    if (latest?.today !== today || latest.dataVersion !== dataVersion)
      latest = { dataVersion, today, newest: catalog.newestDay(noun, today) }
    return latest.newest
  })
}

/** Makes the clock of `dataClock`. `newestDay` returns the day of the newest event up to `today`. */
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
