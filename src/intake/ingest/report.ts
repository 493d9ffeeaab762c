import { clip, quote, visible } from '../../kit/base/sentence.ts'
import type { KeyRows, Outcome, Settled } from './noun.ts'
import { type ImportNounName, importNounOf } from './nouns.ts'
import { type RuleCount, RuleTally } from './rule-tally.ts'
import { joiningFinding } from './same-home.ts'

/**
 * The result of an import. `rowsRead` = `rowsUsed` + `rowsRejected` + `rowsLeftOut`. Rows that delete records are used.
 */
export interface Report {
  readonly mapping: string
  readonly source: string
  readonly attribution?: string
  readonly files: readonly string[]
  /** Whether this was a dry run: nothing was written. */
  readonly dryRun: boolean
  /**
   * Set if the import was refused: nearly all rows were rejected, or no sale has a date. The counts say what it would
   * have changed.
   */
  readonly refused?: boolean
  readonly rowsRead: number
  readonly rowsUsed: number
  readonly rowsRejected: number
  /** Number of rows that the mapping's `where` excludes. */
  readonly rowsLeftOut: number
  /** Number of deleting rows whose record was unknown. This is not an error. */
  readonly deletesUnknown: number
  /** Counts of each file's rows by outcome. */
  readonly rows: readonly FileRows[]
  readonly noun: ImportNounName
  /**
   * Number of records by outcome. `gone`: missing from a newer complete list. These records may also count under
   * another outcome.
   */
  readonly counts: Readonly<Record<Exclude<Outcome, 'joined'>, number>>
  /** `counts` without deleted records, for imports of homes. */
  readonly homes?: Readonly<Record<'new' | 'changed' | 'unchanged', number>>
  /** Number of records with several rows, and the keys with the most rows. */
  readonly severalRows?: { readonly records: number; readonly most: readonly KeyRows[] }
  /** Records that joined existing homes, by the rule that matched. */
  readonly joined: readonly RuleCount[]
  /** Number of sales in the rows. Only for homes. */
  readonly sales?: number
  /** Number of sales new to the catalog. */
  readonly salesNew?: number
  /** Number of sales whose price in the catalog was different. */
  readonly salesChanged?: number
  readonly rejected: readonly RuleCount[]
  /** Findings about rows that were used, by rule. */
  readonly reported: readonly RuleCount[]
  readonly columnsNotUsed: readonly string[]
  /** The origins of the pictures in new and changed records. */
  readonly pictureOrigins: readonly string[]
  /** The file of rejected rows. Absent if there are none, and in dry runs. */
  readonly rejectsFile?: string
  readonly seconds: number
}

/** The outcomes of a file's rows. `read` is the sum of all others. */
export interface FileRows {
  readonly file: string
  readonly read: number
  /** Number of new records. */
  readonly new: number
  readonly changed: number
  readonly unchanged: number
  /** Number of rows whose record has an earlier row in this import or joined an existing home. */
  readonly merged: number
  /** Number of rows that delete their record or whose record a later row deletes. */
  readonly removed: number
  readonly rejected: number
  /** Number of rows that the mapping's `where` excludes. */
  readonly leftOut: number
}

/** Counts of a file's rows that are known before records are written. */
export interface RowCounts {
  read: number
  merged: number
  /** Number of rows that delete their record. */
  removed: number
  rejected: number
  leftOut: number
}

export const NO_ROWS: RowCounts = { read: 0, merged: 0, removed: 0, rejected: 0, leftOut: 0 }

/** A record's outcome, and the index of the file whose report counts it. */
interface Standing {
  readonly outcome: Exclude<Outcome, 'gone'>
  readonly fileNumber: number | undefined
}

/** Maximum number of keys listed. */
const KEYS_TOLD_MAX = 3

/** Counts records and sales. A record in two batches counts once. */
export class Tally {
  /** Records that later rows may still change. */
  readonly #standings = new Map<number | string, Standing>()
  /** Number of finished records by outcome and file. */
  readonly #lasting = new Map<Standing, number>()
  /** Records with equal outcome and file share one object, to save memory. */
  readonly #alike = new Map<string, Standing>()
  readonly #joined = new RuleTally()
  #ofSeveralRows = 0
  #most: readonly KeyRows[] = []
  #gone = 0
  #sales = 0
  #salesNew = 0
  #salesChanged = 0

