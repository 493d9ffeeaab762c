import type { AgentLookup } from '../../../catalog/ports/agent-lookup.ts'
import type { AgentPage, AgentQuery, AgentTrait } from '../../../catalog/ports/agents.ts'
import type { Catalog } from '../../../catalog/ports/catalog.ts'
import { sourceNames } from '../../../catalog/ports/source-name.ts'
import { found } from '../../../kit/answers/answer-head.ts'
import {
  component,
  large,
  listOf as listOfValues,
  object,
  optional as optionalValue,
  text as textValue,
  whole,
} from '../../../kit/answers/index.ts'
import { dayNumber } from '../../../kit/base/clock.ts'
import { nextSlot } from '../../../kit/base/slots.ts'
import { nameReadings } from '../../../kit/names/person-name.ts'
import {
  type Args,
  flag,
  listOf,
  minMax,
  optional,
  Refusal,
  type Shape,
  text,
  unlogged,
} from '../../../kit/params/index.ts'
import { AGENT_LANGUAGES, AGENT_SPECIALTIES } from '../../../model/agent.ts'
import { locate } from '../../../places/locate/locate.ts'
import { citiesNamed, type NamedCity } from '../../../places/locate/real-city.ts'
import { regionAt } from '../../../places/regions/of-regions.ts'
import { MAX_ALTERNATIVES } from '../../../places/regions/region-label.ts'
import { AGENT_ROW } from '../../rendering/rows/agent-row.ts'
import { cityLine } from '../../rendering/shown-address.ts'
import { LOCATION, type ShownLocation, shownLocation } from '../../rendering/shown-location.ts'
import { operation } from '../operation.ts'
import { pageParameter } from '../paging.ts'
import { requireFound } from '../require-found.ts'
import { withFigures } from './known-agent.ts'
import { nearNames } from './near-names.ts'

const PAGE_AGENTS = 15
const MAX_PAGES = 25

const name = text(100, 'ann')

/**
 * A name in every form in which a record may have it; each form is a list of words. The form that was sent comes first.
 * Empty for a text without letters.
 */
const agentNames: Shape<readonly (readonly string[])[]> = {
  schema: name.schema,
  example: name.example,
  parse: (given) => {
    const read = name.parse(given)
    return read instanceof Refusal ? read : nameReadings(read)
  },
  format: ([words = []]) => words.join(' '),
}

const parameters = {
  location: unlogged(
    optional(
      text(200, 'Austin, TX'),
      'City, neighborhood or ZIP code; counties, metros and states too. Finds agents who have listed or sold a home there, or whose office is in that city.',
    ),
  ),
  agentName: unlogged(
    optional(
      agentNames,
      'Each word must begin a word of the agent’s name; case and accents do not matter. If no agent matches, other spellings are tried: without titles, `iii` for `3rd`, `Mc Donald`, `O Brien` and `Mary Ann` as one word or two.',
    ),
  ),
  page: pageParameter(PAGE_AGENTS, ` to ${MAX_PAGES}`),
  isBuying: optional(flag, 'If true, only agents who have represented a buyer.'),
  isSelling: optional(flag, 'If true, only agents who have represented a seller or have a home listed for sale.'),
  isTopAgent: optional(flag, 'If true, only agents marked as top agents.'),
  priceRange: optional(
    minMax('dollars'),
    'Agents who sold at least one home in this price range within the last 365 days.',
  ),
  specialties: optional(
    listOf(AGENT_SPECIALTIES),
    `Specialties that the agent must all have, separated by commas: ${AGENT_SPECIALTIES.join(', ')}.`,
  ),
  languages: optional(
    listOf(AGENT_LANGUAGES),
    `Languages, separated by commas; the agent speaks at least one of them. Default: english. ${AGENT_LANGUAGES.join(', ')}.`,
  ),
}

export const agentSearch = operation({
  path: '/agent/search',
  summary: 'Agents by place, name, specialty, language and sales; top agents first, then agents with the most sales.',
  group: 'Agents',
  parameters,
  failures: ['place.unknown'],
  answer: component(
    'AgentSearch',
    found({
      location: optionalValue(LOCATION.as('How the requested location was understood.')),
      resultsCount: object({ totalMatchingCount: whole() }),
      pagesInfo: object({ totalPages: whole(), currentPage: large(), resultsPerPage: whole() }),
      agents: listOfValues(AGENT_ROW),
      nearNames: optionalValue(
        listOfValues(
          textValue(),
          'Names of agents with a similar spelling, nearest first. Only if no agent has the name.',
        ),
      ),
    }),
  ),
  run: async (args, context, _texts, handling) => {
    const { catalog, clock, words: said } = context
    const place = await placeOf(args.location, catalog)
    requireFound(place.shown && [place.shown], handling)
    const asked = queryOf(args, place, clock.now())
    const { total, agentIds } = asked === undefined ? NO_AGENTS : await agentsFound(args, asked, catalog.agents)
    const [words = []] = args.agentName ?? []
    const agentOf = async (agentId: string) => catalog.records.get('agent', agentId)
    const near = asked && total === 0 && words.length > 0 ? await nearNames(words, asked, catalog.agents, agentOf) : []
    const agents = await Promise.all(agentIds.map((agentId) => catalog.records.get('agent', agentId)))
    const withOwnFigures = await Promise.all(
      agents.filter((agent) => agent !== undefined).map((agent) => withFigures(agent, context)),
    )
    return {
      message: '200',
      source: sourceNames(catalog.about(), 'agent'),
      ...(place.shown && { location: place.shown }),
      resultsCount: { totalMatchingCount: total },
      pagesInfo: {
        totalPages: Math.min(MAX_PAGES, Math.ceil(total / PAGE_AGENTS)),
        currentPage: args.page,
        resultsPerPage: PAGE_AGENTS,
      },
      agents: withOwnFigures.map((agent) => AGENT_ROW.of({ ...agent, words: said })),
      ...(near.length > 0 && { nearNames: near }),
    }
  },
})

