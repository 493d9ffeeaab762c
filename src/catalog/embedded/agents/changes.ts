import type { DatabaseSync } from 'node:sqlite'
import { checkRow, type RowValue, rowSum } from '../../../kit/algorithms/row-sum.ts'
import type { Agent } from '../../../model/agent.ts'
import type { RegionTally } from '../../../places/regions/regions.ts'
import { latestFirst, type TalliedDeal, type TalliedDeals } from '../../facts/tallied-deals.ts'
import { arrayWriter } from '../arrays.ts'
import { RecordReader } from '../records.ts'
import { SUMMED } from '../row-checks.ts'
import { type DealCells, dealsOfCells } from './deal-cells.ts'
import {
  AGENTS,
  type AgentArrays,
  AgentGathering,
  arrayBytes,
  readAgents,
  UNKNOWN_AGENTS,
  unknownAgentRow,
} from './stored.ts'

interface DealChange {
  /** Homes whose deals are taken back. */
  readonly gone: Set<number>
  readonly come: TalliedDeal[]
}

/** Collects how changed homes and agents affect agents' figures and the search of agents; `store` applies it. */
export class AgentChanges {
  readonly #agents = new Map<string, DealChange>()

  /** Takes a home's deals before and after its change. */
  replace(before: TalliedDeals, after: TalliedDeals): void {
    if (JSON.stringify(before) === JSON.stringify(after)) return
    for (const { agentId, deal } of before) this.#of(agentId).gone.add(deal.zpid)
    for (const { agentId, deal } of after) this.#of(agentId).come.push(deal)
  }

  /** Takes note that an agent's record was put or removed. */
  touch(agentId: string): void {
    this.#of(agentId)
  }

  /** Rewrites the rows of the agents concerned, and the arrays. */
  store(database: DatabaseSync, regions: RegionTally): void {
    if (this.#agents.size === 0) return
    const dealRows = new DealRows(database, AGENTS)
    const unknown = new DealRows(database, UNKNOWN_AGENTS)
    const records = new RecordReader(database, 'agent')
    const changed = [...this.#agents.entries()].sort(([one], [other]) => (one < other ? -1 : 1))
    const now: Known[] = []
    for (const [agentId, { gone, come }] of changed) {
      const stored = [...dealRows.take(agentId), ...unknown.take(agentId)]
      const deals = [...stored.filter(({ zpid }) => !gone.has(zpid)), ...come].sort(latestFirst)
      const json = records.json(agentId)
      if (json !== undefined) now.push({ agent: JSON.parse(json), deals })
      else if (deals.length > 0) unknown.insert(unknownAgentRow(agentId, deals))
    }
    const set = arrayWriter(database)
    const arrays = this.#merged(readAgents(database), now, regions, dealRows)
    for (const [name, bytes] of Object.entries(arrayBytes(arrays))) set(name, bytes)
  }

  /** Merges the agents as they were with those who changed, both in order of id, and adds the rows of the latter. */
  #merged(before: AgentArrays, now: readonly Known[], regions: RegionTally, rows: DealRows): AgentArrays {
    const gathered = new AgentGathering()
    const terms = termsByAgent(before)
    let next = 0
    const addBefore = (end: string | undefined) => {
      for (
        let each = now[next];
        each !== undefined && (end === undefined || each.agent.agentId < end);
        each = now[next]
      ) {
        rows.insert(gathered.add(each.agent, each.deals, regions))
        next++
      }
    }
    before.ids.forEach((id, number) => {
      addBefore(id)
      if (!this.#agents.has(id)) gathered.addStored(before, number, terms[number] ?? [])
    })
    addBefore(undefined)
    return gathered.arrays()
  }

  #of(agentId: string): DealChange {
    const agent = this.#agents.get(agentId)
    if (agent !== undefined) return agent
    const made: DealChange = { gone: new Set(), come: [] }
    this.#agents.set(agentId, made)
    return made
  }
}

/** A changed agent who has a record. */
interface Known {
  readonly agent: Agent
  /** Latest first. */
  readonly deals: readonly TalliedDeal[]
}

function termsByAgent({ ids, terms, starts, lists }: AgentArrays): readonly string[][] {
  const namesById = ids.map((): string[] => [])
  terms.forEach((term, at) => {
    for (let i = starts[at] as number; i < (starts[at + 1] as number); i++) namesById[lists[i] as number]?.push(term)
  })
  return namesById
}

/** The rows of a table of agents' deals. */
class DealRows {
  readonly #table: string
  readonly #statements: Readonly<Record<'remove' | 'insert', ReturnType<DatabaseSync['prepare']>>>

  constructor(database: DatabaseSync, table: string) {
    this.#table = table
    const columns = SUMMED[table] ?? []
    const holes = columns.map(() => '?').join(', ')
    this.#statements = {
      remove: database.prepare(`DELETE FROM ${table} WHERE id = ? RETURNING ${columns.join(', ')}, sum`),
      insert: database.prepare(`INSERT INTO ${table} (${columns.join(', ')}, sum) VALUES (${holes}, ?)`),
    }
  }

  /** Removes an agent's row; returns the deals that it held. */
  take(agentId: string): TalliedDeal[] {
    return this.#statements.remove.all(agentId).flatMap(({ sum, ...row }) => {
      checkRow(this.#table, Object.values(row) as RowValue[], sum) // the columns, as the schema says
      const { listings, sales, for_sale: forSale } = row
      return dealsOfCells({ listings, sales, forSale } as unknown as DealCells) // as above
    })
  }

  insert(row: readonly RowValue[]): void {
    this.#statements.insert.run(...row, rowSum(this.#table, row))
  }
}