  add({
    id,
    outcome,
    joining,
    fileNumber,
    severalRows,
    sales = 0,
    salesNew = 0,
    salesChanged = 0,
    isLast,
  }: Settled): void {
    if (severalRows) this.#addSeveral(severalRows)
    this.#sales += sales
    this.#salesNew += salesNew
    this.#salesChanged += salesChanged
    if (joining) this.#joined.add([joiningFinding(joining)], '')
    const before = isLast ? undefined : this.#standings.get(id)
    if (outcome === 'gone') this.#gone++
    else if (isLast) this.#last(this.#standing(outcome, fileNumber))
    else if (before === undefined) this.#standings.set(id, this.#standing(outcome, fileNumber))
    else if (before.outcome === 'unchanged' || outcome === 'removed')
      this.#standings.set(id, this.#standing(outcome, before.fileNumber))
    else if (before.outcome === 'removed') this.#standings.set(id, this.#standing('changed', before.fileNumber))
  }

  #addSeveral(several: KeyRows): void {
    this.#ofSeveralRows++
    if (this.#most.length === KEYS_TOLD_MAX && several.rows <= (this.#most.at(-1)?.rows ?? 0)) return
    this.#most = [...this.#most, several].sort((a, b) => b.rows - a.rows).slice(0, KEYS_TOLD_MAX)
  }