/** Where to search for agents. If `regions` is undefined, no agent matches. */
interface Place {
  readonly regions: readonly string[] | undefined
  readonly shown?: ShownLocation
}

async function placeOf(location: string | undefined, catalog: Catalog): Promise<Place> {
  if (location === undefined) return { regions: [] }
  const located = await locate(location, catalog)
  const shown = shownLocation(located)
  const offices = await citiesOfOffices(location, catalog)
  const [office] = located.isFound && !AFTER_CITIES.has(located.type ?? '') ? [] : offices
  if (office !== undefined) {
    const { label, key } = office
    const why = `${label} has no homes in this catalog: the results are agents whose office is there.`
    const city = { query: located.query, type: 'city', name: label, found: true, why }
    return { regions: [key], shown: { ...city, ...otherNames(label, shown, offices) } }
  }
  if (!located.isFound) return { regions: undefined, shown }
  if (located.all.length > 0)
    return { regions: located.all, shown: { ...shown, ...otherNames(shown.name, shown, offices) } }
  const [zpid = 0] = located.zpids
  const [home] = await catalog.records.briefs([zpid])
  const why = 'Agents are searched by city, neighborhood or ZIP code, not by address.'
  const alternatives = home === undefined ? [] : [cityLine(home.address)]
  return { regions: undefined, shown: { ...shown, found: false, name: null, alternatives, why } }
}

/** Types of places. If a name fits such a place and also a city with offices of agents, the city wins. */
const AFTER_CITIES: ReadonlySet<string> = new Set(['neighborhood', 'county', 'metro'])

/** Returns other places that the text may mean: at most ten names, and the total if there are more. */
function otherNames(chosen: string | null, shown: ShownLocation, offices: readonly NamedCity[]) {
  const { alternatives: told, alternativeCount } = shown
  const all = new Set([...told, ...offices.map(({ label }) => label), ...(shown.name === null ? [] : [shown.name])])
  const names = [...all].filter((each) => each !== chosen)
  const count = names.length + (alternativeCount ?? told.length) - told.length
  const alternatives = names.slice(0, MAX_ALTERNATIVES)
  return { alternatives, ...(count > alternatives.length && { alternativeCount: count }) }
}

/** Returns cities that the text may mean and that have offices of agents but no homes, most agents first. */
async function citiesOfOffices(location: string, catalog: Catalog): Promise<readonly NamedCity[]> {
  const cities = citiesNamed(location).filter(({ key }) => regionAt(key, catalog.regions()) === undefined)
  const agents = await catalog.agents.countsIn(cities.map(({ key }) => key))
  const countIn = ({ key }: NamedCity) => agents.get(key) ?? 0
  return cities.filter((city) => countIn(city) > 0).toSorted((one, other) => countIn(other) - countIn(one))
}

const NO_AGENTS: AgentPage = { total: 0, agentIds: [] }

type Asked = Omit<AgentQuery, 'nameWords' | 'offset' | 'limit'>

/** Returns the query, without the name. Undefined if no agent can match. */
function queryOf(args: Args<typeof parameters>, { regions }: Place, nowMs: number): Asked | undefined {
  if (regions === undefined || (args.agentName !== undefined && args.agentName[0]?.length === 0)) return undefined
  return {
    regions,
    traits: traitsOf(args),
    specialties: args.specialties ?? [],
    languages: args.languages?.length ? args.languages : ['english'],
    ...(args.priceRange && { soldFor: args.priceRange }),
    today: dayNumber(nowMs),
  }
}

/** Returns a page of results. Beyond the last page, the page is empty but has the total. */
async function agentsFound(
  { agentName = [[]], page: asked }: Args<typeof parameters>,
  query: Asked,
  lookup: AgentLookup,
): Promise<AgentPage> {
  const span = { offset: (asked - 1) * PAGE_AGENTS, limit: asked > MAX_PAGES ? 0 : PAGE_AGENTS }
  for (const nameWords of agentName) {
    const page = await lookup.page({ ...query, ...span, nameWords })
    if (page.total > 0) return page
    await nextSlot() // a name with many words can have twenty forms
  }
  return NO_AGENTS
}

function traitsOf({ isBuying, isSelling, isTopAgent }: Args<typeof parameters>): readonly AgentTrait[] {
  return [
    ...(isTopAgent ? (['top'] as const) : []),
    ...(isBuying ? (['forBuyers'] as const) : []),
    ...(isSelling ? (['forSellers'] as const) : []),
  ]
}
