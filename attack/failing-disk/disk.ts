import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../test/e2e/program.ts'
import { type At, whyOf } from '../harness.ts'

/**
 * Kinds of failure: the disk fails once (`once`), from some operation on (`on`), or is full; the process ends before or
 * during a write; or power is cut, so that only synced data remains.
 */
export const WAYS = ['once', 'on', 'full', 'end', 'torn', 'cut'] as const
export type Way = (typeof WAYS)[number]

/** Environment variables that put the failing disk between a program and its files. */
export type Environment = Readonly<Record<string, string>>

export const NO_COMPILER = { 'skipped, because this machine has no C compiler': 1 }

/** A data folder that is changed repeatedly from the same initial state, on a disk with failing operations. */
export class FailingDisk {
  readonly problems: string[] = []
  /** The folder before each change. */
  readonly before: string
  readonly dataDir: string
  readonly #counted: string
  /** The folder as a power cut would leave it. */
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

  /** Compiles the library that replaces the disk, see `disk.c`. Undefined on a machine without a C compiler. */
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

  /** Runs some work without failures and counts its file operations. */
  async operationsOf(work: (environment: Environment) => Promise<void>): Promise<number> {
    this.startOver()
    rmSync(this.#counted, { force: true })
    await work(this.#with({ DISK_COUNT: this.#counted }))
    return statSync(this.#counted).size
  }

  /** Runs some work with one failing operation, then checks the folder that remains. Throws if it is wrong. */
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

/** Replaces a folder by a copy of another. */
function startFrom(folder: string, target: string): void {
  rmSync(target, { recursive: true, force: true })
  cpSync(folder, target, { recursive: true })
}