  #last(standing: Standing): void {
    this.#lasting.set(standing, (this.#lasting.get(standing) ?? 0) + 1)
  }

  /** Yields each outcome and file with the number of records. */
  *#counted(): Generator<readonly [Standing, number]> {
    yield* this.#lasting
    for (const standing of this.#standings.values()) yield [standing, 1]
  }

  #standing(outcome: Standing['outcome'], fileNumber: number | undefined): Standing {
    const key = `${outcome} ${fileNumber}`
    const standing = this.#alike.get(key) ?? { outcome, fileNumber }
    this.#alike.set(key, standing)
    return standing
  }

  /** Whether there are changes to commit. */
  get changed(): boolean {
    return this.#gone > 0 || [...this.#counted()].some(([{ outcome }]) => outcome !== 'unchanged')
  }

  /** Returns the number of the file's records by outcome. */
  ofFile(fileNumber: number): Readonly<Record<Standing['outcome'], number>> {
    const rows = { new: 0, joined: 0, changed: 0, unchanged: 0, removed: 0 }
    for (const [standing, count] of this.#counted()) {
      if (standing.fileNumber === fileNumber) rows[standing.outcome] += count
    }
    return rows
  }

  counts(
    noun: ImportNounName,
  ): Pick<Report, 'noun' | 'counts' | 'homes' | 'severalRows' | 'joined' | 'sales' | 'salesNew' | 'salesChanged'> {
    const all = { new: 0, joined: 0, changed: 0, unchanged: 0, removed: 0, gone: this.#gone }
    for (const [{ outcome }, count] of this.#counted()) all[outcome] += count
    const { joined: _rows, ...counts } = all
    const severalRows = this.#ofSeveralRows > 0 ? { records: this.#ofSeveralRows, most: this.#most } : undefined
    const joined = { ...(severalRows && { severalRows }), joined: this.#joined.counts() }
    if (noun !== 'home') return { noun, counts, ...joined }
    const homes = { new: counts.new, changed: counts.changed, unchanged: counts.unchanged }
    return {
      noun,
      counts,
      homes,
      ...joined,
      sales: this.#sales,
      salesNew: this.#salesNew,
      salesChanged: this.#salesChanged,
    }
  }
}

/** Whether every used row is a sale without a date. */
export function isUndated({ reported, rowsUsed }: Pick<Report, 'reported' | 'rowsUsed'>): boolean {
  return reported.some(({ rule, rows }) => rule === 'close.undated' && rows === rowsUsed)
}

/** Returns the report as text, line by line. */
export function summaryOf(report: Report): string[] {
  return [
    `${counted(report.rowsRead, 'row')} read from ${report.files.join(', ')} in ${report.seconds.toFixed(1)} s`,
    ...countLines(report),
    ...report.rows.map((rows) => rowLine(rows, report.rows.length > 1)),
    ...(report.dryRun ? severalLines(report) : []),
    ...(report.joined.length > 0 ? ['  merged    into homes of other records:'] : []),
    ...report.joined.flatMap(ruleLines),
    `  rejected  ${report.rowsRejected === 0 ? 'none' : counted(report.rowsRejected, 'row')}`,
    ...report.rejected.flatMap(ruleLines),
    `  reported  ${report.reported.length === 0 ? 'nothing unusual' : 'kept, but unusual:'}`,
    ...report.reported.flatMap(ruleLines),
    ...(report.columnsNotUsed.length > 0 ? [`  not used  columns ${someOf(report.columnsNotUsed)}`] : []),
    ...(report.rejectsFile === undefined ? [] : [`  rejects   ${report.rejectsFile}`]),
    ...(report.attribution === undefined ? [] : [`  source    ${report.attribution}`]),
    ...(report.dryRun ? ['Dry run: nothing was written.'] : report.refused ? ['Nothing was imported.'] : []),
  ]
}

function severalLines({ severalRows }: Report): string[] {
  if (severalRows === undefined) return []
  const { records, most } = severalRows
  const keys = most.map(({ key, rows }) => `${quote(key)} ${counted(rows, 'row')}`)
  return [
    `  merges    rows with the same key into ${counted(records, 'record')}: ${keys.join(', ')}${records > most.length ? ', …' : ''}`,
  ]
}

/** Returns the report in one line. */
export function shortSummaryOf(report: Report): string {
  const { noun, counts, rowsRead, rowsRejected, rejectsFile, seconds } = report
  const outcomes = Object.entries(counts).map(([outcome, count]) => `${formatted(count)} ${outcome}`)
  const rejected = rowsRejected === 0 ? [] : [`${counted(rowsRejected, 'row')} rejected, see ${rejectsFile}`]
  const parts = [counted(rowsRead, 'row'), `${importNounOf(noun).plural} ${outcomes.join(', ')}`, ...rejected]
  return [...parts, `${seconds.toFixed(1)} s`].join('; ')
}

function countLines({ noun, counts, deletesUnknown, sales, salesNew = 0, salesChanged = 0 }: Report): string[] {
  const label = importNounOf(noun).plural.padEnd(9)
  const changes = `${formatted(counts.new)} new, ${formatted(counts.changed)} changed, ${formatted(counts.unchanged)} unchanged`
  const removed = counts.removed > 0 ? `, ${formatted(counts.removed)} removed` : ''
  const gone = counts.gone > 0 ? `, ${formatted(counts.gone)} gone` : ''
  const lines = [`  ${label} ${changes}${removed}${gone}`]
  if (deletesUnknown > 0) lines.push(`  deletes   ${formatted(deletesUnknown)} of records that are not in the catalog`)
  if (sales === undefined) return lines
  const corrected = salesChanged > 0 ? `, ${formatted(salesChanged)} changed` : ''
  const unchanged = sales - salesNew - salesChanged
  return [
    ...lines,
    `  sales     ${formatted(salesNew)} new${corrected}${unchanged > 0 ? `, ${formatted(unchanged)} known before` : ''}`,
  ]
}

function rowLine(
  { file, read, rejected, merged, removed, leftOut, ...used }: FileRows,
  isOneOfSeveral: boolean,
): string {
  const where = isOneOfSeveral ? ` of ${file}` : ''
  const parts = [
    `${formatted(used.new)} new`,
    `${formatted(used.changed)} changed`,
    `${formatted(used.unchanged)} unchanged`,
    `${formatted(merged)} merged`,
    ...(removed > 0 ? [`${formatted(removed)} removed`] : []),
    `${formatted(rejected)} rejected`,
    ...(leftOut > 0 ? [`${formatted(leftOut)} left out`] : []),
  ]
  return `  rows      ${formatted(read)}${where} = ${parts.join(' + ')}`
}

function ruleLines({ sentence, rows, example, texts = [], textsBeside = 0 }: RuleCount): string[] {
  const lines = [`    ${formatted(rows)} × ${sentence}`, `      ${rows > 1 ? 'first ' : ''}${example}`]
  // A single text is already in the example.
  if (texts.length < 2) return lines
  const shown = texts.slice(0, TEXTS_SHOWN)
  const others = texts.slice(TEXTS_SHOWN).reduce((sum, { times }) => sum + times, textsBeside)
  const counts = shown.map(({ text, times }) => (times > 1 ? `${formatted(times)} × ${quote(text)}` : quote(text)))
  return [...lines, `      ${[...counts, ...(others > 0 ? [`${formatted(others)} others`] : [])].join(', ')}`]
}

/** Maximum number of texts in the printed report. `--json` shows more. */
const TEXTS_SHOWN = 10
const COLUMNS_SHOWN = 40

function someOf(columns: readonly string[]): string {
  const shown = columns
    .slice(0, COLUMNS_SHOWN)
    .map((name) => (name === '' ? '(without a name)' : visible(clip(name))))
    .join(', ')
  const others = columns.length - COLUMNS_SHOWN
  return others > 0 ? `${shown} and ${formatted(others)} others` : shown
}

function counted(count: number, noun: string): string {
  return `${formatted(count)} ${noun}${count === 1 ? '' : 's'}`
}

function formatted(count: number): string {
  return count.toLocaleString('en-US')
}
