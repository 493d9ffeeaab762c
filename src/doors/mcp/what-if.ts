import { type ArgumentSchema, numberArgument, type Properties, type ToolArguments, wholeArgument } from './arguments.ts'
import type { Constraint } from './constraints.ts'
import { rangeOf } from './home-value.ts'
import { at, type Fields, listAt, numberAt, textAt, textsAt } from './json.ts'
import { Refusal } from './refusal.ts'
import { tableOf } from './rows.ts'
import { WHAT_IF_PARAMETERS } from './what-if-facts.ts'

const YEAR = wholeArgument([1600, 2200], 'Year.')
const GRADE = numberArgument([-1000, 1000], "On the source's scale.")

const FACTS: Readonly<Record<keyof typeof WHAT_IF_PARAMETERS, ArgumentSchema>> = {
  bedrooms: wholeArgument([0, 50], 'Bedrooms.'),
  bathrooms: numberArgument([0, 50], 'Half a bath is .5.'),
  sqft: numberArgument([1, 100_000], 'Living area.'),
  lot_sqft: numberArgument([1, 1e9], 'Lot.'),
  year_built: YEAR,
  year_renovated: YEAR,
  quality_grade: GRADE,
  condition_grade: GRADE,
}

export const WHAT_IF: Properties = {
  what_if: {
    type: 'object',
    description: 'The changed facts.',
    properties: FACTS,
    required: [],
    additionalProperties: false,
  },
}

/** Returns the what-if changes in the arguments; undefined without any. */
export function changesOf(args: ToolArguments): Constraint | undefined {
  const facts = args.fields('what_if')
  if (facts === undefined) return undefined
  const names = Object.keys(FACTS).filter((name) => facts.has(name)) as (keyof typeof WHAT_IF_PARAMETERS)[] // FACTS has no other keys
  if (names.length === 0) throw new Refusal(`what_if needs at least one of ${Object.keys(FACTS).join(', ')}.`)
  const query = Object.fromEntries(names.map((name) => [WHAT_IF_PARAMETERS[name], String(facts.number(name))]))
  const words = names.map((name) => `${name} ${facts.number(name)}`).join(', ')
  return { argument: 'what_if', words: `the same home with ${words}`, query }
}

/** Reports the value before and after the changes, and the facts that the valuation does not know. */
export function whatIfOf(body: unknown): Fields {
  const [before, after] = [at(body, 'before'), at(body, 'after')]
  const unknown = textsAt(body, 'unknown').map(argumentOf)
  const ineffective = listAt(body, 'changes').filter((change) => at(change, 'isTold') === false)
  return {
    by: textAt(after ?? before, 'source'),
    value_before: numberAt(before, 'value'),
    value_after: numberAt(after, 'value'),
    difference: numberAt(body, 'difference'),
    difference_percent: numberAt(body, 'differencePercent'),
    range_before: rangeOf(before),
    range_after: rangeOf(after),
    changes: tableOf(
      listAt(body, 'changes').map((change) => ({
        fact: argumentOf(textAt(change, 'fact') ?? ''),
        from: numberAt(change, 'from'),
        to: numberAt(change, 'to'),
      })),
    ),
    ...(ineffective.length > 0 && {
      warning: `Without effect, because sales here say too little about it: ${ineffective.map((change) => argumentOf(textAt(change, 'fact') ?? '')).join(', ')}.`,
    }),
    ...(unknown.length > 0 && { not_known_to_the_value: unknown }),
    ...(textAt(body, 'why') !== null && { why: textAt(body, 'why') }),
  }
}

function argumentOf(fact: string): string {
  return Object.entries(WHAT_IF_PARAMETERS).find(([, parameter]) => parameter === fact)?.[0] ?? fact
}
