import { type Clock, DAY_MS, dayNumber, startOfDay } from '../../kit/base/clock.ts'
import type { SearchedNoun } from '../../model/searched.ts'
import type { Catalog } from '../ports/catalog.ts'

/**
 * Returns the clock for queries about one type of record. It shows the current time while the data is fresh. Otherwise,
 * it shows the day of the newest event: in old data, "sales of the last year" would find nothing today.
 *
 * Ignores events in the future, because their dates are wrong. Follows the catalog state that is being served.
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

/** Like `dataClock`, but gets the day of the newest event, at most `today`, from a function. */
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
