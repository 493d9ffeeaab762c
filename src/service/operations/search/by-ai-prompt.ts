import type { Context } from '../../../catalog/ports/context.ts'
import { found } from '../../../kit/answers/answer-head.ts'
import { component, listOf, object, text as textValue } from '../../../kit/answers/index.ts'
import { dayNumber } from '../../../kit/base/clock.ts'
import type { Fault } from '../../../kit/base/failure.ts'
import { clip } from '../../../kit/base/sentence.ts'
import { portalWords } from '../../../kit/base/words.ts'
import {
  type Args,
  invalidParameters,
  optional,
  quote,
  refusalSentence,
  required,
  text,
  unlogged,
  wholeNumber,
} from '../../../kit/params/index.ts'
import { rate30Year } from '../../../worth/valuation/monthly-cost.ts'
import { encodedSearch } from '../encoded-search.ts'
import { operation } from '../operation.ts'
import { requireFound } from '../require-found.ts'
import { headOf, SEARCH_FIELDS } from './area-search.ts'
import { searchByAddress } from './by-address.ts'
import { homeFacets, homeFacetsOf } from './facets/home-facets.ts'
import { addressFilters } from './filters/index.ts'
import { keywords } from './filters/keywords.ts'
import { sortOrder } from './filters/sort-order.ts'
import { Mixed, type Prompt, readPrompt, type WordNote } from './prompt/read.ts'
import { pageOf, type ResolvedSearch } from './resolved-search.ts'

const MAX_CHARACTERS = 500
const EXAMPLE = '3 bed houses under 600k with a pool in Austin, TX'

const { searchResults, ...HEAD_FIELDS } = SEARCH_FIELDS

function wordNotes(words: string, why: string) {
  return listOf(object({ words: textValue(words), why: textValue(why) }))
}

const parameters = {
  ai_search_prompt: unlogged(
    required(
      text(MAX_CHARACTERS, EXAMPLE),
      'What to search for: place, buying, renting or sold, price, rooms, sizes, kinds of home, features, years, days, sort order. The answer says how each word was understood.',
    ),
  ),
  sortOrder: { ...sortOrder, doc: 'Order of the results. Overrides an order in the sentence.' },
  page: optional(
    wholeNumber(1, Number.MAX_SAFE_INTEGER),
    'Number of the page, from 1 to 5, with 200 results each. Overrides a page in the sentence. Default: 1.',
  ),
  keywords: keywords.parameters.keywords,
  facets: homeFacets(addressFilters),
}
type PromptArgs = Args<typeof parameters>

async function ask(args: PromptArgs, context: Context) {
  const now = context.clock.now()
  const today = dayNumber(now)
  const year = new Date(now).getUTCFullYear()
  const prompt = await readPrompt(args.ai_search_prompt, context.catalog, { today, year })
  if (prompt instanceof Mixed) throw mixed(args.ai_search_prompt, prompt)
  if (prompt.places.length === 0) throw placeless(args.ai_search_prompt)
  const search = await resolve(prompt, args, today, context)
  const shown = { sortOrder: args.sortOrder ?? prompt.order, page: args.page ?? prompt.page ?? 1 }
  const filterArgs = { ...prompt.args.args, keywords: args.keywords }
  const facets = args.facets && homeFacetsOf(args.facets, addressFilters, filterArgs, search, context)
  const query = { ...pageOf(search, shown), ...facets?.query }
  return { noun: 'home' as const, query, locations: search.area.locations, prompt, search, shown, facets }
}

export const byAiPrompt = operation({
  path: '/search/byaiprompt',
  summary: 'Homes that a sentence describes: the search by address, with filters read from plain English by rules.',
  group: 'Searches',
  parameters,
  failures: ['search.too_costly', 'place.unknown'],
  answer: component(
    'SearchByPrompt',
    found({
      ...HEAD_FIELDS,
      applied: listOf(
        object({
          words: textValue('The words of the sentence that set the value; empty if the value is a default.'),
          parameter: textValue('Of /search/byaddress.'),
          value: textValue('Value as the search by address would take it.'),
        }),
        'How the sentence was understood.',
      ),
      dropped: wordNotes('Words of the sentence.', 'Why the words have no effect.'),
      ambiguous: wordNotes(
        'The words of the sentence; empty if there are none.',
        'How the words were understood; they may also mean something else.',
      ),
      searchResults,
    }),
  ),
  ask,
  run: async (args, context, _texts, handling) => {
    const { catalog } = context
    const { dataVersion } = catalog.about()
    const { prompt, search, shown, facets, query } = await ask(args, context)
    requireFound(search.area.locations, handling)
    const page = await catalog.search('home').cards(query)
    const head = {
      ...headOf(page, shown, search, context),
      ...accountOf(prompt, args, context),
      ...facets?.answerKeys(page, context),
    }
    return encodedSearch(page, head, { today: search.today, dataVersion }, context)
  },
})

async function resolve(
  { places, listingClass, args: filterArgs, beyond }: Prompt,
  args: PromptArgs,
  today: number,
  { catalog }: Context,
): Promise<ResolvedSearch> {
  const location = { text: places.join('; '), names: places }
  const area = await searchByAddress.areaOf({ location }, catalog)
  const filtering = { listingClass, today, rate30Year: rate30Year(await catalog.records.latestRates()) }
  const filters = [...filterArgs.conditions(filtering), ...beyond, ...keywords.conditions(args, filtering)]
  return { area, selection: { listingClass, where: [...area.conditions, ...filters] }, filtering, today }
}

/** Returns what happened to each word of the sentence, with this service's word in names such as `daysOnPortal`. */
function accountOf({ applied, dropped, ambiguous }: Prompt, args: PromptArgs, { words }: Context) {
  const put = portalWords(words)
  const beaten = applied.filter(
    ({ parameter }) => args[parameter as keyof PromptArgs] !== undefined && OWN.has(parameter),
  )
  const notes = (all: readonly WordNote[]) => all.map((each) => ({ words: each.words, why: put(each.why) }))
  return {
    applied: applied
      .filter((each) => !beaten.includes(each))
      .map(({ words: said, parameter, value }) => ({ words: said, parameter: put(parameter), value: put(value) })),
    dropped: notes([
      ...dropped,
      ...beaten.map(({ words: said, parameter }) => ({
        words: said,
        why: `the parameter ${parameter} overrides them.`,
      })),
    ]),
    ambiguous: notes(ambiguous),
  }
}

/** Parameters that take precedence over the sentence. */
const OWN: ReadonlySet<string> = new Set(['sortOrder', 'page'])

function mixed(prompt: string, { words }: Mixed): Fault {
  return unreadable(
    prompt,
    `must be about buying, renting or sold homes alone; ${words.map(quote).join(' and ')} are different searches.`,
  )
}

function placeless(prompt: string): Fault {
  return unreadable(prompt, `must name a place, as in ${quote(EXAMPLE)}.`)
}

function unreadable(prompt: string, why: string): Fault {
  const detail = refusalSentence('ai_search_prompt', prompt, why)
  return invalidParameters([{ parameter: 'ai_search_prompt', code: 'param.invalid', detail, given: clip(prompt) }])
}
