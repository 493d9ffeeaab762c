import type { AgentLookup } from '../../src/catalog/ports/agent-lookup.ts'
import type { AgentFigures, AgentPage, AgentQuery, AgentSale } from '../../src/catalog/ports/agents.ts'
import { foldText } from '../../src/kit/names/name-key.ts'
import type { Agent } from '../../src/model/agent.ts'
import type { Home } from '../../src/model/home.ts'
import { cityRegionKey, regionKeysOf, stateRegionKey } from '../../src/places/regions/region-keys.ts'

const ON_MARKET = ['Active', 'ActiveUnderContract', 'ComingSoon', 'Pending']
const DAY_MS = 86_400_000

/** Looks up agents in memory, by testing every home for every query. */
export function naiveAgentLookup(homes: readonly Home[], agents: readonly Agent[]): AgentLookup {
  const byId = new Map(agents.map((agent) => [agent.agentId, agent]))
  const nothing: AgentRecord = { forSale: [], forRent: [], sales: [], cities: [] }
  const recordOf = (agentId: string) => (byId.has(agentId) ? naiveAgentRecord(homes, agentId) : nothing)
  const ids = [...byId.keys()].sort()
  return {
    page: async (query) => naiveAgents(homes, agents)(query),
    countsIn: async (regions) => {
      const among = naiveAgents(homes, agents)
      const anybody = { nameWords: [], traits: [], specialties: [], languages: [], today: 0, offset: 0, limit: 0 }
      const counts = regions.map((key) => [key, among({ ...anybody, regions: [key] }).total] as const)
      return new Map(counts.filter(([, agentsThere]) => agentsThere > 0))
    },
    named: async (username) => {
      const id = ids.find((each) => byId.get(each)?.username.toLowerCase() === username.toLowerCase())
      return id === undefined ? undefined : byId.get(id)
    },
    figuresOf: async (agentId, today) => (byId.has(agentId) ? naiveFigures(recordOf(agentId), today) : undefined),
    listingsOf: async (agentId, kind, { offset, limit }) => {
      const { forSale, forRent } = recordOf(agentId)
      return (kind === 'sale' ? forSale : forRent).slice(offset, offset + limit)
    },
    salesOf: async (agentId, { offset, limit }) => recordOf(agentId).sales.slice(offset, offset + limit),
    citiesOf: async (agentId) => recordOf(agentId).cities,
  }
}

/** Everything that homes say about an agent, in complete lists. */
export interface AgentRecord {
  readonly forSale: readonly number[]
  readonly forRent: readonly number[]
  readonly sales: readonly AgentSale[]
  readonly cities: readonly string[]
}

/** Computes an agent's figures from what homes say about the agent. */
export function naiveFigures(record: AgentRecord, today: number): AgentFigures {
  const recent = lastYear(record, today)
  const prices = recent.flatMap(({ price }) => price ?? [])
  const first = record.sales.at(-1)?.date
  return {
    forSale: record.forSale.length,
    forRent: record.forRent.length,
    sales: record.sales.length,
    ...(first !== undefined && { firstSale: first }),
    lastYear: {
      sales: recent.length,
      ...(prices.length > 0 && { prices: { min: Math.min(...prices), max: Math.max(...prices) } }),
    },
  }
}

/** Collects what homes say about an agent, by testing every home. Every backend must return the same. */
export function naiveAgentRecord(homes: readonly Home[], agentId: string): AgentRecord {
  const listed = (kind: string) =>
    homes
      .filter(({ listing }) => listing?.kind === kind && ON_MARKET.includes(listing.status))
      .filter(({ listing }) => listing?.listAgentId === agentId || listing?.coListAgentId === agentId)
      .sort((a, b) => (b.listing?.onMarketMs ?? 0) - (a.listing?.onMarketMs ?? 0) || a.zpid - b.zpid)
      .map(({ zpid }) => zpid)
  const sales = homes
    .flatMap((home) => naiveSales(home, agentId))
    .sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : a.zpid - b.zpid))
  const forSale = listed('sale')
  const forRent = listed('lease')
  const deals = [...forSale, ...forRent, ...sales.map(({ zpid }) => zpid)]
  return { forSale, forRent, sales, cities: citiesOf(homes, deals) }
}

/**
 * Returns the sales of a home that name the agent, in the history or the last listing. There is at most one per day.
 */
