import type { PreparedStatement } from '../../src/kit/postgres/database.ts'
import { type Explained, nodesOf, type PlanNode } from './explained.ts'
import { KINDS, type KnownHome, type QueriedPorts } from './kinds.ts'

/** Matches the names of tables that grow with the number of homes. A query must never read such a table completely. */
const GROWING =
  /^(for_sale|for_rent|sold)|^(home|building|card|building_card|person|address_book|address_line|address_word|person_address|home_point)$/

/** A kind of query, and the statements that it sends. */
export interface KindStatements {
  readonly kind: string
  readonly statements: readonly PreparedStatement[]
}

/** Runs each kind of query once. */
export async function runKinds(
  catalog: QueriedPorts,
  explained: Explained,
  home: KnownHome,
): Promise<readonly KindStatements[]> {
  const runs: KindStatements[] = []
  for (const [kind, run] of Object.entries(KINDS)) {
    explained.take()
    await run(catalog, home)
    runs.push({ kind, statements: explained.take() })
  }
  return runs
}

/** Returns the parts of a plan that read a growing table, or one of its indexes, completely. */
export function wholeReads(plan: PlanNode): string[] {
  return [...nodesOf(plan)].flatMap((node) => {
    const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = '', 'Index Cond': condition } = node
    const reads = /^(Seq|Index|Index Only|Sample) Scan$/.test(type) && GROWING.test(table)
    if (type === 'Bitmap Index Scan' && condition === undefined) return [`${type} on ${index}`]
    return reads && condition === undefined ? [`${type} on ${table}`] : []
  })
}
