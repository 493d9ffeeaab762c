import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOG_BYTES } from './settled-log.ts'

/** The folder of the logs of settled calls, in the data folder. */
export const SETTLED_LOGS = 'access.settled'

const NAME = /^(.+)\.(\d+)\.settled$/

/**
 * Names of all logs of settled calls, in the data folder. A copy of them, and then of the key file, has every call that
 * was charged before, once: the number of an entry says whether the file holds it already.
 */
export function settledLogs(dataDir: string): readonly string[] {
  return namesIn(join(dataDir, SETTLED_LOGS)).map((name) => join(SETTLED_LOGS, name))
}

function namesIn(path: string): readonly string[] {
  return existsSync(path) ? readdirSync(path).filter((name) => NAME.test(name)) : []
}

/** The files in which the threads of a service log what they settle, one for each lane of each service. */
export class LogFolder {
  readonly path: string

  constructor(dataDir: string) {
    this.path = join(dataDir, SETTLED_LOGS)
  }

  logPath(service: string, lane: number): string {
    return join(this.path, `${service}.${lane}.settled`)
  }

  /** Makes a service's files, at full size: a disk that is full later on cannot refuse what goes into them. */
  make(service: string, lanes: number): void {
    mkdirSync(this.path, { recursive: true, mode: 0o700 })
    for (let lane = 0; lane < lanes; lane++) makeLog(this.logPath(service, lane))
  }

  /** The numbers of a service's lanes that have a log. */
  lanesOf(service: string): readonly number[] {
    return this.#logs().flatMap(({ name, lane }) => (name === service ? [lane] : []))
  }

  readLog(service: string, lane: number): Buffer {
    return readFileSync(this.logPath(service, lane))
  }

  /** Removes the files of one service, or of all others. */
  remove(service: string, others = false): void {
    for (const { name, lane } of this.#logs()) {
      if ((name === service) !== others) rmSync(this.logPath(name, lane), { force: true })
    }
  }

  #logs(): readonly { readonly name: string; readonly lane: number }[] {
    return namesIn(this.path).map((file) => {
      const [, name = '', lane] = NAME.exec(file) ?? []
      return { name, lane: Number(lane) }
    })
  }
}

const PAGE_BYTES = 4096

/** Writes page by page: Linux keeps in one piece what is written at once, and every later write walks through its piece. */
function makeLog(path: string): void {
  const page = Buffer.alloc(PAGE_BYTES)
  const file = openSync(path, 'w', 0o600)
  try {
    for (let at = 0; at < LOG_BYTES; at += PAGE_BYTES) writeFileSync(file, page)
  } finally {
    closeSync(file)
  }
}
