import type { Plan } from './access.ts'

/** Default of `rowsPerCredit`. */
const ROWS_PER_CREDIT = 200

export function rowsPerCreditOf({ rowsPerCredit = ROWS_PER_CREDIT }: Plan): number {
  return rowsPerCredit
}

/** Returns the price of a page of rows. An empty page costs one credit, because its search costs the same. */
export function creditsForRows(plan: Plan, rows: number): number {
  return Math.max(1, Math.ceil(rows / rowsPerCreditOf(plan)))
}
