import { CommandFault, EXIT, Fault } from '../../kit/base/failure.ts'
import { moduleFile } from '../../kit/base/program.ts'
import { Thread } from '../../kit/threads/thread.ts'
import type { ReadDatabases, Reading, Readings } from './readings.ts'

/** The thread ends after this many milliseconds without a request, because operators rarely open the pages. */
const IDLE_MS = 60_000

/** Exit codes of changes that ask for something impossible, such as a key that does not exist. */
const REFUSED: ReadonlySet<number> = new Set([EXIT.usage, EXIT.data])

/** Reads the data folder in a thread that starts at the first request. */
export class Reader {
  readonly #dataDir: string
  readonly #database: ReadDatabases | undefined
  readonly #idleMs: number
  #thread: Thread<Reading> | undefined
  #pending = 0
  #ending: NodeJS.Timeout | undefined

  constructor(dataDir: string, database?: ReadDatabases, idleMs = IDLE_MS) {
    this.#dataDir = dataDir
    this.#database = database
    this.#idleMs = idleMs
  }

  /** Reads one kind of data. Rejects with a Fault that says why the data folder cannot be read. */
  async read<K extends keyof Readings>(
    kind: K,
    more: Omit<Reading, 'kind' | 'dataDir' | 'database'> = {},
  ): Promise<Readings[K]> {
    clearTimeout(this.#ending)
    this.#pending += 1
    try {
      if (this.#thread === undefined || this.#thread.hasEnded) this.#thread = this.#start()
      const reading: Reading = { kind, dataDir: this.#dataDir, database: this.#database, ...more }
      return (await this.#thread.ask(reading)) as Readings[K] // reader-thread.ts returns a reading of this kind
    } catch (error) {
      if (!(error instanceof CommandFault)) throw error
      if (kind === 'keyChange' && REFUSED.has(error.exitCode)) throw new Fault('request.malformed', error.message)
      throw new Fault('server.busy', error.message, { retryAfterS: 5 })
    } finally {
      this.#pending -= 1
      if (this.#pending === 0) this.#endSoon()
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#ending)
    const thread = this.#thread
    this.#thread = undefined
    await thread?.terminate()
  }

  #start(): Thread<Reading> {
    return new Thread(moduleFile('running/operating/reader-thread'), {})
  }

  #endSoon(): void {
    if (this.#idleMs === 0) void this.close()
    else this.#ending = setTimeout(() => void this.close(), this.#idleMs).unref()
  }
}
