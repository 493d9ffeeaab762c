import type { PreparedStatement } from '../../src/kit/postgres/database.ts'
import { type Explained, nodesOf, type PlanNode } from './explained.ts'
import { type Asked, KINDS, type KnownHome } from './kinds.ts'

/** Tables of a catalogue that grow with its homes, and so must never be read whole for one question. */
const GROWING =
  /^(for_sale|for_rent|sold)|^(home|building|card|building_card|person|address_book|address_line|address_word|person_address|home_point)$/

/** One question, and the statements that it took. */
export interface AskedKind {
  readonly kind: string
  readonly statements: readonly PreparedStatement[]
}

/** Asks each kind once. */
export async function askKinds(catalog: Asked, explained: Explained, home: KnownHome): Promise<readonly AskedKind[]> {
  const asked: AskedKind[] = []
  for (const [kind, ask] of Object.entries(KINDS)) {
    explained.take()
    await ask(catalog, home)
    asked.push({ kind, statements: explained.take() })
  }
  return asked
}

/** The parts of a plan that read a growing table whole, or an index of it from end to end. */
export function wholeReads(plan: PlanNode): string[] {
  return [...nodesOf(plan)].flatMap((node) => {
    const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = '', 'Index Cond': condition } = node
    const reads = /^(Seq|Index|Index Only|Sample) Scan$/.test(type) && GROWING.test(table)
    if (type === 'Bitmap Index Scan' && condition === undefined) return [`${type} on ${index}`]
    return reads && condition === undefined ? [`${type} on ${table}`] : []
  })
}
