import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { checkRow, type RowValue, rowSum } from '../../kit/algorithms/row-sum.ts'
import { inSqlite } from '../../kit/store/statements.ts'
import { type AgentStore, storeTerms } from '../agents/changes.ts'
import { DEAL_COLUMNS } from '../agents/deals.ts'
import { RecordReader } from './records.ts'

/** The deals whose rows match their checksums; reading another row throws Damage. */
export const CHECKED_DEALS = `(SELECT * FROM agent_deal WHERE is_sound(sum, ${DEAL_COLUMNS.join(', ')}))`

/** Runs the statements of `catalog/agents` on a connection. */
export function agentReader(database: DatabaseSync): (text: string, values: readonly unknown[]) => readonly object[] {
  database.function('is_sound', { varargs: true }, (sum, ...values) => {
    checkRow('agent_deal', values as RowValue[], sum) // the columns, as the schema says
    return 1
  })
  return statements(database)
}

/** Statements prepared at a time: each combination of conditions is one of its own. */
const PREPARED_MAX = 100

function statements(database: DatabaseSync) {
  const prepared = new Map<string, StatementSync>()
  return (text: string, values: readonly unknown[]): Record<string, unknown>[] => {
    if (prepared.size === PREPARED_MAX) prepared.clear()
    const statement = prepared.get(text) ?? database.prepare(inSqlite(text))
    prepared.set(text, statement)
    const bound = values.map((value) => (Array.isArray(value) ? JSON.stringify(value) : value))
    return statement.all(...(bound as (string | number)[])) // what the statements bind beside lists
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

/** Writes the terms of all agents. */
export function storeAllTerms(database: DatabaseSync): void {
  const ids = database.prepare('SELECT id FROM agent').all()
  database.exec('DELETE FROM agent_term')
  storeTerms(
    agentStore(database),
    ids.map(({ id }) => String(id)),
  )
}
