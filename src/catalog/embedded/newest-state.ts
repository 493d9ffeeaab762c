import { statSync } from 'node:fs'
import type { MessagePort } from 'node:worker_threads'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { Log } from '../../kit/base/log.ts'
import { freeMemoryBytes } from '../../kit/base/memory.ts'
import { inMb } from '../../kit/base/sentence.ts'
import { SEARCHED_NOUNS } from '../facts/searched.ts'
import { namedPath } from './folder.ts'
import { Followers, type HandedState } from './followers.ts'
import { Learner } from './learner.ts'
import { isReady, type Loaded, sharedPart, withCardsOf } from './loaded.ts'
import { Nudges } from './nudges.ts'
import type { CurrentState } from './questions.ts'
import { Snapshot } from './reader.ts'
import type { DamagedFile } from './soundness.ts'
import { StateReader } from './state-reader.ts'
import type { StateSetting } from './state-tasks.ts'
import { Watch } from './watch.ts'

/** How often the catalogue is checked for changes. */
const POLL_MS = 250

/** Cards are held in memory where they take at most this share of what is free. */
const CARDS_SHARE_MAX = 0.8

/** Truncating a log that somebody still reads from is tried again at so many polls, for half a minute. */
const TRUNCATIONS_MAX = 120

/** Back-off: after each failure twice as many polls are skipped, up to this many, which is a quarter of a minute. */
const SKIPPED_POLLS_MAX = 64

/** The other threads that serve the catalogue, and what they are told about its file. */
export interface Others {
  readonly followers: Followers
  readonly damaged: () => DamagedFile | undefined
}

const NO_OTHERS: Others = {
  followers: new Followers(() => {}),
  damaged: () => undefined,
}

/**
 * Follows the newest state of a data folder's catalogue. Soon after a commit a worker reads the new state, which then
 * replaces the old one. Afterwards the write-ahead log is truncated: it would otherwise grow for as long as anybody
 * reads.
 *
 * SQLite checkpoints a log only as far as no reader needs an older state, and truncates it only when nobody reads
 * from it; a reader that begins after a complete checkpoint reads the file alone. So the snapshot renews its
 * transaction twice: before the checkpoint, so that it needs nothing older, and before the truncation, so that it no
 * longer reads the log. Other threads that serve the catalogue renew theirs at the same two moments. Services that share
 * a folder each do this for themselves; the last of them finds the log unread and truncates it.
 */
export class NewestState implements CurrentState {
  readonly #setting: StateSetting
  readonly #log: Log
  readonly #reader: StateReader
  /** Makes cards ready in a thread of its own, so that what is committed meanwhile does not wait for it. */
  readonly #finisher: StateReader
  readonly #learner: Learner
  readonly #timer: NodeJS.Timeout
  readonly #nudges: Nudges
  readonly #others: Others
  #snapshot: Snapshot
  /** The newest state that was read: other threads may serve it a moment before this one. */
  #handed: HandedState
  #opens = 0
  /** The last state whose cards a thread was asked to make ready. */
  #seenTo: HandedState | undefined
  /** Settles once what the thread has made ready is served. */
  #finishing: Promise<void> | undefined
  #watch: Watch
  #turns = 0
  #turn: Promise<void> = Promise.resolve()
  /** The log's size at the last check, and how many attempts to truncate it are left. */
  #truncation = { bytes: 0, left: 0 }
  #trouble = ''
  #failures = 0
  #skippedPolls = 0
  #closed = false

  /** Throws a CommandFault when the catalogue cannot be opened. `loaded`: the state, if a thread has read it already. */
  constructor(setting: StateSetting, path: string, log: Log, others = NO_OTHERS, loaded?: Loaded) {
    this.#others = others
    this.#setting = setting
    this.#log = log
    this.#reader = new StateReader(setting, (sentence) => log.info({}, sentence))
    this.#finisher = new StateReader(setting, (sentence) => log.info({}, sentence))
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
    this.#timer = setInterval(() => this.#poll(), POLL_MS).unref()
    this.#nudges = new Nudges(setting.dataDir, () => this.#look())
  }

