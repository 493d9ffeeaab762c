import { statSync } from 'node:fs'
import type { MessagePort } from 'node:worker_threads'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { Log } from '../../kit/base/log.ts'
import { namedPath } from './folder.ts'
import { Followers, type HandedState } from './followers.ts'
import { Learner } from './learner.ts'
import { type Loaded, sharedPart } from './loaded.ts'
import type { CurrentState } from './questions.ts'
import { Snapshot } from './reader.ts'
import type { DamagedFile } from './soundness.ts'
import { StateReader } from './state-reader.ts'
import type { StateSetting } from './state-tasks.ts'
import { Watch } from './watch.ts'

/** How often the catalog is checked for changes, and how long after a change that cannot be read. */
const POLL_MS = 250
const AFTER_FAILURE_MS = 5000

/** Emptying a log that somebody else still reads from is tried again at so many polls, for half a minute. */
const EMPTYINGS_MAX = 120

/** The other threads that serve the catalog, and what they are told about its file. */
export interface Others {
  readonly followers: Followers
  readonly damaged: () => DamagedFile | undefined
}

const NO_OTHERS: Others = { followers: new Followers(() => {}), damaged: () => undefined }

/**
 * Follows the newest state of a data folder's catalog: polls, has a thread load a new state, opens a snapshot on it,
 * and lends it to the other threads that serve the catalog. The state before it is then closed.
 *
 * SQLite empties a write-ahead log only while nobody reads from it, and a snapshot always reads. So once the log was
 * copied into the file, each snapshot renews its transaction, which then reads the file alone. Services that share a
 * folder each do this for themselves; the last of them finds the log unread and empties it.
 */
export class NewestState implements CurrentState {
  readonly #setting: StateSetting
  readonly #log: Log
  readonly #reader: StateReader
  readonly #learner: Learner
  readonly #others: Others
  #timer: NodeJS.Timeout | undefined
  #snapshot: Snapshot
  /** The newest state that was read: other threads may serve it a moment before this one. */
  #handed: HandedState
  #watch: Watch
  #opens = 0
  #turn: Promise<void> = Promise.resolve()
  #emptyingsLeft = EMPTYINGS_MAX
  /** The last failure, while it lasts. */
  #trouble = ''
  #closed = false

  /** Throws a CommandFault when the catalog cannot be opened. `loaded`: the state, if a thread has read it already. */
  constructor(setting: StateSetting, path: string, log: Log, others = NO_OTHERS, loaded?: Loaded) {
    this.#others = others
    this.#setting = setting
    this.#log = log
    this.#reader = new StateReader(setting, (sentence) => log.info({}, sentence))
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

  /** Switches to a newer state if there is one. A broken state is logged, and the previous one stays. Never rejects. */
  refresh(): Promise<void> {
    return this.#inTurn(() => this.#check())
  }

  /** Settles once nothing is being learned. */
  settled(): Promise<void> {
    return this.#learner.settled()
  }

  /** Hands every state over to another thread; resolves once it serves the newest. */
  async lendTo(port: MessagePort): Promise<void> {
    const line = this.#others.followers.add(port)
    const take = () => line.ask({ kind: 'take', state: this.#handed, damaged: this.#others.damaged() })
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

  /** Does one piece of work after the other, so that no two change the served state at once. Never rejects. */
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

  /** Starts watching before it reads, so that a commit in between is noticed at the next check. */
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
    this.#log.info({ dataVersion: this.#snapshot.about.dataVersion }, 'Serving the changed catalogue')
  }

  async #serve({ snapshot, handed }: Opened): Promise<void> {
    this.#handed = handed
    await this.#others.followers.take(handed, this.#others.damaged())
    if (this.#closed) {
      snapshot.close()
      throw new Error('the catalogue was closed while its next state was being handed over')
    }
    this.#snapshot.close()
    this.#snapshot = snapshot
  }

  /** Reads again at once if something was committed meanwhile. `same`: an earlier state of the same file. */
  async #open(path: string, same: Loaded | undefined): Promise<Opened> {
    const loaded = await this.#reader.ask('load', path, same && sharedPart(same))
    if (this.#closed) throw new Error('the catalogue was closed while its next state was being read')
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

  /** Logs a persistent problem once. Another process that is writing is not a problem. */
  #reportFailure(error: unknown): void {
    if (this.#closed || (error instanceof CommandFault && error.exitCode === EXIT.busy)) return
    const trouble = String(error)
    if (trouble !== this.#trouble) {
      this.#log.error({ err: error }, 'Cannot read the changed catalogue: still serving the previous one')
    }
    this.#trouble = trouble
  }

  /** False if it is to be tried again. Where this process may not write, or the disk is full, the log stays as it is. */
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
    return this.#others.followers.renew()
  }
}

interface Opened {
  readonly snapshot: Snapshot
  readonly handed: HandedState
}
