/**
 * What is told of imports and syncs while they run and afterwards. Nothing is imported here: the console takes these
 * types over. Moments are ISO 8601 in UTC, and null is said where there is nothing to say.
 */

export interface Run {
  readonly id: string
  readonly kind: RunKind
  readonly state: RunState
  readonly startedAt: string
  readonly endedAt: string | null
  readonly seconds: number | null
  /** What it reads: a source of imports. */
  readonly source: string | null
  /** Of an import. */
  readonly mapping: string | null
  /** Of a sync: the host that it asks. */
  readonly server: string | null
  /** Up to 50 as they were named. */
  readonly files: readonly string[]
  /** Of a run that goes on. */
  readonly progress: RunProgress | null
  /** Why nothing was imported, or what the server did not answer as it should. */
  readonly failure: string | null
  /** One of an import, one for each resource of a sync. */
  readonly reports: readonly RunReport[]
}

export type RunKind = 'import' | 'watch' | 'sync'

/**
 * `refused`: the rows were read and nothing was imported. `stopped`: by Ctrl-C. `lost`: it was killed, or its machine
 * was switched off.
 */
export type RunState = 'running' | 'done' | 'refused' | 'failed' | 'stopped' | 'lost'

export interface RunProgress {
  /** What is done now, in words. */
  readonly step: string
  /** Rows, or records that were put in order. */
  readonly done: number
  /** An estimate; 0 where nobody knows. */
  readonly total: number
  readonly at: string
}

export interface RunReport {
  /** Of a sync: the resource. */
  readonly resource: string | null
  readonly noun: string | null
  /** The sum of the next three, as far as they are told. */
  readonly rowsRead: number
  readonly rowsUsed: number | null
  readonly rowsRejected: number
  readonly rowsLeftOut: number | null
  /** Records by what became of them. */
  readonly counts: RecordCounts
  /** Up to 50. */
  readonly files: readonly RunFile[]
  /** Up to 50 rules each, the one with the most rows first. */
  readonly rejected: readonly RuleRows[]
  /** Rows that were used all the same. */
  readonly reported: readonly RuleRows[]
  /** Rows that became part of homes that other records gave. */
  readonly joined: readonly RuleRows[]
  /** Files of rejected rows. */
  readonly rejectsFiles: readonly string[]
  /** What an operator should know, as sentences. */
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
  /** The first of them: file, line and detail. */
  readonly example: string
}
