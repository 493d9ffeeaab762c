import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { Log } from '../../kit/base/log.ts'
import type { Plan } from './access.ts'
import { DEFAULT_PLANS } from './default-plans.ts'
import { type Plans, readPlans } from './plans.ts'

export const PLANS_FILE = 'plans.yaml'

/** Returns the content of a data folder's plans file; undefined if there is no file. */
export function plansTextIn(dataDir: string): string | undefined {
  const path = join(dataDir, PLANS_FILE)
  return signature(path) === MISSING ? undefined : readFileSync(path, 'utf8')
}

/** The operator's `plans.yaml`. Edits are loaded while the service runs. */
export class PlansFile {
  readonly path: string
  readonly #log: Log
  #plans: Plans
  /** Signature of the file when it was last loaded, even if it was invalid. */
  #read: string
  /** Signature of the file at the last call of `follow`. */
  #seen: string

  /**
   * Opens the plans of a data folder. Writes the default plans if there is no file. Throws a CommandFault if the file
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

  /** The current plans. An invalid edit does not change them. */
  get plans(): Plans {
    return this.#plans
  }

  get names(): readonly string[] {
    return [...this.#plans.keys()]
  }

  /**
   * Loads an edit once two calls see the same file, because editors may write in several steps. An invalid edit is
   * logged once and changes nothing. Returns whether there are new plans.
   */
  follow(): boolean {
    const now = signature(this.path)
    const settled = now === this.#seen
    this.#seen = now
    return settled && now !== this.#read && this.#reload(now)
  }

  /** Loads an edit immediately, even if the file is still changing. */
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

/** Returns a string that changes when the file's size, times or inode change. */
function signature(path: string): string {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
    return stats ? `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}` : MISSING
  } catch (error) {
    return reasonOf(error) // reading the file will fail for the same reason
  }
}

/** Writes the file in one step: after a crash, it is either complete or missing. */
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
