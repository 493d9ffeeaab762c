import type { Plan } from './access.ts'

/** The default of `rowsPerCredit`. */
const ROWS_PER_CREDIT = 200

/** Rows of a page that one credit pays for. */
export function rowsPerCreditOf({ rowsPerCredit = ROWS_PER_CREDIT }: Plan): number {
  return rowsPerCredit
}

/** The price of a page of rows. An empty page costs a credit, too, because it took the same search. */
export function creditsForRows(plan: Plan, rows: number): number {
  return Math.max(1, Math.ceil(rows / rowsPerCreditOf(plan)))
}