  get snapshot(): Snapshot {
    return this.#snapshot
  }

  /**
   * Switches to a newer state, or else has the cards of this one made ready by a step. A broken state is logged, and the
   * previous one stays. Never rejects.
   */
  async refresh(): Promise<void> {
    await this.#inTurn(() => this.#check())
    await this.#finishing
  }

  /** Settles once nothing is being learnt. */
  settled(): Promise<void> {
    return this.#learner.settled()
  }

  /** Does one piece of work after the other, so that no two change the served state at once. Never rejects. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#turns++
    this.#turn = this.#turn
      .then(() => (this.#closed ? undefined : work()))
      .catch((error: unknown) => this.#reportFailure(error))
      .finally(() => {
        this.#turns--
      })
    return this.#turn
  }

  /** Hands every state over to another thread; resolves once it serves the newest. */
  async lendTo(port: MessagePort): Promise<void> {
    const line = this.#others.followers.add(port)
    const take = () => line.ask({ kind: 'take', state: this.#handed, damaged: this.#others.damaged() })
    while (!(await take())) await this.refresh()
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#timer)
    this.#nudges.close()
    this.#reader.close()
    this.#finisher.close()
    this.#learner.close()
    this.#watch.close()
    this.#snapshot.close()
  }

  #poll(): void {
    if (this.#skippedPolls > 0) this.#skippedPolls--
    else if (this.#turns === 0) void this.#inTurn(() => this.#check())
  }

  /** Switches to a newer state at once, and leaves all else to the next poll. */
  #look(): void {
    if (this.#turns > 0 || this.#skippedPolls > 0 || !this.#isChanged()) return
    void this.#inTurn(() => this.#check())
  }

  #isChanged(): boolean {
    try {
      const path = namedPath(this.#setting.dataDir)
      return path !== undefined && this.#watch.changed(path, this.#snapshot.stateVersion)
    } catch {
      return false // the next poll meets the same, and reports it
    }
  }

  async #check(): Promise<void> {
    const path = namedPath(this.#setting.dataDir)
    if (path === undefined) return
    if (this.#watch.changed(path, this.#snapshot.stateVersion)) await this.#switchTo(path)
    else this.#finish()
    this.#learner.see(this.#handed)
    this.#failures = 0
    this.#trouble = ''
    if (this.#shouldTruncateLog()) await this.#truncateLog()
    else this.#reader.close()
  }

  /** Starts watching before it reads, so that a commit in between is noticed at the next check. */
  async #switchTo(path: string): Promise<void> {
    const watch = new Watch(this.#setting.dataDir, path)
    try {
      await this.#serve(await this.#open(path, this.#sameFile(path, this.#handed.loaded)))
    } catch (error) {
      watch.close()
      throw error
    }
    this.#watch.close()
    this.#watch = watch
    this.#truncation.left = TRUNCATIONS_MAX
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

  /**
   * Has a thread make the cards of the newest state ready, step by step, where they are not. A step that fails is not
   * tried again: searches are answered without it, only more slowly.
   */
  #finish(): void {
    const unfinished = this.#handed
    if (isReady(unfinished.loaded)) return
    if (this.#finishing !== undefined || this.#seenTo === unfinished) return
    this.#seenTo = unfinished
    if (!this.#hasRoomForCards(unfinished.loaded)) return
    this.#finishing = this.#finisher
      .ask('finish', unfinished.path, unfinished.loaded)
      .catch((error: unknown) => {
        if (!this.#closed)
          this.#log.error({ err: error }, 'Cannot read the cards into memory: searches are answered more slowly')
        return unfinished.loaded
      })
      .then((finished) => this.#inTurn(() => this.#takeFinished(unfinished, finished)))
      .finally(() => {
        this.#finishing = undefined
        this.#finisher.close()
      })
  }

  /** Whether the cards that are in the file alone fit into memory; told where they do not. */
  #hasRoomForCards({ searches }: Loaded): boolean {
    const segments = SEARCHED_NOUNS.flatMap((noun) => searches[noun])
    const bytes = segments.reduce((sum, { cards, cardStarts }) => sum + (cards ? 0 : (cardStarts.at(-1) ?? 0)), 0)
    const freeBytes = this.#setting.freeBytes ?? freeMemoryBytes()
    if (bytes <= CARDS_SHARE_MAX * freeBytes) return true
    this.#log.warn(
      { cardBytes: bytes, freeBytes },
      `The cards of search results take ${inMb(bytes)} of memory, and ${inMb(freeBytes)} are free: they are read from the file, which makes searches slower. Give the machine more memory.`,
    )
    return false
  }

  /** Serves the cards that were made ready, also where another state of the file has been taken up meanwhile. */
  async #takeFinished(unfinished: HandedState, finished: Loaded | undefined): Promise<void> {
    const { path, loaded: current } = this.#handed
    if (path !== unfinished.path || finished === unfinished.loaded) return
    const loaded = finished === undefined || current === unfinished.loaded ? finished : withCardsOf(current, finished)
    const opened = loaded && this.#opened(path, loaded, true)
    if (opened !== undefined) await this.#serve(opened)
    else await this.#openAgain(path, loaded ?? current)
  }

  /**
   * Opens what is stored by now where that is not what was loaded: somebody committed, or another Plat made the cards
   * again. Segments that are still stored are taken over with the cards that were made ready, so that commits that keep
   * coming cost only what they changed.
   */
  async #openAgain(path: string, loaded: Loaded): Promise<void> {
    this.#seenTo = undefined // where this fails, because others write, it is tried again
    await this.#serve(await this.#open(path, this.#sameFile(path, loaded)))
  }

  /** Returns the state, unless another file was put in the place of its own. */
  #sameFile(path: string, loaded: Loaded): Loaded | undefined {
    return this.#watch.isOf(path) ? loaded : undefined
  }

  /** Logs a persistent problem once and retries ever less often. Another process that is writing is not a problem. */
  #reportFailure(error: unknown): void {
    if (this.#closed || (error instanceof CommandFault && error.exitCode === EXIT.busy)) return
    this.#skippedPolls = Math.min(2 ** this.#failures++, SKIPPED_POLLS_MAX)
    const trouble = String(error)
    if (trouble !== this.#trouble) {
      this.#log.error({ err: error }, 'Cannot read the changed catalogue: still serving the previous one')
    }
    this.#trouble = trouble
  }

  #shouldTruncateLog(): boolean {
    if (this.#closed) return false
    const bytes = statSync(`${this.#snapshot.path}-wal`, { throwIfNoEntry: false })?.size ?? 0
    if (bytes !== this.#truncation.bytes) this.#truncation = { bytes, left: TRUNCATIONS_MAX }
    return bytes > 0 && this.#truncation.left-- > 0
  }

  /** If this process may not write, or the disk is full, the log stays as it is. */
  async #truncateLog(): Promise<void> {
    const { path } = this.#snapshot
    try {
      if (!(await this.#renewTransactions()) || !(await this.#reader.ask('checkpointLog', path))) return
      if (await this.#renewTransactions()) await this.#reader.ask('truncateLog', path)
    } catch {
      this.#truncation.left = 0
    }
  }

  async #renewTransactions(): Promise<boolean> {
    return this.#renewTransaction() && (await this.#others.followers.renew())
  }

  #renewTransaction(): boolean {
    if (this.#closed) return false
    const { stateVersion } = this.#snapshot
    return this.#watch.whileNobodyCommits(stateVersion, () => this.#snapshot.renewTransaction())
  }
}

interface Opened {
  readonly snapshot: Snapshot
  readonly handed: HandedState
}
