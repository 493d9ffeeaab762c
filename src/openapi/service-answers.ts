import {
  type AnswerOf,
  always,
  anything,
  component,
  day,
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
} from '../answers/index.ts'
import { SOURCE } from '../rendering/answer-head.ts'

/** What every area answers beside its operations. */

export const ALIVE = component('Alive', object({ message: text() }))
export type Alive = AnswerOf<typeof ALIVE>

const PLAN = component(
  'Plan',
  object({
    name: text(),
    period: oneOf(['month', 'once']),
    areas: listOf(oneOf(['A', 'B', 'C']), 'Those that it opens.'),
    skip: flag('It opens skip tracing.'),
    requestsPerSecond: number(),
    missesPerSecond: number('Calls a second that find nothing or cannot be read.'),
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
    periodStart: instant(),
    periodEnd: nullable(instant(), 'Null for a period that never begins again.'),
    creditsLimit: whole('Of the period.'),
    creditsRemaining: whole(),
    usage: listOf(USED, 'Of the period, by day and operation.'),
  }),
)
export type Usage = AnswerOf<typeof USAGE>

export const OPENAPI = component('OpenApi', mapOf(anything('As OpenAPI has it.')))

export const LIVE = component('Live', object({ status: always('live') }))

export const READY = component('Ready', object({ status: always('ready') }))
