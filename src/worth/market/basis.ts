import { oneOf } from '../../kit/answers/index.ts'
import { DAY_MS, type Day, startOfDay } from '../../kit/base/clock.ts'

/** The source of all figures of an answer. Figures from several sources could not be compared. */
export const BASIS = oneOf(
  ['published', 'computed'],
  'The origin of all figures here: published series, or the homes of this catalog. `figure_sources` has the details.',
)
export type Basis = 'published' | 'computed'

const YEAR_MS = 365 * DAY_MS

/** Whether a date is less than a year before another date. Older figures do not describe the same market. */
export function isWithinYearOf(newest: Day, date: Day): boolean {
  return startOfDay(newest) - startOfDay(date) < YEAR_MS
}

/** The latest of some days; an empty text if there are none. */
export function latestOf(days: readonly Day[]): Day {
  return days.reduce((latest, day) => (day > latest ? day : latest), '')
}
