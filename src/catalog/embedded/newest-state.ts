import { statSync } from 'node:fs'
import { CommandFault, EXIT } from '../../base/failure.ts'
import type { Log } from '../../base/log.ts'
import { namedPath } from './folder.ts'
import { Snapshot } from './reader.ts'
import { StateReader } from './state-reader.ts'
import type { StateSetting } from './state-tasks.ts'
import { Watch } from './watch.ts'

/** Milliseconds between two looks whether the catalogue has changed. */
const POLL_MS = 250

/** So often is the emptying of a log tried again that somebody reads from, look by look: for half a minute. */
const TRUNCATIONS_MAX = 120

/** After a failure looks are left out, twice as many each time, up to this number: a quarter of a minute. */
const SKIPPED_POLLS_MAX = 64

/**
 * The newest state of a data folder's catalogue: the next one takes its place soon after it is committed, read by a thread
 * of its own. Then the write-ahead log is emptied, which would grow for as long as somebody reads.
 *
 * SQLite copies a log into its file only as far as no reader needs the file as it was, and cuts it only when nobody reads
 * from it; a reader that begins once the file has everything reads the file alone. So a state begins its transaction anew
 * twice: before the log is copied, to need nothing older, and before it is cut, to read it no more. Services that share a
 * folder do so each for itself, until the last of them finds the log unread.
 */
export class NewestState {
  readonly #setting: StateSetting
  readonly #log: Log
  readonly #reader: StateReader
  readonly #timer: NodeJS.Timeout
  #snapshot: Snapshot
  #watch: Watch
  #turns = 0
  #turn: Promise<void> = Promise.resolve()
  /** Of the write-ahead log: its size at the last look, and how often its emptying may still be tried. */
  #truncation = { bytes: 0, left: 0 }
  #trouble = ''
  #failures = 0
  #skippedPolls = 0
  #closed = false

  /** Throws a CommandFault when the catalogue cannot be opened. */
  constructor(setting: StateSetting, path: string, log: Log) {
    this.#setting = setting
    this.#log = log
    this.#reader = new StateReader(setting, () => {
      log.info({}, 'Making the cards of search results again: words or addresses in them are others now')
    })
    this.#watch = new Watch(setting.dataDir, path)
    try {
      this.#snapshot = this.#openNow(path)
    } catch (error) {
      this.#watch.close()
      throw error
    }
    this.#timer = setInterval(() => this.#poll(), POLL_MS).unref()
  }

  get snapshot(): Snapshot {
    return this.#snapshot
  }

  /** Takes up a newer state, if there is one; a broken one is logged, and the one before goes on. Never rejects. */
  refresh(): Promise<void> {
    this.#turns++
    this.#turn = this.#turn
      .then(() => this.#check())
      .finally(() => {
        this.#turns--
      })
    return this.#turn
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#timer)
    this.#reader.close()
    this.#watch.close()
    this.#snapshot.close()
  }

  #poll(): void {
    if (this.#skippedPolls > 0) this.#skippedPolls--
    else if (this.#turns === 0) void this.refresh()
  }

  async #check(): Promise<void> {
    if (this.#closed) return
    try {
      const path = namedPath(this.#setting.dataDir)
      if (path === undefined) return
      if (this.#watch.changed(path, this.#snapshot.about.dataVersion)) await this.#switchTo(path)
      this.#failures = 0
      this.#trouble = ''
    } catch (error) {
      this.#reportFailure(error)
      return
    }
    if (this.#shouldTruncateLog()) await this.#truncateLog()
    else this.#reader.close()
  }

  /** The watch comes first, so that a commit between the two is seen at the next look. */
  async #switchTo(path: string): Promise<void> {
    const watch = new Watch(this.#setting.dataDir, path)
    try {
      const snapshot = await this.#open(path)
      this.#snapshot.close()
      this.#snapshot = snapshot
    } catch (error) {
      watch.close()
      throw error
    }
    this.#watch.close()
    this.#watch = watch
    this.#truncation.left = TRUNCATIONS_MAX
    this.#log.info({ dataVersion: this.#snapshot.about.dataVersion }, 'took up the changed catalogue')
  }

  /** What was committed while a state was read is read at once. */
  async #open(path: string): Promise<Snapshot> {
    const loaded = await this.#reader.ask('load', path)
    if (this.#closed) throw new Error('the catalogue was closed while its next state was read')
    return Snapshot.open(path, loaded, this.#setting.cards) ?? this.#open(path)
  }

  #openNow(path: string): Snapshot {
    return Snapshot.open(path, this.#reader.askSync('load', path), this.#setting.cards) ?? this.#openNow(path)
  }

  /** A trouble that lasts is one line, and is looked at ever less often. Whoever writes at the moment is none. */
  #reportFailure(error: unknown): void {
    if (this.#closed || (error instanceof CommandFault && error.exitCode === EXIT.busy)) return
    this.#skippedPolls = Math.min(2 ** this.#failures++, SKIPPED_POLLS_MAX)
    const trouble = String(error)
    if (trouble !== this.#trouble) {
      this.#log.error({ err: error }, 'cannot take up the changed catalogue; the one before goes on')
    }
    this.#trouble = trouble
  }

  #shouldTruncateLog(): boolean {
    if (this.#closed) return false
    const bytes = statSync(`${this.#snapshot.path}-wal`, { throwIfNoEntry: false })?.size ?? 0
    if (bytes !== this.#truncation.bytes) this.#truncation = { bytes, left: TRUNCATIONS_MAX }
    return bytes > 0 && this.#truncation.left-- > 0
  }

  /** Where this process may not write, or the disk is full, the log stays as it is. */
  async #truncateLog(): Promise<void> {
    const { path } = this.#snapshot
    try {
      if (!this.#renewTransaction() || !(await this.#reader.ask('checkpointLog', path))) return
      if (this.#renewTransaction()) await this.#reader.ask('truncateLog', path)
    } catch {
      this.#truncation.left = 0
    }
  }

  #renewTransaction(): boolean {
    if (this.#closed) return false
    const { dataVersion } = this.#snapshot.about
    return this.#watch.whileNobodyCommits(dataVersion, () => this.#snapshot.renewTransaction())
  }
}
