import type { Outcome, Settled } from './batch.ts'
import type { Finding } from './row-reader.ts'

/** Rows that fall under one rule. */
export interface RuleCount {
  readonly rule: string
  readonly sentence: string
  readonly rows: number
  /** The first few: file, line, and what is so there. */
  readonly examples: readonly string[]
}

/** What an import did. `rowsRead` = `rowsUsed` + `rowsRejected`. */
export interface Report {
  readonly mapping: string
  readonly source: string
  readonly attribution?: string
  readonly files: readonly string[]
  /** Nothing was written. */
  readonly dryRun: boolean
  readonly rowsRead: number
  readonly rowsUsed: number
  readonly rowsRejected: number
  readonly homes: Readonly<Record<Outcome, number>>
  /** Sales that the rows tell of. */
  readonly sales: number
  /** Those of them that the catalogue did not know. */
  readonly salesNew: number
  readonly rejected: readonly RuleCount[]
  /** Rows that are used although something about them is odd. */
  readonly reported: readonly RuleCount[]
  readonly columnsNotUsed: readonly string[]
  /** File of the rows that were rejected; absent when there are none, or nothing is written. */
  readonly rejectsFile?: string
  readonly seconds: number
}

const EXAMPLES_MAX = 5

/** Counts findings by rule; the rules in order of their number of rows. */
export class RuleTally {
  readonly #counts = new Map<string, { sentence: string; rows: number; examples: string[] }>()

  add({ rule, sentence, detail }: Finding, where: string): void {
    const count = this.#counts.get(rule) ?? { sentence, rows: 0, examples: [] }
    this.#counts.set(rule, count)
    count.rows++
    if (count.examples.length < EXAMPLES_MAX) count.examples.push(`${where}: ${detail}`)
  }

  counts(): readonly RuleCount[] {
    return [...this.#counts].map(([rule, count]) => ({ rule, ...count })).sort((a, b) => b.rows - a.rows)
  }
}

/** Counts homes and sales; a home that comes in two batches is counted once. */
export class HomeTally {
  readonly #outcomes = new Map<number, Outcome>()
  #sales = 0
  #salesNew = 0

  add({ zpid, outcome, sales, salesNew }: Settled): void {
    const before = this.#outcomes.get(zpid)
    if (before === undefined || before === 'unchanged') this.#outcomes.set(zpid, outcome)
    this.#sales += sales
    this.#salesNew += salesNew
  }

  counts(): Pick<Report, 'homes' | 'sales' | 'salesNew'> {
    const homes = { new: 0, changed: 0, unchanged: 0 }
    for (const outcome of this.#outcomes.values()) homes[outcome]++
    return { homes, sales: this.#sales, salesNew: this.#salesNew }
  }
}

/** The report as a person reads it, line by line. */
export function summaryOf(report: Report): string[] {
  const { homes, sales, salesNew } = report
  const known = sales - salesNew
  return [
    `${counted(report.rowsRead, 'row')} read from ${report.files.join(', ')} in ${report.seconds.toFixed(1)} s`,
    `  homes     ${formatted(homes.new)} new, ${formatted(homes.changed)} changed, ${formatted(homes.unchanged)} unchanged`,
    `  sales     ${formatted(salesNew)} new${known > 0 ? `, ${formatted(known)} known before` : ''}`,
    `  rejected  ${report.rowsRejected === 0 ? 'none' : counted(report.rowsRejected, 'row')}`,
    ...report.rejected.flatMap(ruleLines),
    `  reported  ${report.reported.length === 0 ? 'nothing odd' : 'kept, but odd:'}`,
    ...report.reported.flatMap(ruleLines),
    ...(report.columnsNotUsed.length > 0 ? [`  not used  columns ${report.columnsNotUsed.join(', ')}`] : []),
    ...(report.rejectsFile === undefined ? [] : [`  rejects   ${report.rejectsFile}`]),
    ...(report.attribution === undefined ? [] : [`  source    ${report.attribution}`]),
    ...(report.dryRun ? ['Dry run: nothing was written.'] : []),
  ]
}

function ruleLines({ sentence, rows, examples }: RuleCount): string[] {
  const rest = rows - examples.length
  return [
    `    ${formatted(rows)} × ${sentence}`,
    ...examples.map((example) => `      ${example}`),
    ...(rest > 0 ? [`      and ${formatted(rest)} more`] : []),
  ]
}

function counted(count: number, noun: string): string {
  return `${formatted(count)} ${noun}${count === 1 ? '' : 's'}`
}

function formatted(count: number): string {
  return count.toLocaleString('en-US')
}
