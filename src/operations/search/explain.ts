import { type AnswerOf, component, listOf, mapOf, object, optional, scalar, text, whole } from '../../answers/index.ts'
import { type PortalWords, portalWords } from '../../base/words.ts'
import type { Context } from '../../catalog/context.ts'
import type { Condition } from '../../catalog/query.ts'
import { type Parameter, type Parameters, type Shape, type Texts, written } from '../../params/index.ts'
import type { Asked, SearchArgs } from './asked.ts'
import { defaultOrder } from './filters/index.ts'

export const EXPLANATION = component(
  'Explanation',
  object({
    query: mapOf(scalar(), 'Every parameter that had a say, as it could be written, defaults among them.'),
    defaults: listOf(text(), 'Names in query that stand at their defaults.'),
    given: optional(mapOf(text(), 'What was read in another spelling than the one in query, as it was given.')),
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
  texts: Texts,
  { selection }: Asked,
  { catalog, words }: Context,
): Promise<Explanation> {
  const filled = { ...args, sortOrder: args.sortOrder ?? defaultOrder(args.listingStatus) }
  const defaults = Object.keys(parameters).filter(
    (name) => filled[name as keyof typeof filled] !== undefined && args[name] === parameters[name]?.fallback,
  )
  const put = portalWords(words)
  const asked = writtenQuery(parameters, filled, words)
  const respelled = asked.filter(({ key, text }) => (texts.get(key) ?? text) !== text)
  const query = Object.fromEntries(
    asked.map((each) => [
      each.name,
      each.shape.schema.type === 'string' ? each.text : (each.value as number | boolean), // what shapes of these types give
    ]),
  )
  return {
    query,
    defaults: defaults.map(put).filter((name) => Object.hasOwn(query, name)),
    ...(respelled.length > 0 && {
      given: Object.fromEntries(respelled.map(({ name, key }) => [name, texts.get(key) ?? ''])),
    }),
    removed: Array.from(
      removedBy(selection.where, await catalog.search('home').explain(selection)),
      ([parameter, rows]) => ({
        parameter: put(parameter),
        rows,
      }),
    ),
  }
}

/** An argument, its name and its text in the words of this server. */
interface WrittenArgument {
  readonly name: string
  /** Its name as declared. */
  readonly key: string
  readonly text: string
  readonly value: unknown
  readonly shape: Shape<unknown>
}

/** The arguments that apply, as a query would write them. */
export function writtenQuery(
  parameters: Parameters,
  args: Readonly<Record<string, unknown>>,
  words: PortalWords,
): readonly WrittenArgument[] {
  const put = portalWords(words)
  return Object.entries(parameters).flatMap(([name, parameter]) => {
    const value = args[name]
    if (value === undefined || !applies(parameter, args)) return []
    const shape = parameter.shape.worded?.(put) ?? parameter.shape
    return [{ name: put(name), key: name, text: written(shape, value), value, shape }]
  })
}

/** What others depend on, listingStatus, is read as its text. */
function applies({ only }: Parameter<unknown>, args: Readonly<Record<string, unknown>>): boolean {
  return only === undefined || only.values.includes(String(args[only.parameter]))
}

/** Some parameters ask for several things, one after the other. */
function removedBy(where: readonly Condition[], rows: readonly number[]): Map<string, number> {
  const removed = new Map<string, number>()
  where.forEach(({ parameter }, index) => {
    removed.set(parameter, (removed.get(parameter) ?? 0) + (rows[index] ?? 0))
  })
  return removed
}
