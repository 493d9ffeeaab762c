import type { Context } from '../../../catalog/ports/context.ts'
import type { Condition } from '../../../catalog/ports/query.ts'
import {
  type AnswerOf,
  component,
  listOf,
  mapOf,
  object,
  optional,
  scalar,
  text,
  whole,
} from '../../../kit/answers/index.ts'
import { type PortalWords, portalWords } from '../../../kit/base/words.ts'
import { format, type Parameter, type Parameters, type Shape, type Texts } from '../../../kit/params/index.ts'
import { defaultOrder } from './filters/index.ts'
import { pageOf, type ResolvedSearch, type SearchArgs } from './resolved-search.ts'

export const EXPLANATION = component(
  'Explanation',
  object({
    query: mapOf(scalar(), 'Every parameter that took effect, as it can be sent, defaults included.'),
    defaults: listOf(text(), 'Names in query that have their default values.'),
    given: optional(
      mapOf(
        text(),
        'Values that were sent in another spelling than in `query`. A parameter sent under another name has that name in front.',
      ),
    ),
    removed: listOf(
      object({
        parameter: text(),
        rows: whole('Number of homes that this condition removed from the results of the earlier conditions.'),
      }),
    ),
    without: optional(
      listOf(
        object({
          parameters: listOf(text(), 'Both ends of a range are listed together.'),
          results: whole('Total results of this search without these parameters.'),
        }),
        'Each filter that was sent. Present only if no home matches.',
      ),
    ),
  }),
)

/** The part of an answer that `explain=true` adds. */
type Explanation = AnswerOf<typeof EXPLANATION>

export async function explanationOf(
  parameters: Parameters,
  args: SearchArgs,
  texts: Texts,
  search: ResolvedSearch,
  total: number,
  { catalog, words }: Context,
): Promise<Explanation> {
  const { selection } = search
  const withOrder = { ...args, sortOrder: args.sortOrder ?? defaultOrder(args.listingStatus) }
  const defaults = Object.keys(parameters).filter(
    (name) =>
      withOrder[name as keyof typeof withOrder] !== undefined &&
      (args[name] === parameters[name]?.fallback || !texts.has(name)),
  )
  const put = portalWords(words)
  const pairs = queryPairsOf(parameters, withOrder, words)
  const respelled = pairs.filter((pair) => (texts.get(pair.key) ?? pair.text) !== pair.text)
  const query = Object.fromEntries(
    pairs.map((each) => [
      each.name,
      // parameters with another schema type parse to numbers or booleans
      each.shape.schema.type === 'string' ? each.text : (each.value as number | boolean),
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
    ...(total === 0 && { without: await withoutEach(search, args, texts, catalog, put) }),
  }
}

/** Counts, in one pass, how many homes the search would find without each of the sent filters. */
async function withoutEach(
  search: ResolvedSearch,
  args: SearchArgs,
  texts: Texts,
  catalog: Context['catalog'],
  put: (text: string) => string,
): Promise<NonNullable<Explanation['without']>> {
  const { where } = search.selection
  const ofArea = new Set(search.area.conditions.map(({ parameter }) => parameter))
  const names = [...new Set(where.map(({ parameter }) => parameter))].filter(
    (name) => texts.has(name) && !ofArea.has(name),
  )
  const filters = [...Map.groupBy(names, (name) => filterOf(name, where)).values()]
  const measures = filters.map((parameters) => ({
    kind: 'choices' as const,
    choices: [[]],
    ignores: where.flatMap(({ parameter }, at) => (parameters.includes(parameter) ? [at] : [])),
  }))
  const { measured = [] } = await catalog.search('home').cards({ ...pageOf(search, args), limit: 0, measures })
  return filters.map((parameters, i) => {
    const answer = measured[i]
    return { parameters: parameters.map(put), results: answer?.kind === 'choices' ? (answer.results[0] ?? 0) : 0 }
  })
}

/** Returns the filter to which a parameter belongs. The two parameters for the ends of a range form one filter. */
function filterOf(name: string, where: readonly Condition[]): string {
  const node = where.find(({ parameter }) => parameter === name)?.node
  return node?.kind === 'range' ? node.column : name
}

/** An argument as callers see it, with this service's word in names such as `daysOnPortal`. */
interface QueryPair {
  readonly name: string
  /** The parameter's name as declared. */
  readonly key: string
  readonly text: string
  readonly value: unknown
  readonly shape: Shape<unknown>
}

/** Returns the arguments that apply, in the form of a query string. */
export function queryPairsOf(
  parameters: Parameters,
  args: Readonly<Record<string, unknown>>,
  words: PortalWords,
): readonly QueryPair[] {
  const put = portalWords(words)
  return Object.entries(parameters).flatMap(([name, parameter]) => {
    const value = args[name]
    if (value === undefined || !applies(parameter, args)) return []
    const shape = parameter.shape.worded?.(put) ?? parameter.shape
    return [{ name: put(name), key: name, text: format(shape, value), value, shape }]
  })
}

/**
 * Whether a parameter applies to a request. It may depend on another parameter, such as listingStatus, whose value is
 * the text that callers send.
 */
function applies({ only }: Parameter<unknown>, args: Readonly<Record<string, unknown>>): boolean {
  return only === undefined || only.values.includes(String(args[only.parameter]))
}

/** Returns how many homes each parameter removed: the sum over all its conditions. */
function removedBy(where: readonly Condition[], rows: readonly number[]): Map<string, number> {
  const removed = new Map<string, number>()
  where.forEach(({ parameter }, index) => {
    removed.set(parameter, (removed.get(parameter) ?? 0) + (rows[index] ?? 0))
  })
  return removed
}
