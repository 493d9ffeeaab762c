import type { Plan } from './access.ts'

/** The default of `rowsPerCredit`. */
const ROWS_PER_CREDIT = 200

/** How many rows of a page one credit buys. */
export function rowsPerCreditOf({ rowsPerCredit = ROWS_PER_CREDIT }: Plan): number {
  return rowsPerCredit
}

/** The price of a page of rows. An empty page costs one credit too, because the search behind it costs the same. */
export function creditsForRows(plan: Plan, rows: number): number {
  return Math.max(1, Math.ceil(rows / rowsPerCreditOf(plan)))
}
