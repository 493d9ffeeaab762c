import { type Day, startOfDay } from '../base/clock.ts'
import { Refusal, type Shape } from './shape.ts'

/** A calendar day that exists, written `YYYY-MM-DD`. */
export const day: Shape<Day> = {
  schema: { type: 'string', format: 'date' },
  example: '2026-05-01',
  parse: (text) =>
    Number.isNaN(startOfDay(text)) ? new Refusal('accepted is a day that exists, written YYYY-MM-DD.') : text,
}
