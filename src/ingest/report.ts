import type { Finding } from './finding.ts'
import type { Outcome, Settled } from './noun.ts'
import { type ImportNounName, importNounOf } from './nouns.ts'

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
  /** The same by file, and what became of those that were used. */
  readonly rows: readonly FileRows[]
  readonly noun: ImportNounName
  /** Records of the noun. `gone`: a newer complete list does not have them any more; they may be counted before, too. */
  readonly counts: Readonly<Record<Outcome, number>>
  /** `counts`, where the rows are homes. */
  readonly homes?: Readonly<Record<Exclude<Outcome, 'gone'>, number>>
  /** Where the rows are homes: sales that they tell of. */
  readonly sales?: number
  /** Those of them that the catalogue did not know. */
  readonly salesNew?: number
  /** Those of them that the catalogue knew at another price. */
  readonly salesChanged?: number
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

/** What became of the rows of one file: `read` is the sum of all others. */
export interface FileRows {
  readonly file: string
  readonly read: number
  /** The first rows of records that are new. */
  readonly new: number
  readonly changed: number
  readonly unchanged: number
  /** Rows of records that an earlier row of the import told of already. */
  readonly merged: number
  readonly rejected: number
}

/** Where a record stands, and the file whose row is counted for it. */
interface Standing {
  readonly outcome: Exclude<Outcome, 'gone'>
  readonly fileNumber: number | undefined
}

/** Counts records and sales; a record that comes in two batches is counted once. */
export class Tally {
  readonly #standings = new Map<number | string, Standing>()
  /** One object for all records that stand alike. */
  readonly #alike = new Map<string, Standing>()
  #gone = 0
  #sales = 0
  #salesNew = 0
  #salesChanged = 0

  add({ id, outcome, fileNumber, sales = 0, salesNew = 0, salesChanged = 0 }: Settled): void {
    this.#sales += sales
    this.#salesNew += salesNew
    this.#salesChanged += salesChanged
    const before = this.#standings.get(id)
    if (outcome === 'gone') this.#gone++
    else if (before === undefined) this.#standings.set(id, this.#standing(outcome, fileNumber))
    else if (before.outcome === 'unchanged') this.#standings.set(id, this.#standing(outcome, before.fileNumber))
  }

  #standing(outcome: Standing['outcome'], fileNumber: number | undefined): Standing {
    const key = `${outcome} ${fileNumber}`
    const standing = this.#alike.get(key) ?? { outcome, fileNumber }
    this.#alike.set(key, standing)
    return standing
  }

  /** Whether there is anything to commit. */
  get changed(): boolean {
    return this.#gone > 0 || [...this.#standings.values()].some(({ outcome }) => outcome !== 'unchanged')
  }

  /** Records that a row of the file is counted for, by what became of them. */
  ofFile(fileNumber: number): Pick<FileRows, Standing['outcome']> {
    const rows = { new: 0, changed: 0, unchanged: 0 }
    for (const standing of this.#standings.values()) if (standing.fileNumber === fileNumber) rows[standing.outcome]++
    return rows
  }

  counts(noun: ImportNounName): Pick<Report, 'noun' | 'counts' | 'homes' | 'sales' | 'salesNew' | 'salesChanged'> {
    const counts = { new: 0, changed: 0, unchanged: 0, gone: this.#gone }
    for (const { outcome } of this.#standings.values()) counts[outcome]++
    if (noun !== 'home') return { noun, counts }
    const homes = { new: counts.new, changed: counts.changed, unchanged: counts.unchanged }
    return { noun, counts, homes, sales: this.#sales, salesNew: this.#salesNew, salesChanged: this.#salesChanged }
  }
}

/** The report as a person reads it, line by line. */
export function summaryOf(report: Report): string[] {
  return [
    `${counted(report.rowsRead, 'row')} read from ${report.files.join(', ')} in ${report.seconds.toFixed(1)} s`,
    ...countLines(report),
    ...report.rows.map((rows) => rowLine(rows, report.rows.length > 1)),
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

function countLines({ noun, counts, sales, salesNew = 0, salesChanged = 0 }: Report): string[] {
  const label = importNounOf(noun).plural.padEnd(9)
  const changes = `${formatted(counts.new)} new, ${formatted(counts.changed)} changed, ${formatted(counts.unchanged)} unchanged`
  const gone = counts.gone > 0 ? `, ${formatted(counts.gone)} gone` : ''
  const lines = [`  ${label} ${changes}${gone}`]
  if (sales === undefined) return lines
  const corrected = salesChanged > 0 ? `, ${formatted(salesChanged)} changed` : ''
  const known = sales - salesNew - salesChanged
  return [
    ...lines,
    `  sales     ${formatted(salesNew)} new${corrected}${known > 0 ? `, ${formatted(known)} known before` : ''}`,
  ]
}

function rowLine({ file, read, rejected, merged, ...used }: FileRows, isOneOfSeveral: boolean): string {
  const where = isOneOfSeveral ? ` of ${file}` : ''
  const parts = [
    `${formatted(used.new)} new`,
    `${formatted(used.changed)} changed`,
    `${formatted(used.unchanged)} unchanged`,
    `${formatted(merged)} merged`,
    `${formatted(rejected)} rejected`,
  ]
  return `  rows      ${formatted(read)}${where} = ${parts.join(' + ')}`
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
