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

/** Answers of paths that belong to no area. */

export const ALIVE = component('Alive', object({ message: text() }))
export type Alive = AnswerOf<typeof ALIVE>

export const PING = component('Ping', object({ message: always('API is running'), status: always('ok') }))
export type Ping = AnswerOf<typeof PING>

const PLAN = component(
  'Plan',
  object({
    name: text(),
    period: oneOf(['month', 'once']),
    areas: listOf(oneOf(['A', 'B', 'C']), 'Those that it opens.'),
    skip: flag('It opens skip tracing.'),
    requestsPerSecond: number(),
    missesPerSecond: number('Calls a second that find nothing or cannot be read.'),
    beyondCredits: oneOf(['refuse', 'warn'], 'What becomes of calls beyond the credits.'),
    rowsPerCredit: whole('Rows of a page of `/odata` that one credit pays for.'),
    burst: number('Requests that may come at once after a pause.'),
    callsInFlight: whole(),
  }),
)

const USED = component(
  'OperationUsage',
  object({ day: day(), operation: text('Its path.'), calls: whole(), credits: whole() }),
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
      'The day that counts as today in each area: the day of its newest data where that ended before the clock.',
    ),
    periodStart: instant(),
    periodEnd: nullable(instant(), 'Null for a period that never begins again.'),
    creditsLimit: whole('Of the period.'),
    creditsRemaining: whole(),
    creditsOver: whole('Beyond the limit, where the plan only warns.'),
    usage: listOf(USED, 'Of the period, by day and operation.'),
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
    usage: listOf(USED, 'By day and operation, under whatever plans the key had.'),
  }),
)
export type UsageDays = AnswerOf<typeof USAGE_DAYS>

export const REQUEST_COUNT = component(
  'RequestCount',
  object({
    message: always('200: Success'),
    source: SOURCE,
    limit: whole('Credits of the period; most calls cost one.'),
    used: whole('Credits of the calls that were answered.'),
    remaining: whole('Credits left; those of calls that run at this moment count as spent.'),
    requests: whole('Calls of operations that were answered.'),
    periodStart: instant(),
    periodEnd: nullable(instant(), 'Null for a period that never begins again.'),
  }),
)
export type RequestCount = AnswerOf<typeof REQUEST_COUNT>

export const OPENAPI = component('OpenApi', mapOf(anything('As OpenAPI has it.')))

export const LIVE = component('Live', object({ status: always('live') }))

export const READY = component('Ready', object({ status: always('ready') }))
