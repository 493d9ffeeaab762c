import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { LOG_BYTES } from './settled-log.ts'

/** Files of an owner that has no lease, and that nobody has touched for so long, are of a process that is gone. */
const FORGOTTEN_MS = 60_000

/** An owner's files are ours alone until `end`. */
export interface Claim {
  end(): void
}

/** The folder, in the data folder. */
export const LEASES = 'access.leases'

/**
 * Names of all logs of settled calls, in the data folder. Whoever copies them and then the key file, in this order, has
 * every call that was charged before, once: what the file holds already is known by its number.
 */
export function settledLogs(dataDir: string): readonly string[] {
  const path = join(dataDir, LEASES)
  if (!existsSync(path)) return []
  const names = readdirSync(path).filter((name) => name.endsWith('.settled'))
  return names.map((name) => join(LEASES, name))
}

/**
 * The folder in which each process that leases credits has its logs of settled calls, and a file whose lock it holds
 * while it lives. The system drops that lock when the process ends, however it ends, so that nobody has to guess from
 * a process id or a clock whether it is alive.
 */
export class LeaseFolder {
  readonly path: string

  constructor(dataDir: string) {
    this.path = join(dataDir, LEASES)
  }

  logPath(owner: string, lane: number): string {
    return join(this.path, `${owner}.${lane}.settled`)
  }

  /** Makes an owner's files, at full size: a disk that is full later on cannot refuse what goes into them. */
  make(owner: string, lanes: number): Claim {
    mkdirSync(this.path, { recursive: true })
    const claim = this.claim(owner)
    if (claim === undefined) throw new Error(`another process has the id ${owner}`)
    try {
      for (let lane = 0; lane < lanes; lane++) makeLog(this.logPath(owner, lane))
      return claim
    } catch (error) {
      this.remove(owner)
      claim.end()
      throw error
    }
  }

  /** Takes an owner's lock; undefined while its process lives. */
  claim(owner: string): Claim | undefined {
    mkdirSync(this.path, { recursive: true })
    const lock = new DatabaseSync(this.#lockPath(owner), { timeout: 0 })
    try {
      lock.exec('BEGIN EXCLUSIVE')
      return { end: () => lock.close() }
    } catch {
      lock.close()
      return undefined
    }
  }

  /** The numbers of an owner's logs. */
  lanesOf(owner: string): readonly number[] {
    const name = /^(.+)\.(\d+)\.settled$/
    return this.#files().flatMap((file) => {
      const [, of, lane] = name.exec(file) ?? []
      return of === owner ? [Number(lane)] : []
    })
  }

  readLog(owner: string, lane: number): Buffer {
    return readFileSync(this.logPath(owner, lane))
  }

  remove(owner: string): void {
    for (const lane of this.lanesOf(owner)) rmSync(this.logPath(owner, lane), { force: true })
    for (const end of ['', '-journal']) rmSync(this.#lockPath(owner) + end, { force: true })
  }

  /** Removes what is left of processes that ended before they had a lease, or after they had given all back. */
  clean(nowMs: number, hasLease: (owner: string) => boolean): void {
    const owners = new Set(this.#files().map((file) => file.split('.')[0] ?? ''))
    for (const owner of owners) {
      const touchedMs = statSync(this.#lockPath(owner), { throwIfNoEntry: false })?.mtimeMs ?? 0
      if (hasLease(owner) || touchedMs > nowMs - FORGOTTEN_MS) continue
      const claim = this.claim(owner)
      if (claim === undefined) continue
      this.remove(owner)
      claim.end()
    }
  }

  #files(): readonly string[] {
    try {
      return readdirSync(this.path)
    } catch {
      return []
    }
  }

  #lockPath(owner: string): string {
    return join(this.path, `${owner}.lock`)
  }
}

const PAGE_BYTES = 4096

/** Page by page: Linux keeps in one piece what is written at once, and every later write walks through its piece. */
function makeLog(path: string): void {
  const page = Buffer.alloc(PAGE_BYTES)
  const file = openSync(path, 'w')
  try {
    for (let at = 0; at < LOG_BYTES; at += PAGE_BYTES) writeFileSync(file, page)
  } finally {
    closeSync(file)
  }
}
