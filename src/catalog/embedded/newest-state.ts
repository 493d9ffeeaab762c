import { statSync } from 'node:fs'
import type { MessagePort } from 'node:worker_threads'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { Log } from '../../kit/base/log.ts'
import { namedPath } from './folder.ts'
import { Followers, type HandedState } from './followers.ts'
import { Learner } from './learner.ts'
import { type Loaded, sharedPart } from './loaded.ts'
import { Snapshot } from './reader.ts'
import type { CurrentState } from './snapshot-reader.ts'
import type { DamagedFile } from './soundness.ts'
import { StateReader } from './state-reader.ts'
import type { StateSetting } from './state-tasks.ts'
import { Watch } from './watch.ts'

/** Milliseconds between two checks for changes. After a failure, AFTER_FAILURE_MS. */
const POLL_MS = 250
const AFTER_FAILURE_MS = 5000

/** Maximum number of checks that try to empty a write-ahead log while another process still reads it: half a minute. */
const EMPTYINGS_MAX = 120

/** The other threads that serve the catalog, and the known damage to send to them. */
export interface OtherThreads {
  readonly followers: Followers
  readonly damaged: () => DamagedFile | undefined
}

const NO_OTHER_THREADS: OtherThreads = { followers: new Followers(() => {}), damaged: () => undefined }

/**
 * Keeps a service on the newest state of a data folder's catalog. It polls for commits, loads each new state in a
 * thread, opens a snapshot, sends the state to the other serving threads, and closes the previous state.
 *
 * A snapshot is always reading, and SQLite can empty the write-ahead log only if no transaction reads the log. So once
 * the log is copied into the file, each snapshot begins a new transaction, which reads only the file. Services that
 * share a folder do this independently; the last one finds the log unused and empties it.
 */
export class NewestState implements CurrentState {
  readonly #setting: StateSetting
  readonly #log: Log
  readonly #reader: StateReader
  readonly #learner: Learner
  readonly #otherThreads: OtherThreads
  #timer: NodeJS.Timeout | undefined
  #snapshot: Snapshot
  /** The newest state that was loaded. Other threads may start to serve it a moment before this thread. */
  #handed: HandedState
  #watch: Watch
  #opens = 0
  #turn: Promise<void> = Promise.resolve()
  #emptyingsLeft = EMPTYINGS_MAX
  /** The last failure; empty after a success. */
  #trouble = ''
  #closed = false

