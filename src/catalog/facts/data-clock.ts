import { type Clock, DAY_MS, dayNumber, startOfDay } from '../../kit/base/clock.ts'
import type { SearchedNoun } from '../../model/searched.ts'
import type { Catalog } from '../ports/catalog.ts'

/**
 * Returns the clock for queries about a noun. It shows the current time while the data is fresh, and otherwise the day
 * of the newest event. In data that ended long ago, "sales of the last year" would otherwise find nothing. Ignores
 * events in the future, which have a wrong date. Follows the catalog state that is being served.
 * @param setting A value of the setting `today`.
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

/** Like `dataClock`, for any source of the newest event's day. `newestDay` returns that day, at most `today`. */
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
