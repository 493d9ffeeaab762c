import { oneOf } from '../../kit/answers/index.ts'
import { DAY_MS, type Day, startOfDay } from '../../kit/base/clock.ts'

/**
 * Where all figures of an answer come from. One basis for all, because figures from different sources are not
 * comparable.
 */
export const BASIS = oneOf(
  ['published', 'computed'],
  'The origin of all figures here: published series, or the homes of this catalog. `figure_sources` has the details.',
)
export type Basis = 'published' | 'computed'

const YEAR_MS = 365 * DAY_MS

/** Whether `date` is less than a year before `newest`. Older figures describe another market. */
export function isWithinYearOf(newest: Day, date: Day): boolean {
  return startOfDay(newest) - startOfDay(date) < YEAR_MS
}

/** Returns the latest day, or an empty string if there are no days. */
export function latestOf(days: readonly Day[]): Day {
  return days.reduce((latest, day) => (day > latest ? day : latest), '')
}
