import { DAY_MS } from '../../../../kit/base/clock.ts'
import type { Agent } from '../../../../model/agent.ts'
import { citiesByHomes, termsOf, wordsOfName } from '../../../facts/agent-terms.ts'
import {
  DEAL_KINDS,
  type DealKind,
  soldFor,
  type TalliedDeal,
  type TalliedDeals,
} from '../../../facts/tallied-deals.ts'
import type { Row, Session } from '../../session.ts'
import { copyLine } from '../../tables/copy-lines.ts'
import { indexedWord, shortText } from '../../tables/short-texts.ts'

/** Agents whose figures are made at a time. */
const BATCH = 1000

/** Deals that wait in memory. */
const WAITING_MAX = 20_000

/** Applies changed homes and agents to agents' deals and figures, and for the search of agents. */
export class AgentChanges {
  readonly #session: Session
  readonly #agents = new Set<string>()
  #gone: number[] = []
  #come: string[] = []

  constructor(session: Session) {
    this.#session = session
  }

  /** A home's deals before and after. */
  replace(before: TalliedDeals, after: TalliedDeals): void {
    if (JSON.stringify(before) === JSON.stringify(after)) return
    const [gone] = before
    if (gone !== undefined) this.#gone.push(gone.deal.zpid)
    for (const { agentId } of before) this.#agents.add(agentId)
    for (const { agentId, deal } of after) {
      this.#agents.add(agentId)
      this.#come.push(dealLine(agentId, deal))
    }
    if (this.#come.length + this.#gone.length > WAITING_MAX) this.#storeDeals()
  }

  /**
   * Rewrites the figures of the agents concerned, when the regions of all places are known.
   * @param areAgentsChanged Whether records of agents were put or removed.
   */
  store(areAgentsChanged: boolean): void {
    this.#storeDeals()
    if (areAgentsChanged)
      for (const { id } of this.#session.query('SELECT id FROM changed_agent')) this.#agents.add(String(id))
    const agents = [...this.#agents].sort()
    for (let at = 0; at < agents.length; at += BATCH) this.#storeFigures(agents.slice(at, at + BATCH))
  }

  #storeDeals(): void {
    if (this.#gone.length > 0) this.#session.query('DELETE FROM catalog.agent_deal WHERE zpid = ANY($1)', [this.#gone])
    if (this.#come.length > 0) this.#session.copy('COPY catalog.agent_deal FROM STDIN', this.#come.join(''))
    this.#gone = []
    this.#come = []
  }

  /** Only of agents who have a record. */
  #storeFigures(agents: readonly string[]): void {
    const session = this.#session
    session.query('DELETE FROM catalog.agent_figures WHERE id = ANY($1)', [agents])
    session.query('DELETE FROM catalog.agent_word WHERE agent = ANY($1)', [agents])
    const records = session.query('SELECT record FROM catalog.agent WHERE id = ANY($1)', [agents])
    const deals = byAgent(session.query(DEALS, [agents]))
    const regions = byAgent(session.query(REGIONS, [agents]))
    const words: string[] = []
    const figures = records.map(({ record }) => {
      const agent: Agent = JSON.parse(String(record))
      for (const word of new Set(wordsOfName(agent).map(indexedWord))) words.push(copyLine([word, agent.agentId]))
      return figuresLine(agent, deals.get(agent.agentId) ?? [], regions.get(agent.agentId) ?? [])
    })
    session.copy('COPY catalog.agent_figures FROM STDIN', figures.join(''))
    session.copy('COPY catalog.agent_word FROM STDIN', words.join(''))
  }
}

/** Latest first. */
const DEALS = `SELECT agent, kind, at_ms, sold_for FROM catalog.agent_deal WHERE agent = ANY($1)
  ORDER BY agent, at_ms DESC, zpid`

const REGIONS = `SELECT agent, region, count(*) AS homes FROM catalog.agent_deal JOIN catalog.place_region USING (place)
  WHERE agent = ANY($1) GROUP BY agent, region`

function byAgent(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  return Map.groupBy(rows, ({ agent }) => String(agent))
}

function dealLine(agentId: string, deal: TalliedDeal): string {
  const { kind, zpid, atMs, price, group } = deal
  const paid = Number.isNaN(price) ? undefined : price
  return copyLine([agentId, DEAL_KINDS.indexOf(kind), zpid, atMs, paid, soldFor(deal), group])
}

function figuresLine(agent: Agent, deals: readonly Row[], regions: readonly Row[]): string {
  const kinds = deals.map(({ kind }) => DEAL_KINDS[Number(kind)] as DealKind) // written by `dealLine`
  const sales = deals.filter((_, at) => kinds[at] !== 'sale' && kinds[at] !== 'lease')
  const keys = regions.map(({ region }) => String(region))
  const cities = regions.filter((_, at) => keys[at]?.startsWith('city/'))
  return copyLine([
    agent.agentId,
    agent.username.toLowerCase(),
    agent.isTopAgent === true ? 't' : 'f',
    textArray(termsOf(agent, new Set(kinds), new Set(keys))),
    textArray(citiesByHomes(cities.map(({ region, homes }) => [String(region), Number(homes)]))),
    agent.officeId === undefined ? undefined : shortText(agent.officeId),
    kinds.filter((kind) => kind === 'sale').length,
    kinds.filter((kind) => kind === 'lease').length,
    `{${sales.map((sale) => (Number(sale.at_ms) / DAY_MS) | 0).join(',')}}`,
    `{${sales.map((sale) => Number(sale.sold_for)).join(',')}}`,
  ])
}

function textArray(texts: Iterable<string>): string {
  return `{${Array.from(texts, (text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}
