import { SOURCE } from '../../kit/answers/answer-head.ts'
import {
  type AnswerOf,
  always,
  anything,
  component,
  day,
  each,
  flag,
  instant,
  listOf,
  mapOf,
  nullable,
  number,
  object,
  oneOf,
  text,
  whole,
} from '../../kit/answers/index.ts'

export const ALIVE = component('Alive', object({ message: text() }))
export type Alive = AnswerOf<typeof ALIVE>

export const PING = component('Ping', object({ message: always('API is running'), status: always('ok') }))
export type Ping = AnswerOf<typeof PING>

const PLAN = component(
  'Plan',
  object({
    name: text(),
    period: oneOf(['month', 'once']),
    areas: listOf(oneOf(['A', 'B', 'C']), 'The areas that the plan allows.'),
    skip: flag('Whether the plan allows skip tracing.'),
    requestsPerSecond: number(),
    missesPerSecond: number('Maximum number of refused calls per second, such as calls that find nothing.'),
    beyondCredits: oneOf(['refuse', 'warn'], 'What happens to calls after the credits are used up.'),
    rowsPerCredit: whole('The number of rows of `/odata` that one credit pays for.'),
    burst: number('Maximum number of requests at once after a pause.'),
    callsInFlight: whole(),
  }),
)

const USED = component(
  'OperationUsage',
  object({ day: day(), operation: text('The path of the operation.'), calls: whole(), credits: whole() }),
)

export const USAGE = component(
  'Usage',
  object({
    message: always('200: Success'),
    source: SOURCE,
    key: object({ id: text(), label: text() }),
    plan: PLAN,
    dataToday: object(
      each(day(), 'A', 'B', 'C'),
      'The day that counts as today in each area. If the data of an area is old, this is the day of its newest data.',
    ),
    periodStart: instant(),
    periodEnd: nullable(instant(), 'Null for a plan without periods.'),
    creditsLimit: whole('The credits of the period.'),
    creditsRemaining: whole(),
    creditsOver: whole('Credits spent beyond the limit, if the plan only warns.'),
    usage: listOf(USED, 'The usage in the period, by day and operation.'),
  }),
)
export type Usage = AnswerOf<typeof USAGE>

export const USAGE_DAYS = component(
  'UsageDays',
  object({
    message: always('200: Success'),
    source: SOURCE,
    key: object({ id: text(), label: text() }),
    from: day('The first day, 30 days before the last.'),
    to: day('Today in UTC.'),
    usage: listOf(USED, 'The usage by day and operation, under all plans that the key had.'),
  }),
)
export type UsageDays = AnswerOf<typeof USAGE_DAYS>

export const REQUEST_COUNT = component(
  'RequestCount',
  object({
    message: always('200: Success'),
    source: SOURCE,
    limit: whole('The credits of the period. Most calls cost one credit.'),
    used: whole('The credits of answered calls.'),
    remaining: whole('The remaining credits. Credits of running calls count as spent.'),
    requests: whole('The number of answered calls.'),
    periodStart: instant(),
    periodEnd: nullable(instant(), 'Null for a plan without periods.'),
  }),
)
export type RequestCount = AnswerOf<typeof REQUEST_COUNT>

export const OPENAPI = component('OpenApi', mapOf(anything('A part of the OpenAPI document.')))

export const LIVE = component('Live', object({ status: always('live'), version: text('The version of Plat.') }))

export const READY = component('Ready', object({ status: always('ready') }))
