import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { checkRow, Damage, type RowValue, rowSum } from '../../kit/algorithms/row-sum.ts'
import { inSqlite } from '../../kit/store/statements.ts'
import { type AgentStore, storeTerms } from '../agents/changes.ts'
import { DEAL_COLUMNS } from '../agents/deals.ts'
import { TERM } from '../agents/terms.ts'
import type { OwnerStore } from '../owners/changes.ts'
import type { AgentQuery } from '../ports/agents.ts'
import { RecordReader } from './records.ts'

/** SQL of a subquery for agents' deals. It throws Damage if a row fails its checksum. */
export const CHECKED_DEALS = `(SELECT * FROM agent_deal WHERE is_sound(sum, ${DEAL_COLUMNS.join(', ')}))`

/** Maximum number of agents that one statement checks. Checking that many takes about 10 ms. */
export const AGENTS_AT_A_TIME = 3000

/**
 * Checks the agents that a search found with one index of `agent_term` against the other index. Throws Damage if the
 * indexes disagree.
 */
export function checkTerms(
  run: ReturnType<typeof agentReader>,
  agentIds: readonly string[],
  { regions, traits, specialties, languages, nameWords }: AgentQuery,
): void {
  const rows = run('SELECT agent, term FROM agent_term INDEXED BY agent_term_agent WHERE agent = ANY ($1)', [agentIds])
  const terms = Map.groupBy(rows as readonly { agent: string; term: string }[], ({ agent }) => agent) // as selected
  const all = [...regions.map(TERM.region), ...traits.map(TERM.trait), ...specialties.map(TERM.specialty)]
  const spoken = languages.map(TERM.language)
  const beginnings = nameWords.map(TERM.name)
  const matches = (agentTerms: readonly string[]) =>
    all.every((term) => agentTerms.includes(term)) &&
    (spoken.length === 0 || spoken.some((term) => agentTerms.includes(term))) &&
    beginnings.every((beginning) => agentTerms.some((term) => term.startsWith(beginning)))
  if (!agentIds.every((id) => matches(terms.get(id)?.map(({ term }) => term) ?? [])))
    throw new Damage('a row of agent_term and its index contradict each other')
}

/** Returns a function that runs SQL statements of `catalog/agents` on a connection. */
export function agentReader(database: DatabaseSync): (text: string, values: readonly unknown[]) => readonly object[] {
  database.function('is_sound', { varargs: true }, (sum, ...values) => {
    checkRow('agent_deal', values as RowValue[], sum) // the schema guarantees the types
    return 1
  })
  return statements(database)
}

/** Maximum number of prepared statements. Each combination of conditions has its own statement. */
const PREPARED_MAX = 100

function statements(database: DatabaseSync) {
  const prepared = new Map<string, StatementSync>()
  return (text: string, values: readonly unknown[]): Record<string, unknown>[] => {
    if (prepared.size === PREPARED_MAX) prepared.clear()
    const statement = prepared.get(text) ?? database.prepare(inSqlite(text))
    prepared.set(text, statement)
    const bound = values.map((value) => (Array.isArray(value) ? JSON.stringify(value) : value))
    return statement.all(...(bound as (string | number)[])) // all values except lists are strings or numbers
  }
}

/** Writes the tables about agents. */
export function agentStore(database: DatabaseSync): AgentStore {
  const records = new RecordReader(database, 'agent')
  const insert = {
    agent_deal: database.prepare(
      `INSERT INTO agent_deal (${DEAL_COLUMNS.join(', ')}, sum) VALUES (${DEAL_COLUMNS.map(() => '?').join(', ')}, ?)`,
    ),
    agent_term: database.prepare('INSERT INTO agent_term (term, agent) VALUES (?, ?)'),
  }
  return {
    run: statements(database),
    records: (ids) => ids.flatMap((id) => JSON.parse(records.json(id) ?? '[]')),
    add(table, rows) {
      for (const row of rows) insert[table].run(...row, ...(table === 'agent_deal' ? [rowSum(table, row)] : []))
    },
  }
}

/** Writes the tables about owners. */
export function ownerStore(database: DatabaseSync): OwnerStore {
  return {
    run: statements(database),
    add(table, rows) {
      const holes = rows[0]?.map(() => '?').join(', ')
      const insert =
        holes === undefined ? undefined : database.prepare(`INSERT OR IGNORE INTO ${table} VALUES (${holes})`)
      for (const row of rows) insert?.run(...row)
    },
  }
}

/** Writes the terms of all agents. */
export function storeAllTerms(database: DatabaseSync): void {
  const ids = database.prepare('SELECT id FROM agent').all()
  database.exec('DELETE FROM agent_term')
  storeTerms(
    agentStore(database),
    ids.map(({ id }) => String(id)),
  )
}
