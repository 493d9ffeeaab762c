/**
 * The record of imports and syncs, while they run and afterwards. This file imports nothing, because the console uses
 * these types. Moments are ISO 8601 in UTC, and missing values are null.
 */

export interface Run {
  readonly id: string
  readonly kind: RunKind
  readonly state: RunState
  readonly startedAt: string
  readonly endedAt: string | null
  readonly seconds: number | null
  /** The source that it reads. */
  readonly source: string | null
  /** The mapping of an import. */
  readonly mapping: string | null
  /** The host that a sync asks. */
  readonly server: string | null
  /** Up to 50 files, with the names that the caller gave. */
  readonly files: readonly string[]
  /** The progress of a run that has not ended. */
  readonly progress: RunProgress | null
  /** Why nothing was imported, or which answers of the server were wrong. */
  readonly failure: string | null
  /** One report of an import, and one for each resource of a sync. */
  readonly reports: readonly RunReport[]
}

export type RunKind = 'import' | 'watch' | 'sync'

/**
 * `refused` means that the rows were read and nothing was imported; `stopped` that Ctrl-C ended it; `lost` that it was
 * killed, or its machine was switched off.
 */
export type RunState = 'running' | 'done' | 'refused' | 'failed' | 'stopped' | 'lost'

export interface RunProgress {
  /** The present step, in words. */
  readonly step: string
  /** Number of rows, or of records that were put in order. */
  readonly done: number
  /** An estimate; 0 where it is unknown. */
  readonly total: number
  readonly at: string
}

export interface RunReport {
  /** The resource of a sync. */
  readonly resource: string | null
  readonly noun: string | null
  /** The sum of the next three, as far as they are present. */
  readonly rowsRead: number
  readonly rowsUsed: number | null
  readonly rowsRejected: number
  readonly rowsLeftOut: number | null
  /** Number of records by outcome. */
  readonly counts: RecordCounts
  /** Up to 50 files. */
  readonly files: readonly RunFile[]
  /** Up to 50 rules each, the one with the most rows first. */
  readonly rejected: readonly RuleRows[]
  /** Rows that were used despite a finding. */
  readonly reported: readonly RuleRows[]
  /** Rows that joined homes from other records. */
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

/** `read` is the sum of the others. */
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
  /** The first of these rows: file, line and detail. */
  readonly example: string
}
