import { DAY_MS, dayNumber, dayOf, startOfDay } from '../base/clock.ts'
import { Refusal, type Shape } from './shape.ts'

/** The time of day that may follow a date, in the forms that programs write. */
const TIME = /(?<=^\d{4}-\d\d-\d\d)[T ]\d\d:\d\d[\d:.,+\-Zz]{0,20}$/

/** An existing calendar day, written `YYYY-MM-DD` with or without a time. The value is in days since 1970-01-01. */
export const day: Shape<number> = {
  schema: { type: 'string', format: 'date' },
  example: '2026-05-01',
  parse: (text) => {
    const startMs = startOfDay(text.replace(TIME, ''))
    return Number.isNaN(startMs) ? new Refusal('must be a valid date, written YYYY-MM-DD.') : dayNumber(startMs)
  },
  format: (value) => dayOf(value * DAY_MS),
}

/** A day in data of the United States. Also reads `M/D/YYYY`, with the month first. */
export const dayInUs: Shape<number> = {
  ...day,
  parse: (text) => {
    const [, month = '', ofMonth = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
    return day.parse(year === undefined ? text : `${year}-${month.padStart(2, '0')}-${ofMonth.padStart(2, '0')}`)
  },
}
