import type { Report } from '../ingest/report.ts'
import { rulesTold } from '../ingest/run-folder.ts'
import type { RunReport } from '../ingest/runs.ts'
import type { RecordName } from './resources.ts'

/** The result of one sync for one resource. */
export interface ResourceReport {
  readonly resource: RecordName
  /** `copy`: all rows. `changes`: rows that changed. */
  readonly kind: 'copy' | 'changes'
  readonly rowsRead: number
  readonly counts: Report['counts']
  readonly rowsRejected: number
  /** Number of rows without a stored record that may not be shown or that the mapping excludes. */
  readonly rowsLeftOut: number
  readonly rejectsFiles: readonly string[]
  readonly rejected: Report['rejected']
  readonly reported: Report['reported']
  /** Sentences for the operator. */
  readonly notes: readonly string[]
}

/** The result of one sync. */
export interface SyncReport {
  readonly source: string
  readonly server: string
  readonly requests: number
  readonly seconds: number
  readonly resources: readonly ResourceReport[]
  /** Sentences about wrong answers from the server. */
  readonly faults: readonly string[]
}

export function resourceReport(
  resource: RecordName,
  kind: ResourceReport['kind'],
  reports: readonly Report[],
  notes: readonly string[],
): ResourceReport {
  const sum = (of: (report: Report) => number) => reports.reduce((total, report) => total + of(report), 0)
  // keys of this type
  const outcomes = new Set(reports.flatMap(({ counts }) => Object.keys(counts) as (keyof Report['counts'])[]))
  const sums = [...outcomes].map((outcome) => [outcome, sum((report) => report.counts[outcome])] as const)
  const counts = { new: 0, changed: 0, unchanged: 0, gone: 0, removed: 0, ...Object.fromEntries(sums) }
  return {
    resource,
    kind,
    rowsRead: sum(({ rowsRead }) => rowsRead),
    counts,
    rowsRejected: sum(({ rowsRejected }) => rowsRejected),
    rowsLeftOut: sum(({ rowsLeftOut, deletesUnknown }) => rowsLeftOut + deletesUnknown),
    rejectsFiles: reports.flatMap(({ rejectsFile }) => rejectsFile ?? []),
    rejected: byRule(reports.flatMap(({ rejected }) => rejected)),
    reported: byRule(reports.flatMap(({ reported }) => reported)),
    notes,
  }
}

/** Merges the counts of equal rules from several reports. */
function byRule(counts: Report['rejected']): Report['rejected'] {
  const groups = Map.groupBy(counts, ({ rule }) => rule).values()
  return [...groups].flatMap(([first, ...others]) => {
    return first === undefined ? [] : [{ ...first, rows: first.rows + others.reduce((sum, { rows }) => sum + rows, 0) }]
  })
}

/** Returns the reports to store for operators, one per resource. */
export function runReports({ resources }: SyncReport): readonly RunReport[] {
  return resources.map(
    ({ resource, rowsRead, rowsRejected, rowsLeftOut, counts, rejected, reported, rejectsFiles, notes }) => ({
      resource,
      noun: null,
      rowsRead,
      rowsUsed: null,
      rowsRejected,
      rowsLeftOut,
      counts,
      files: [],
      rejected: rulesTold(rejected),
      reported: rulesTold(reported),
      joined: [],
      rejectsFiles,
      notes,
    }),
  )
}

/** Returns the report as text, line by line. */
export function syncLines({ source, server, requests, seconds, resources }: SyncReport): string[] {
  const asked = `${formatted(requests)} request${requests === 1 ? '' : 's'}`
  return [
    `${source} follows ${server}: ${asked} in ${seconds.toFixed(1)} s`,
    ...resources.flatMap((report) => [
      `  ${report.resource.padEnd(9)} ${report.kind === 'copy' ? 'copied' : 'followed'}: ${formatted(report.rowsRead)} rows read, ${countsIn(report)}`,
      ...[...report.rejected, ...report.reported].map(
        ({ rows, sentence, example }) => `    ${formatted(rows)} × ${sentence} First: ${example}`,
      ),
      ...report.rejectsFiles.map((file) => `    rejects  ${file}`),
      ...report.notes.map((note) => `    ${note}`),
    ]),
  ]
}

function countsIn({ counts, rowsRejected, rowsLeftOut }: ResourceReport): string {
  const parts = Object.entries(counts).filter(([name, count]) => count > 0 || name === 'new' || name === 'changed')
  const phrases = parts.map(([name, count]) => `${formatted(count)} ${name}`)
  const others = { rejected: rowsRejected, 'left out': rowsLeftOut }
  const otherPhrases = Object.entries(others).flatMap(([name, rows]) =>
    rows > 0 ? [`${formatted(rows)} ${name}`] : [],
  )
  return [...phrases, ...otherPhrases].join(', ')
}

function formatted(count: number): string {
  return count.toLocaleString('en-US')
}
