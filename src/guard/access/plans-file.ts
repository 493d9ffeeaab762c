import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { Log } from '../../kit/base/log.ts'
import type { Plan } from './access.ts'
import { DEFAULT_PLANS } from './default-plans.ts'
import { type Plans, readPlans } from './plans.ts'

/** The name of the file in the data folder. */
export const PLANS_FILE = 'plans.yaml'

/** Returns the text of a data folder's plans. Undefined if the folder has none. */
export function plansTextIn(dataDir: string): string | undefined {
  const path = join(dataDir, PLANS_FILE)
  return signature(path) === MISSING ? undefined : readFileSync(path, 'utf8')
}

/** The operator's `plans.yaml`. While the service runs, edits of the file are loaded. */
export class PlansFile {
  readonly path: string
  readonly #log: Log
  #plans: Plans
  /** The signature of the version that was last read, valid or not. */
  #read: string
  /** The signature when `follow` last looked at the file. */
  #seen: string

  /**
   * Opens the plans of a data folder, and writes the default plans if there are none. Throws a CommandFault if they
   * cannot be written or read.
   */
  constructor(dataDir: string, log: Log) {
    this.path = join(dataDir, PLANS_FILE)
    this.#log = log
    if (signature(this.path) === MISSING) writeDefaults(this.path)
    this.#read = signature(this.path)
    this.#seen = this.#read
    this.#plans = load(this.path)
  }

  get(name: string): Plan | undefined {
    return this.#plans.get(name)
  }

  /** The plans in force. An invalid edit of the file does not change them. */
  get plans(): Plans {
    return this.#plans
  }

  get names(): readonly string[] {
    return [...this.#plans.keys()]
  }

  /**
   * Loads an edit of the file once the file has stopped changing between two calls, because editors may write in
   * several steps. An invalid edit is logged once and changes nothing. Returns true if there are new plans.
   */
  follow(): boolean {
    const now = signature(this.path)
    const settled = now === this.#seen
    this.#seen = now
    return settled && now !== this.#read && this.#reload(now)
  }

  /** Loads an edit of the file without waiting until the file stops changing. */
  followNow(): boolean {
    const now = signature(this.path)
    return now !== this.#read && this.#reload(now)
  }

  #reload(now: string): boolean {
    this.#read = now
    try {
      this.#plans = load(this.path)
      this.#log.info({ plans: this.names }, `loaded the plans in ${this.path}`)
      return true
    } catch (error) {
      if (!(error instanceof CommandFault)) throw error
      this.#log.warn({}, `${error.message} The plans stay as they were.`)
      return false
    }
  }
}

const MISSING = 'missing'

/** A text that differs between any two versions of a file, as far as the file system can show. */
function signature(path: string): string {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
    return stats ? `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}` : MISSING
  } catch (error) {
    return reasonOf(error) // reading the file will fail with the same reason
  }
}

/** Writes the file in one step, so that after a crash the file is either missing or complete. */
function writeDefaults(path: string): void {
  const aside = `${path}.${process.pid}.partial`
  try {
    writeFileSync(aside, DEFAULT_PLANS)
    renameSync(aside, path)
  } catch (cause) {
    throw new CommandFault(`Cannot write ${path}: ${reasonOf(cause)}.`, EXIT.cannotWrite, { cause })
  }
}

function load(path: string): Plans {
  return readPlans(readUtf8(path), path)
}

function readUtf8(path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
  } catch (cause) {
    const problem = cause instanceof TypeError ? 'it contains bytes that are not UTF-8' : reasonOf(cause)
    throw new CommandFault(`Cannot read ${path}: ${problem}.`, EXIT.noInput, { cause })
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/^[A-Z]+: /, '').replace(/, .*$/, '') : String(error)
}
