import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../../kit/base/clock.ts'
import { isRunning } from '../../kit/base/process.ts'
import { clip } from '../../kit/base/sentence.ts'
import type { FileRows, Report } from './report.ts'
import type { RuleCount } from './rule-tally.ts'
import type { RuleRows, Run, RunKind, RunReport, RunState } from './runs.ts'

/** Subfolder of the data folder with one file per run, named after its start. */
const FOLDER = 'runs'

/** Number of runs stored for each kind. Frequent syncs do not displace imports. */
const RUNS_KEPT = 50
/** Limits for each stored report: number of files and rules, and characters of an example. */
const DETAILS_KEPT = 50
const EXAMPLE_CHARACTERS = 300

/** Interval between two writes of a run's progress. */
const PROGRESS_MS = 1000

/** A run on another machine counts as lost after this time without progress. Its process cannot be checked. */
const SILENT_MS = 15 * 60_000

const RUN_FILE = /^\d{4}-\d{2}-\d{2}T\d{6}\.\d{3}Z-(import|watch|sync)-[\d.]+\.json$/

/** What is known about a run when it starts. */
export type RunBegun = Pick<Run, 'kind' | 'source'> & Partial<Pick<Run, 'mapping' | 'server' | 'files'>>

/** How a run ended. */
export interface RunOutcome {
  readonly state: Exclude<RunState, 'running' | 'lost'>
  readonly failure?: string | undefined
  readonly reports?: readonly RunReport[]
}

interface StoredRun extends Run {
  readonly process: { readonly host: string; readonly pid: number }
}

/**
 * One import or sync in the folder of runs, for operators. It is recorded from its start, even if it fails. If
 * recording fails, the run goes on. A missing data folder is not created.
 */
export class RunFile {
  readonly #dataDir: string
  readonly #clock: Clock
  readonly #startMs: number
  #run: StoredRun
  #toldMs: number

  constructor(dataDir: string, clock: Clock, { kind, source, mapping = null, server = null, files = [] }: RunBegun) {
    this.#dataDir = dataDir
    this.#clock = clock
    this.#startMs = clock.now()
    this.#toldMs = this.#startMs
    const startedAt = new Date(this.#startMs).toISOString()
    this.#run = {
      id: idIn(dataDir, `${startedAt.replaceAll(':', '')}-${kind}-${process.pid}`),
      kind,
      state: 'running',
      startedAt,
      endedAt: null,
      seconds: null,
      source,
      mapping,
      server,
      files: files.slice(0, DETAILS_KEPT),
      progress: null,
      failure: null,
      reports: [],
      process: { host: hostname(), pid: process.pid },
    }
    this.#write()
    attempted(() => this.#prune())
  }

  /** Records progress. `total` is 0 if unknown. */
  progress(step: string, done: number, total: number): void {
    const nowMs = this.#clock.now()
    if (nowMs - this.#toldMs < PROGRESS_MS && step === this.#run.progress?.step) return
    this.#toldMs = nowMs
    this.#run = { ...this.#run, progress: { step, done, total, at: new Date(nowMs).toISOString() } }
    this.#write()
  }

  end({ state, failure, reports = [] }: RunOutcome): void {
    const endMs = this.#clock.now()
    const endedAt = new Date(endMs).toISOString()
    const seconds = (endMs - this.#startMs) / 1000
    this.#run = { ...this.#run, state, endedAt, seconds, progress: null, failure: failure ?? null, reports }
    this.#write()
  }

  /** Deletes the record of a run that had nothing to do. */
  forget(): void {
    attempted(() => rmSync(this.#path, { force: true }))
  }

  get #path(): string {
    return join(this.#dataDir, FOLDER, `${this.#run.id}.json`)
  }

  /** Writes the file atomically: a reader sees the old or the new content. */
  #write(): void {
    attempted(() => {
      if (!existsSync(this.#dataDir)) return
      mkdirSync(join(this.#dataDir, FOLDER), { recursive: true, mode: 0o700 })
      writeFileSync(`${this.#path}.new`, JSON.stringify(this.#run))
      renameSync(`${this.#path}.new`, this.#path)
    })
  }

  #prune(): void {
    const { kind } = this.#run
    const names = runFiles(this.#dataDir).filter((name) => kindIn(name) === kind)
    for (const name of names.slice(RUNS_KEPT)) rmSync(join(this.#dataDir, FOLDER, name), { force: true })
  }
}

/** Returns the runs of a data folder, latest first, without unreadable files. */
export function runsIn(dataDir: string, nowMs: number): readonly Run[] {
  return runFiles(dataDir).flatMap((name) => {
    try {
      const path = join(dataDir, FOLDER, name)
      const { process: by, ...run } = JSON.parse(readFileSync(path, 'utf8')) as StoredRun // `RunFile` wrote it
      const isEarlier = Date.parse(run.startedAt) < nowMs - process.uptime() * 1000
      const isLost = run.state === 'running' && !isAlive(by, nowMs - statSync(path).mtimeMs, isEarlier)
      return [isLost ? { ...run, state: 'lost' as const } : run]
    } catch {
      return []
    }
  })
}

/** Returns an unused id. Two runs may start at the same time. */
function idIn(dataDir: string, name: string): string {
  let id = name
  for (let n = 2; existsSync(join(dataDir, FOLDER, `${id}.json`)); n++) id = `${name}.${n}`
  return id
}

/** Returns the files of runs, latest first. */
function runFiles(dataDir: string): string[] {
  const path = join(dataDir, FOLDER)
  if (!existsSync(path)) return []
  return readdirSync(path)
    .filter((name) => RUN_FILE.test(name))
    .sort()
    .toReversed()
}

function kindIn(name: string): RunKind {
  return RUN_FILE.exec(name)?.[1] as RunKind // `runFiles` returns only names that match
}

/**
 * Whether a run's process still exists. On another host, recent progress decides. Process ids repeat in containers: an
 * older run with this process's id is not this process.
 */
function isAlive({ host, pid }: StoredRun['process'], silentMs: number, isEarlier: boolean): boolean {
  if (host !== hostname()) return silentMs <= SILENT_MS
  return isRunning(pid) && !(isEarlier && pid === process.pid)
}

function attempted(work: () => void): void {
  try {
    work()
  } catch {
    // The disk may be full. The run will report the error itself.
  }
}

/** Returns the part of an import's report that is stored. */
export function runReport(report: Report): RunReport {
  const { noun, rowsRead, rowsUsed, rowsRejected, rowsLeftOut, counts, rows, rejectsFile } = report
  return {
    resource: null,
    noun,
    rowsRead,
    rowsUsed,
    rowsRejected,
    rowsLeftOut,
    counts,
    files: rows.slice(0, DETAILS_KEPT) satisfies readonly FileRows[],
    rejected: rulesTold(report.rejected),
    reported: rulesTold(report.reported),
    joined: rulesTold(report.joined),
    rejectsFiles: rejectsFile === undefined ? [] : [rejectsFile],
    notes: [],
  }
}

/** Returns the rules without unreadable texts, which may be many. */
export function rulesTold(rules: readonly RuleCount[]): readonly RuleRows[] {
  return rules.slice(0, DETAILS_KEPT).map(({ rule, sentence, rows, example }) => {
    return { rule, sentence, rows, example: clip(example, EXAMPLE_CHARACTERS) }
  })
}
