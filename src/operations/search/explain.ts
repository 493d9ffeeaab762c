import { type AnswerOf, component, listOf, mapOf, object, scalar, text, whole } from '../../answers/index.ts'
import { type PortalWords, portalWords } from '../../base/words.ts'
import type { Context } from '../../catalog/context.ts'
import type { Condition } from '../../catalog/query.ts'
import { type Parameter, type Parameters, written } from '../../params/index.ts'
import type { Asked, SearchArgs } from './asked.ts'
import { defaultOrder } from './filters/index.ts'

type Written = string | number | boolean

export const EXPLANATION = component(
  'Explanation',
  object({
    query: mapOf(scalar(), 'Every parameter that had a say, as it could be written, defaults among them.'),
    defaults: listOf(text(), 'Names in query that stand at their defaults.'),
    removed: listOf(
      object({ parameter: text(), rows: whole('Homes that it removed from those that the ones before it left.') }),
    ),
  }),
)

/** What `explain=true` adds to an answer. */
type Explanation = AnswerOf<typeof EXPLANATION>

export async function explanationOf(
  parameters: Parameters,
  args: SearchArgs,
  { selection }: Asked,
  { catalog, words }: Context,
): Promise<Explanation> {
  const filled = { ...args, sortOrder: args.sortOrder ?? defaultOrder(args.listingStatus) }
  const defaults = Object.keys(parameters).filter(
    (name) => filled[name as keyof typeof filled] !== undefined && args[name] === parameters[name]?.fallback,
  )
  const put = portalWords(words)
  const query = writtenQuery(parameters, filled, words)
  return {
    query,
    defaults: defaults.map(put).filter((name) => Object.hasOwn(query, name)),
    removed: Array.from(
      removedBy(selection.where, await catalog.search('home').explain(selection)),
      ([parameter, rows]) => ({
        parameter: put(parameter),
        rows,
      }),
    ),
  }
}

/** Arguments as they would be written, under the names and in the words of the server; without those that do not apply. */
export function writtenQuery(
  parameters: Parameters,
  args: Readonly<Record<string, unknown>>,
  words: PortalWords,
): Readonly<Record<string, Written>> {
  const put = portalWords(words)
  const entries = Object.entries(parameters).flatMap(([name, parameter]) => {
    const value = args[name]
    return value === undefined || !applies(parameter, args) ? [] : [[put(name), writtenValue(parameter, value, put)]]
  })
  return Object.fromEntries(entries) as Record<string, Written>
}

/** The parameters that others hang on have values that are written as they are. */
function applies({ only }: Parameter<unknown>, args: Readonly<Record<string, unknown>>): boolean {
  return only === undefined || only.values.includes(String(args[only.parameter]))
}

function writtenValue({ shape }: Parameter<unknown>, value: unknown, put: (text: string) => string): Written {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return shape.worded ? put(written(value)) : written(value)
}

/** Some parameters ask for several things, one after the other. */
function removedBy(where: readonly Condition[], rows: readonly number[]): Map<string, number> {
  const removed = new Map<string, number>()
  where.forEach(({ parameter }, index) => {
    removed.set(parameter, (removed.get(parameter) ?? 0) + (rows[index] ?? 0))
  })
  return removed
}
