import type { AgentQuery } from '../../src/catalog/ports/agents.ts'
import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import type { FactPage } from '../../src/catalog/ports/market-lookup.ts'
import { AGENT_LANGUAGES, AGENT_SPECIALTIES, type Agent } from '../../src/model/agent.ts'
import type { Home } from '../../src/model/home.ts'
import { FACT_KINDS, type FactKind } from '../../src/model/market-facts.ts'
import { REGION_TYPES } from '../../src/model/region.ts'
import { regionKeysOf } from '../../src/places/regions/region-keys.ts'
import { Random } from '../engine/random.ts'

type AnsweringPorts = Pick<Catalog, 'regions' | 'regionIndex' | 'newestDay' | 'market' | 'agents'>

const TYPED = ['a', 'sa', 'aus', 'new y', '787', 'o', 'county', 'travis county tx', 'park']
const EVERYTHING = { offset: 0, limit: 10_000 }

/**
 * Returns a catalog's answers about regions and markets. All backends must return the same answers for the same homes.
 */
export async function regionAnswers(catalog: AnsweringPorts, today: number): Promise<readonly unknown[]> {
  const regions = catalog.regions()
  const answers: unknown[] = [
    regions,
    TYPED.map((text) => catalog.regionIndex().startingWith(text, 20)),
    [today, today - 100, today - 3000, 0].map((last) => catalog.newestDay('home', last)),
    [today, today - 400].flatMap((last) => [catalog.newestDay('offer', last), catalog.newestDay('experience', last)]),
  ]
  for (const { key } of regions) {
    for (const kind of FACT_KINDS) answers.push([key, kind, await factsOf(catalog, kind, key)])
    for (const type of REGION_TYPES) {
      const places = await catalog.market.placesIn(key, type)
      answers.push([key, type, await catalog.market.regionsWithin(key, type), [...places.values()].map(String).sort()])
    }
  }
  return answers
}

/** Returns the market facts of a region, sorted, because ports do not promise an order. */
async function factsOf(catalog: AnsweringPorts, kind: FactKind, region: string): Promise<readonly string[]> {
  const rows: string[] = []
  for (let from: number | undefined = 0; from !== undefined; ) {
    const page: FactPage<FactKind> = await catalog.market.facts(kind, region, from)
    for (const { rows: count, ...columns } of page.parts) {
      const values: [name: string, column: ArrayLike<number>][] = Object.entries(columns)
      for (let row = 0; row < count; row++) rows.push(String(values.map(([name, column]) => `${name} ${column[row]}`)))
    }
    from = page.next
  }
  return rows.sort()
}

/** Returns a catalog's answers about agents. `count`: how many of them are answers to random queries. */
export async function agentAnswers(
  { agents: from }: AnsweringPorts,
  { homes, agents, today, random, count }: TrialAgents,
): Promise<readonly unknown[]> {
  const answers: unknown[] = []
  for (const { agentId, username } of agents) {
    for (const day of [today, today - 500]) answers.push(await from.figuresOf(agentId, day))
    answers.push(await from.named(username.toUpperCase()), await from.citiesOf(agentId))
    for (const span of [EVERYTHING, { offset: 1, limit: 2 }]) {
      answers.push(await from.salesOf(agentId, span))
      answers.push(await from.listingsOf(agentId, 'sale', span), await from.listingsOf(agentId, 'lease', span))
    }
  }
  for (let at = 0; at < count; at++) {
    const query = agentQuery({ homes, agents, today, random })
    answers.push([query, await from.page(query)])
  }
  return answers
}

export interface TrialAgents {
  readonly homes: readonly Home[]
  readonly agents: readonly Agent[]
  readonly today: number
  readonly random: Random
  readonly count: number
}

/** Returns a random search that some agents probably match. */
export function agentQuery({ homes, agents, today, random }: Omit<TrialAgents, 'count'>): AgentQuery {
  const { address } = random.pick(homes)
  const { name } = random.pick(agents)
  const min = random.whole(0, 900_000)
  const sometimes = <T>(share: number, value: T): readonly T[] => (random.chance(share) ? [value] : [])
  return {
    regions: sometimes(0.5, random.pick(Object.values(regionKeysOf(address)))),
    nameWords: sometimes(0.3, random.pick(name.toLowerCase().split(' ')).slice(0, random.whole(1, 4))),
    traits: [...sometimes(0.1, 'top' as const), ...sometimes(0.2, random.pick(['forBuyers', 'forSellers'] as const))],
    specialties: sometimes(0.2, random.pick(AGENT_SPECIALTIES)),
    languages: sometimes(0.6, 'english').concat(sometimes(0.3, random.pick(AGENT_LANGUAGES))),
    ...(random.chance(0.4) && { soldFor: { min, max: min + random.whole(0, 600_000) } }),
    today: today - (random.chance(0.3) ? random.whole(0, 900) : 0),
    offset: random.pick([0, 0, 0, 3, 500]),
    limit: random.pick([1, 15, 1000]),
  }
}

/** Returns the sample's homes. Their histories name agents, as in imported data. */
export function withHistories(homes: readonly Home[], agentIds: readonly string[]): Home[] {
  const random = new Random(7)
  const somebody = () => (random.chance(0.5) ? random.pick(agentIds) : random.chance(0.1) ? 'nobody-known' : undefined)
  return homes.map((home) => ({
    ...home,
    history: home.history.map((event) => {
      const [sellerAgentId, buyerAgentId] = [somebody(), somebody()]
      return { ...event, ...(sellerAgentId && { sellerAgentId }), ...(buyerAgentId && { buyerAgentId }) }
    }),
  }))
}
