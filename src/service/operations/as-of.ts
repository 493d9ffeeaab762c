import { catalogAsOf, notYetKnown } from '../../catalog/dated/catalog-as-of.ts'
import type { Context } from '../../catalog/ports/context.ts'
import { beside, component, day as dayValue, listOf, object, oneOf, type Value } from '../../kit/answers/index.ts'
import { DAY_MS, type Day, dayNumber, dayOf } from '../../kit/base/clock.ts'
import { oncePer } from '../../kit/base/once-per.ts'
import { beyond, day as dayShape, invalidParameters, optional, refusalSentence } from '../../kit/params/index.ts'
import { cardMaker } from '../rendering/card-maker.ts'
import { type Answer, EncodedAnswer, type Operation } from './operation.ts'

/** Parts of answers whose facts have no date. Even for an earlier day, these parts show today's facts. */
const UNDATED = ['facts', 'people', 'surroundings'] as const
export type Undated = (typeof UNDATED)[number]

export const AS_OF = {
  as_of: beyond(
    optional(
      dayShape,
      'Answers with what was known at the end of this day, and nothing learned later; `asOf` says which parts have no date.',
    ),
  ),
}

const AS_OF_ANSWER = component(
  'AsOf',
  object({
    day: dayValue('The requested day.'),
    undated: listOf(
      oneOf(UNDATED),
      'Parts of the answer that are as of today, because their facts have no date. facts: address, place, kind, size, rooms and features of homes, who lists them, and terms of leases. people: agents, offices and their totals. surroundings: buildings, schools, climate, scores and the regions themselves.',
    ),
  }),
)

/**
 * Adds `asOf` to the declaration of an answer. Cached, so that operations with the same declaration share the result.
 */
const withAsOf = oncePer((answer: Value<object>) => beside(answer, 'asOf', AS_OF_ANSWER))

/** What the answers of an operation are about: one home, or all homes of a catalog. */
type Scope = 'home' | 'homes'

/** Adds `as_of` to an operation. The operation then runs on that day's catalog, with that day's clock. */
export function asOfDay(operation: Operation, scope: Scope, ...undated: readonly Undated[]): Operation {
  return Object.freeze<Operation>({
    ...operation,
    parameters: { ...operation.parameters, ...AS_OF },
    answer: withAsOf(operation.answer),
    run: async (args, context, texts, handling) => {
      const { as_of } = args
      if (typeof as_of !== 'number') return operation.run(args, context, texts, handling)
      const { catalog, clock } = onDay(as_of, context)
      if (scope === 'homes') refuseBefore(await catalog.firstDay(), as_of)
      const answer = await operation.run(args, { ...context, catalog, clock }, texts, handling)
      const isDated = scope === 'home' && (await catalog.isLogged())
      return withDay(answer, { day: dayText(as_of), undated: undated.filter((part) => !isDated || part !== 'facts') })
    },
  })
}

function withDay(answer: Answer, asOf: { readonly day: Day; readonly undated: readonly Undated[] }): Answer {
  if (!(answer instanceof EncodedAnswer)) return { ...answer, asOf }
  return new EncodedAnswer(answer.body.with(`,"asOf":${JSON.stringify(asOf)}`), undefined)
}

/** Returns the context of a past day. Its clock shows the end of the day. */
function onDay(asOf: number, { catalog, clock, words }: Context) {
  const today = dayNumber(clock.now())
  if (asOf > today) throw refusal(asOf, `must be a day up to ${dayText(today)}, which counts as today for this data`)
  const endMs = (asOf + 1) * DAY_MS - 1
  return { catalog: catalogAsOf(catalog, asOf, () => cardMaker(words)), clock: { now: () => endMs } }
}

/** Refuses a day before the first fact with a date. Accepts every day if no fact has a date. */
function refuseBefore(first: number, asOf: number): void {
  if (!Number.isFinite(first) || asOf >= first) return
  throw refusal(asOf, `must be ${dayText(first)} or later, because the data begins on that day`)
}

/** Returns the home. Throws a Fault if nothing about the home is known on the requested day. */
export function known<H extends object>(home: H): H {
  const { day: asOf, first } = notYetKnown(home) ?? {}
  if (asOf !== undefined && first !== undefined) refuseBefore(first, asOf)
  return home
}

function refusal(asOf: number, problem: string) {
  const given = dayText(asOf)
  return invalidParameters([
    { parameter: 'as_of', code: 'param.invalid', detail: refusalSentence('as_of', given, `${problem}.`), given },
  ])
}

function dayText(day: number): Day {
  return dayOf(day * DAY_MS)
}