export function naiveSales({ zpid, history, listing }: Home, agentId: string): AgentSale[] {
  const sales = history
    .filter(({ event, rental }) => event === 'Sold' && !rental)
    .map(({ date, price, sellerAgentId, buyerAgentId }) => ({ date, price, sellers: [sellerAgentId], buyerAgentId }))
  if (listing?.kind === 'sale' && listing.status === 'Closed' && listing.closeDate !== undefined) {
    const { closeDate, closePrice, listAgentId, coListAgentId, buyerAgentId } = listing
    sales.push({ date: closeDate, price: closePrice, sellers: [listAgentId, coListAgentId], buyerAgentId })
  }
  const mine = sales.filter(({ sellers, buyerAgentId }) => sellers.includes(agentId) || buyerAgentId === agentId)
  return [...Map.groupBy(mine, ({ date }) => date)].map(([date, same]) => {
    const sold = same.some(({ sellers }) => sellers.includes(agentId))
    const bought = same.some(({ buyerAgentId }) => buyerAgentId === agentId)
    const price = same.find((one) => one.price !== undefined)?.price
    const side = sold && bought ? 'Buyer and Seller' : sold ? 'Seller' : 'Buyer'
    return { zpid, date, ...(price !== undefined && { price }), side }
  })
}

function citiesOf(homes: readonly Home[], zpids: readonly number[]): string[] {
  const counts = new Map<string, number>()
  for (const zpid of zpids) {
    const { address } = homes.find((home) => home.zpid === zpid) ?? {}
    const key = address && regionKeysOf(address).city
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts]
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, 20)
    .map(([key]) => key)
}

/** Returns a function that searches agents by testing each of them. */
export function naiveAgents(homes: readonly Home[], agents: readonly Agent[]): (query: AgentQuery) => AgentPage {
  const knownAgents = agents.map((agent) => {
    const record = naiveAgentRecord(homes, agent.agentId)
    return { agent, record, places: placesOf(agent, record, homes) }
  })
  return (query) => {
    const fitting = knownAgents
      .filter((one) => fits(one, query))
      .map(({ agent, record }) => ({ agent, sales: lastYear(record, query.today).length }))
      .sort(
        (a, b) =>
          Number(b.agent.isTopAgent === true) - Number(a.agent.isTopAgent === true) ||
          b.sales - a.sales ||
          (a.agent.agentId < b.agent.agentId ? -1 : 1),
      )
    const page = fitting.slice(query.offset, query.offset + query.limit)
    return { total: fitting.length, agentIds: page.map(({ agent }) => agent.agentId) }
  }
}

interface KnownAgent {
  readonly agent: Agent
  readonly record: AgentRecord
  readonly places: ReadonlySet<string>
}

function placesOf({ city, state }: Agent, record: AgentRecord, homes: readonly Home[]): ReadonlySet<string> {
  const zpids = new Set([...record.forSale, ...record.forRent, ...record.sales.map((sale) => sale.zpid)])
  const own = [...(state ? [stateRegionKey(state)] : []), ...(city && state ? [cityRegionKey(city, state)] : [])]
  const dealt = homes
    .filter(({ zpid }) => zpids.has(zpid))
    .flatMap(({ address }) => Object.values(regionKeysOf(address)))
  return new Set([...own, ...dealt])
}

function fits({ agent, record, places }: KnownAgent, query: AgentQuery): boolean {
  const { soldFor } = query
  const words = foldText(agent.name).split(' ')
  const spoken: readonly string[] = agent.languages?.length ? agent.languages : ['english']
  const traits = {
    top: agent.isTopAgent === true,
    forBuyers: record.sales.some(({ side }) => side !== 'Seller'),
    forSellers: record.forSale.length > 0 || record.sales.some(({ side }) => side !== 'Buyer'),
  }
  return (
    query.regions.every((key) => places.has(key)) &&
    query.nameWords.every((beginning) => words.some((word) => word.startsWith(beginning))) &&
    query.traits.every((trait) => traits[trait]) &&
    query.specialties.every((specialty) => agent.specialties?.includes(specialty)) &&
    (query.languages.length === 0 || query.languages.some((language) => spoken.includes(language))) &&
    (soldFor === undefined ||
      lastYear(record, query.today).some(({ price }) => price && price >= soldFor.min && price <= soldFor.max))
  )
}

export function lastYear({ sales }: AgentRecord, today: number): readonly AgentSale[] {
  return sales.filter(({ date }) => {
    const day = Date.parse(`${date}T00:00:00Z`) / DAY_MS
    return day <= today && day >= today - 365
  })
}
