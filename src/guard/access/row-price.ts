import type { Plan } from './access.ts'

/** Where the plan states nothing else. */
const ROWS_PER_CREDIT = 200

/** Rows of a page that one credit pays for. */
export function rowsPerCreditOf({ rowsPerCredit = ROWS_PER_CREDIT }: Plan): number {
  return rowsPerCredit
}

/** The price of a page of rows. One that turned out empty costs a credit, too: it took the same search. */
export function creditsForRows(plan: Plan, rows: number): number {
  return Math.max(1, Math.ceil(rows / rowsPerCreditOf(plan)))
}
