import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../test/e2e/program.ts'
import { type At, whyOf } from '../harness.ts'

/**
 * Kinds of failure. `once`: one operation fails. `on`: one operation and all later ones fail. `full`: the disk is full.
 * `end`: the process ends before a write. `torn`: the process ends during a write. `cut`: the power is cut, so that
 * only synced data remain.
 */
export const WAYS = ['once', 'on', 'full', 'end', 'torn', 'cut'] as const
export type Way = (typeof WAYS)[number]

/** Environment variables that make a program's file operations fail. */
export type Environment = Readonly<Record<string, string>>

export const NO_COMPILER = { 'skipped, because this machine has no C compiler': 1 }

/** A data folder on a disk with failing operations. Each change starts from the same initial state. */
export class FailingDisk {
  readonly problems: string[] = []
  /** The folder's initial state, which is copied before each change. */
  readonly before: string
  readonly dataDir: string
  readonly #counted: string
  /** The folder as it is after a power cut. */
  readonly #synced: string
  readonly #library: string

  private constructor(at: At, library: string) {
    this.before = at('before')
    this.dataDir = at('changed')
    this.#counted = at('counted')
    this.#synced = at('synced')
    this.#library = library
    mkdirSync(this.before)
  }

  /** Compiles the library that makes file operations fail; see `disk.c`. Undefined if the machine has no C compiler. */
  static in(at: At): FailingDisk | undefined {
    const library = at('disk.so')
    const source = join(ROOT, 'attack/failing-disk/disk.c')
    const { status, error } = spawnSync('cc', ['-O1', '-shared', '-fPIC', '-o', library, source, '-ldl'])
    if (error !== undefined) return undefined
    assert.equal(status, 0, 'disk.c does not compile')
    return new FailingDisk(at, library)
  }

  startOver(): void {
    startFrom(this.before, this.dataDir)
  }

  /** Runs `work` without failures. Returns the number of its file operations. */
  async operationsOf(work: (environment: Environment) => Promise<void>): Promise<number> {
    this.startOver()
    rmSync(this.#counted, { force: true })
    await work(this.#with({ DISK_COUNT: this.#counted }))
    return statSync(this.#counted).size
  }

  /** Runs `work` with one failing operation, then checks the folder with `judge`. Adds what is wrong to `problems`. */
  async goesWrong<T>(
    [what, way, operation]: readonly [what: string, way: Way, operation: number],
    work: (environment: Environment) => Promise<T>,
    judge: (outcome: T) => Promise<void>,
  ): Promise<void> {
    try {
      this.startOver()
      const isCut = way === 'cut'
      if (isCut) startFrom(this.before, this.#synced)
      const disk = { DISK_AT: String(operation), DISK_HOW: isCut ? 'end' : way }
      const outcome = await work(this.#with(isCut ? { ...disk, DISK_SYNCED: this.#synced } : disk))
      if (isCut) startFrom(this.#synced, this.dataDir)
      await judge(outcome)
    } catch (error) {
      this.problems.push(`${what}, operation ${operation} ${way}: ${whyOf(error)}`)
    }
  }

  #with(disk: Environment): Environment {
    return { LD_PRELOAD: this.#library, DISK_FOLDER: this.dataDir, ...disk }
  }
}

/** Replaces `target` by a copy of `folder`. */
function startFrom(folder: string, target: string): void {
  rmSync(target, { recursive: true, force: true })
  cpSync(folder, target, { recursive: true })
}