  /** Throws a CommandFault if the catalog cannot be opened. `loaded`: the state, if a thread has already loaded it. */
  constructor(setting: StateSetting, path: string, log: Log, others = NO_OTHER_THREADS, loaded?: Loaded) {
    this.#otherThreads = others
    this.#setting = setting
    this.#log = log
    this.#reader = new StateReader(setting)
    this.#learner = new Learner(setting, log)
    this.#watch = new Watch(setting.dataDir, path)
    try {
      const opened = (loaded && this.#opened(path, loaded, false)) ?? this.#openNow(path)
      this.#snapshot = opened.snapshot
      this.#handed = opened.handed
    } catch (error) {
      this.#watch.close()
      throw error
    }
    this.#pollAfter(POLL_MS)
  }

  get snapshot(): Snapshot {
    return this.#snapshot
  }

  /**
   * Switches to a newer state if there is one. If the newer state cannot be read, logs the failure and keeps the
   * previous state. Never rejects.
   */
  refresh(): Promise<void> {
    return this.#inTurn(() => this.#check())
  }

  /** Resolves when no training of estimators is running. */
  settled(): Promise<void> {
    return this.#learner.settled()
  }

  /** Sends each new state to another serving thread. Resolves once that thread serves the newest state. */
  async lendTo(port: MessagePort): Promise<void> {
    const line = this.#otherThreads.followers.add(port)
    const take = () => line.ask({ kind: 'take', state: this.#handed, damaged: this.#otherThreads.damaged() })
    while (!(await take())) await this.#inTurn(() => this.#switchTo(this.#handed.path))
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#reader.close()
    this.#learner.close()
    this.#watch.close()
    this.#snapshot.close()
  }

  /** Runs tasks one after another, so that two tasks never change the served state at the same time. Never rejects. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn
      .then(() => (this.#closed ? undefined : work()))
      .catch((error: unknown) => this.#reportFailure(error))
    return this.#turn
  }

  #pollAfter(ms: number): void {
    this.#timer = setTimeout(() => void this.#poll(), ms).unref()
  }

  async #poll(): Promise<void> {
    await this.refresh()
    if (!this.#closed) this.#pollAfter(this.#trouble === '' ? POLL_MS : AFTER_FAILURE_MS)
  }

  async #check(): Promise<void> {
    const path = namedPath(this.#setting.dataDir)
    if (path === undefined) return
    if (this.#watch.changed(path, this.#snapshot.stateVersion)) await this.#switchTo(path)
    this.#learner.see(this.#handed)
    this.#trouble = ''
    if (await this.#emptyLog()) this.#reader.close()
  }

  /** Starts watching before it loads the state, so that the next check notices a commit in between. */
  async #switchTo(path: string): Promise<void> {
    const watch = new Watch(this.#setting.dataDir, path)
    try {
      await this.#serve(await this.#open(path, this.#watch.isOf(path) ? this.#handed.loaded : undefined))
    } catch (error) {
      watch.close()
      throw error
    }
    this.#watch.close()
    this.#watch = watch
    this.#emptyingsLeft = EMPTYINGS_MAX
    this.#log.info({ dataVersion: this.#snapshot.about.dataVersion }, 'Serving the changed catalog')
  }

  async #serve({ snapshot, handed }: Opened): Promise<void> {
    this.#handed = handed
    await this.#otherThreads.followers.take(handed, this.#otherThreads.damaged())
    if (this.#closed) {
      snapshot.close()
      throw new Error('the catalog was closed while its next state was being handed over')
    }
    this.#snapshot.close()
    this.#snapshot = snapshot
  }

  /**
   * Opens a state. If a commit has replaced it since it was loaded, loads the state again. `same`: an earlier state of
   * the same file, if any.
   */
  async #open(path: string, same: Loaded | undefined): Promise<Opened> {
    const loaded = await this.#reader.ask('load', path, same && sharedPart(same))
    if (this.#closed) throw new Error('the catalog was closed while its next state was being read')
    return this.#opened(path, loaded, same !== undefined) ?? this.#open(path, same)
  }

  #openNow(path: string): Opened {
    return this.#opened(path, this.#reader.askSync('load', path), false) ?? this.#openNow(path)
  }

  #opened(path: string, loaded: Loaded, isSame: boolean): Opened | undefined {
    const snapshot = Snapshot.open(path, loaded, this.#setting.cards, isSame ? this.#snapshot : undefined)
    const number = ++this.#opens
    return snapshot && { snapshot, handed: { path, loaded, number, file: isSame ? this.#handed.file : number } }
  }

  /** Logs a persistent problem only once. It is not a problem if another process is writing. */
  #reportFailure(error: unknown): void {
    if (this.#closed || (error instanceof CommandFault && error.exitCode === EXIT.busy)) return
    const trouble = String(error)
    if (trouble !== this.#trouble) {
      this.#log.error({ err: error }, 'Cannot read the changed catalog: still serving the previous one')
    }
    this.#trouble = trouble
  }

  /**
   * Empties the write-ahead log. Returns false if the caller must try again. If this process may not write, or the disk
   * is full, leaves the log as it is.
   */
  async #emptyLog(): Promise<boolean> {
    const { path } = this.#snapshot
    const { size = 0 } = statSync(`${path}-wal`, { throwIfNoEntry: false }) ?? {}
    if (this.#closed || size === 0 || this.#emptyingsLeft === 0) return true
    this.#emptyingsLeft--
    try {
      await this.#reader.ask('copyLog', path)
      return (await this.#renewTransactions()) && (await this.#reader.ask('emptyLog', path))
    } catch {
      this.#emptyingsLeft = 0
      return true
    }
  }

  async #renewTransactions(): Promise<boolean> {
    if (this.#closed || !this.#watch.renew(this.#snapshot)) return false
    return this.#otherThreads.followers.renew()
  }
}

interface Opened {
  readonly snapshot: Snapshot
  readonly handed: HandedState
}
