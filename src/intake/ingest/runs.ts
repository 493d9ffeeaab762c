/**
 * Stored records of imports and syncs, running and finished. This file imports nothing, because the console uses its
 * types. Moments are ISO 8601 in UTC; missing values are null.
 */

export interface Run {
  readonly id: string
  readonly kind: RunKind
  readonly state: RunState
  readonly startedAt: string
  readonly endedAt: string | null
  readonly seconds: number | null
  /** The source whose data is read. */
  readonly source: string | null
  /** The mapping, for imports. */
  readonly mapping: string | null
  /** The server's host, for syncs. */
  readonly server: string | null
  /** Up to 50 files, as the caller named them. */
  readonly files: readonly string[]
  /** Null if the run has ended. */
  readonly progress: RunProgress | null
  /** Why nothing was imported, or which of the server's answers were wrong. */
  readonly failure: string | null
  /** One report per import, or per resource of a sync. */
  readonly reports: readonly RunReport[]
}

export type RunKind = 'import' | 'watch' | 'sync'

/**
 * `refused`: rows were read, but nothing was imported. `stopped`: ended by Ctrl-C. `lost`: killed, or the machine was
 * switched off.
 */
export type RunState = 'running' | 'done' | 'refused' | 'failed' | 'stopped' | 'lost'

export interface RunProgress {
  /** The current step, in words. */
  readonly step: string
  /** Number of rows read or records processed. */
  readonly done: number
  /** An estimate. 0 if unknown. */
  readonly total: number
  readonly at: string
}

export interface RunReport {
  /** The resource, for syncs. */
  readonly resource: string | null
  readonly noun: string | null
  /** `rowsUsed` + `rowsRejected` + `rowsLeftOut`, as far as known. */
  readonly rowsRead: number
  readonly rowsUsed: number | null
  readonly rowsRejected: number
  readonly rowsLeftOut: number | null
  readonly counts: RecordCounts
  /** At most 50 files. */
  readonly files: readonly RunFile[]
  /** At most 50 rules, most rows first. */
  readonly rejected: readonly RuleRows[]
  /** Findings about rows that were used. */
  readonly reported: readonly RuleRows[]
  /** Records that joined existing homes. */
  readonly joined: readonly RuleRows[]
  /** Files of rejected rows. */
  readonly rejectsFiles: readonly string[]
  /** Sentences for the operator. */
  readonly notes: readonly string[]
}

export interface RecordCounts {
  readonly new: number
  readonly changed: number
  readonly unchanged: number
  readonly removed: number
  readonly gone: number
}

/** `read` is the sum of all others. */
export interface RunFile {
  readonly file: string
  readonly read: number
  readonly new: number
  readonly changed: number
  readonly unchanged: number
  readonly merged: number
  readonly removed: number
  readonly rejected: number
  readonly leftOut: number
}

export interface RuleRows {
  readonly rule: string
  readonly sentence: string
  readonly rows: number
  /** The first row: file, line and detail. */
  readonly example: string
}
