import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { LoadedCatalog, ServedCatalog } from '../../catalog/opening/backend.ts'
import { type Counts, type Snapshot, sumOf } from '../../doors/http/counting/counts.ts'
import { buryLane, type ServiceLane } from '../../doors/http/load/service-lane.ts'
import { type OpenTileFile, PORTS_CAN_BE_SHARED, type WorkerSockets } from '../../doors/http/main-thread.ts'
import type { MainAccess } from '../../guard/access/index.ts'
import type { Audit } from '../../guard/privacy/index.ts'
import { answerSubscriptionsCall, type Subscriptions } from '../../guard/subscriptions/index.ts'
import type { Clock } from '../../kit/base/clock.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { Log } from '../../kit/base/log.ts'
import { moduleFile } from '../../kit/base/program.ts'
import type { Settings } from '../../kit/base/settings.ts'
import type { Words } from '../../kit/base/words.ts'
import { Thread } from '../../kit/threads/thread.ts'
import type { Desk } from '../operating/desk.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { passInterruption, writeOutput } from '../terminal/thread-terminal.ts'
import type { OnProgress } from './bring-up.ts'
import type { Preparation } from './prepare.ts'
import { LOOK_MS, Pulse, STUCK_LOOKS } from './pulse.ts'
import type { WorkerErrand, WorkerRequest } from './worker.ts'

/** The objects of the main thread that all threads share. */
export interface CrewParts {
  readonly settings: Settings
  readonly words: Words
  /** The main thread's view of the memory that all threads share. */
  readonly lane: ServiceLane
  /** The metrics of the main thread. */
  readonly counts: Counts
  readonly tiles: OpenTileFile | undefined
  /** The catalog of the main thread. With a database, each worker opens its own catalog. */
  readonly catalog: ServedCatalog
  readonly access: MainAccess
  readonly audit: Audit
  readonly subscriptions: Subscriptions
  /** Makes the operators' pages. */
  readonly desk: Pick<Desk, 'openHere' | 'page'>
  readonly clock: Clock
  readonly log: Log
}

/** Starts the worker threads. `sockets`: the sockets that systemd opened for the service. */
export function crewOf({ workers }: Settings, log: Log, sockets?: readonly WorkerSockets[]): Crew {
  if (!PORTS_CAN_BE_SHARED && workers > 1) {
    log.warn({ workers }, 'Threads cannot share a port on this system, so a single worker answers all calls')
  }
  return new Crew(sockets?.length ?? threadsOf(workers), sockets)
}

/** Returns the number of worker threads. The setting 0 means one per processor. */
export function threadsOf(workers: number): number {
  if (!PORTS_CAN_BE_SHARED) return 1
  return workers === 0 ? availableParallelism() : workers
}

/** The time window in which deaths of threads are counted, in milliseconds. */
const DEATHS_MS = 60_000

/** Milliseconds before a thread is replaced, after the second death. Each further death doubles the pause. */
const PAUSE_MS = 100
const PAUSE_MS_MAX = 30_000

/** Maximum time to wait for the metrics of a thread. */
const COUNT_MS_MAX = 1000
/** How often the main thread requests the metrics of all threads. */
const COUNT_EACH_MS = 10_000

/**
 * Returns the milliseconds to wait before a dead thread is replaced. `deaths`: the number of deaths in the last minute.
 */
export function pauseAfter(deaths: number): number {
  return deaths <= 1 ? 0 : Math.min(PAUSE_MS_MAX, PAUSE_MS * 2 ** (deaths - 2))
}

const SOCKETS_DIED = 'A worker died and closed its sockets: start the service again.'

/** A worker thread and its state. */
interface Member {
  readonly lane: number
  readonly thread: Thread<WorkerRequest>
  /** Detects whether the thread is stuck. Undefined until the thread is ready to answer calls. */
  pulse: Pulse | undefined
  /** Why the main thread ended the thread. */
  cause: unknown
  /** The thread's metrics when they were last requested. */
  counted: Snapshot
}

/**
 * The worker threads, which listen on the same ports. The main thread watches the catalog for them, and replaces
 * threads that die or get stuck.
 *
 * A thread with sockets from systemd cannot be replaced, because its sockets close with it. The service then fails, and
 * systemd starts it again.
 */
export class Crew {
  readonly #members = new Map<number, Member>()
  readonly size: number
  readonly sockets: readonly WorkerSockets[] | undefined
  /** Aborted with a CommandFault if the service cannot continue. The service must then be started again. */
  readonly failure = new AbortController()
  /** Whether a thread is making or changing the catalog. It undoes this after Ctrl-C, unless it is ended. */
  isWriting = false
  readonly #deathsMs: number[] = []
  #parts: CrewParts | undefined
  /** Where the progress of `prepare` is shown. */
  #preparing: { readonly terminal: Terminal; readonly report: OnProgress } | undefined
  /** Why a thread ended before it was ready. */
  #cause: unknown
  #isClosing = false
  /** The summed metrics of dead threads. */
  #counted: Snapshot = []
  #looking: NodeJS.Timeout | undefined
  #counting: NodeJS.Timeout | undefined

  /** Starts the threads, which load the program in parallel with the main thread. */
  constructor(size: number, sockets?: readonly WorkerSockets[]) {
    this.size = size
    this.sockets = sockets
    for (let lane = 1; lane <= size; lane++) this.#start(lane)
  }

  /** Prepares the catalog in one of the threads: see `prepare`. */
  prepare(preparation: Preparation, terminal: Terminal, report: OnProgress): Promise<LoadedCatalog | undefined> {
    return this.#together(async ([first]) => {
      if (first === undefined) throw new Error('there are no threads')
      this.#preparing = { terminal, report }
      passInterruption(terminal, (interruption) => first.thread.tell(interruption))
      const loaded = await first.thread.ask({ kind: 'prepare', watched: terminal.watched, ...preparation })
      return loaded as LoadedCatalog | undefined // worker.ts returns the loaded catalog
    })
  }

  /** Opens everything except ports in all threads. Rejects if a thread fails. */
  open(parts: CrewParts): Promise<void> {
    return this.#together(async (members) => {
      await Promise.all(members.map((member) => this.#ready(member, parts)))
      this.#parts = parts
    })
  }

  /** Opens the ports in all threads. Resolves when all threads answer calls. Rejects if a thread fails. */
  listen(): Promise<void> {
    return this.#together(async (members) => {
      await Promise.all(members.map((member) => this.#listen(member)))
      this.#looking = setInterval(() => this.#look(performance.now()), LOOK_MS).unref()
      this.#counting = setInterval(() => void this.snapshots(), COUNT_EACH_MS).unref()
    })
  }

  /** Declares that the service cannot continue. `why`: the reason, as a sentence. */
  fail(why: string): void {
    this.failure.abort(new CommandFault(why, EXIT.failed))
  }

  /** Whether at least one thread answers calls. */
  get isAnswering(): boolean {
    return [...this.#members.values()].some(({ pulse }) => pulse !== undefined)
  }

  /**
   * Returns the metrics of each thread. Stuck and dead threads contribute their last known metrics, up to ten seconds
   * old, so that counters never fall.
   */
  async snapshots(): Promise<readonly Snapshot[]> {
    await Promise.all(Array.from(this.#members.values(), (member) => this.#count(member)))
    return [...Array.from(this.#members.values(), ({ counted }) => counted), this.#counted]
  }

  /** Lets running calls finish, then ends all threads. May be called more than once. */
  async close(): Promise<void> {
    this.#isClosing = true
    await Promise.all(Array.from(this.#members.values(), (member) => this.#end(member)))
    clearInterval(this.#looking)
    clearInterval(this.#counting)
  }

  #start(lane: number): Member {
    const thread = new Thread<WorkerRequest>(
      moduleFile('running/serving/worker-thread'),
      {},
      {
        answer: (errand: WorkerErrand) => this.#run(errand),
        onEnd: (cause) => this.#lose(member, member.cause ?? cause),
        holdsProcess: 'always',
      },
    )
    const member: Member = { lane, thread, pulse: undefined, cause: undefined, counted: [] }
    this.#members.set(lane, member)
    return member
  }

  async #together<T>(work: (members: readonly Member[]) => Promise<T>): Promise<T> {
    try {
      const members = [...this.#members.values()]
      if (members.length < this.size) throw new Error('a thread has ended before it was opened')
      return await work(members)
    } catch (error) {
      throw this.#cause ?? error
    }
  }

  #run(errand: WorkerErrand): unknown {
    switch (errand.kind) {
      case 'progress':
        this.isWriting = errand.total > 0
        return this.#preparing?.report(errand.done, errand.total)
      case 'audit':
        return this.#parts?.audit.record(errand.entry)
      case 'subscriptions':
        return this.#parts && answerSubscriptionsCall(this.#parts.subscriptions, errand)
      case 'page':
        return this.#parts?.desk.page(...errand.page)
      default:
        return this.#preparing && writeOutput(this.#preparing.terminal, errand)
    }
  }

  async #listen(member: Member): Promise<void> {
    await member.thread.ask({ kind: 'listen', sockets: this.sockets?.[member.lane - 1] })
    member.pulse = new Pulse(performance.now())
  }

  async #count(member: Member): Promise<void> {
    const counted = member.thread.ask({ kind: 'count' }).then(
      (answer) => {
        member.counted = (answer ?? []) as Snapshot // worker.ts returns this once the worker is open
      },
      () => {}, // the thread's death is logged elsewhere
    )
    await Promise.race([counted, pause(COUNT_MS_MAX, undefined, { ref: false })])
  }

  /** Ends threads that are stuck. */
  #look(nowMs: number): void {
    for (const member of this.#members.values()) {
      if (member.pulse === undefined) continue
      member.thread.ask({ kind: 'beat' }).then(
        () => member.pulse?.beat(),
        () => {},
      ) // `#lose` replaces a dead thread
      if (!member.pulse.isStuck(nowMs)) continue
      member.pulse = undefined
      member.cause = new Error(`the thread did not respond for ${(STUCK_LOOKS * LOOK_MS) / 1000} s`)
      this.#parts?.log.error({ worker: member.lane }, 'A worker is stuck and will be replaced')
      void member.thread.terminate()
    }
  }

  /** Opens everything in a thread except its ports. */
  async #ready({ lane, thread }: Member, parts: CrewParts): Promise<void> {
    const { settings, words, tiles, catalog, access } = parts
    const [catalogPort, ownCatalogPort] = endsOf(new MessageChannel())
    const [ledgerPort, ownLedgerPort] = endsOf(new MessageChannel())
    const ledger = access.lendTo(ownLedgerPort)
    const service = { ...parts.lane, lane }
    const { openHere } = parts.desk
    const shown = { settings, words, tiles, openHere }
    const setting = { ...shown, ledger, threads: this.size, service, catalogPort, ledgerPort }
    const opened = thread.ask({ kind: 'open', ...setting }, [catalogPort, ledgerPort])
    await Promise.all([opened, Promise.race([opened, catalog.lendTo?.(ownCatalogPort)])])
  }

  async #end({ thread }: Member): Promise<void> {
    const logFailure = (err: unknown) => this.#parts?.log.error({ err }, 'A worker could not finish its running calls')
    if (this.#parts !== undefined) await thread.ask({ kind: 'close' }).catch(logFailure)
    await thread.terminate()
  }

  /** Called when a thread has died. Releases the thread's resources and starts a new thread. */
  #lose(member: Member, cause: unknown): void {
    this.#members.delete(member.lane)
    this.#cause = cause
    if (this.#isClosing || this.#parts === undefined) return
    const { clock, counts, lane, log } = this.#parts
    buryLane(lane, member.lane)
    counts.threadDeaths.inc()
    this.#counted = sumOf([this.#counted, member.counted])
    this.#deathsMs.push(clock.now())
    while ((this.#deathsMs[0] ?? 0) <= clock.now() - DEATHS_MS) this.#deathsMs.shift()
    const fields = { worker: member.lane, deathsInAMinute: this.#deathsMs.length, err: cause }
    if (this.sockets !== undefined) {
      log.error(fields, 'A worker died and closed its sockets, so the service stops')
      this.fail(SOCKETS_DIED)
      return
    }
    const pauseMs = pauseAfter(this.#deathsMs.length)
    const when = pauseMs === 0 ? 'now' : `in ${pauseMs / 1000} s`
    log.error(fields, `A worker died, and its running calls failed. It will be replaced ${when}`)
    void this.#replace(member.lane, this.#parts, pauseMs)
  }

  async #replace(lane: number, parts: CrewParts, pauseMs: number): Promise<void> {
    if (pauseMs > 0) await pause(pauseMs, undefined, { ref: false })
    if (this.#isClosing) return
    const member = this.#start(lane)
    try {
      await this.#ready(member, parts)
      await this.#listen(member)
      parts.log.info({ worker: lane }, 'The new worker is ready')
    } catch (error) {
      if (!member.thread.hasEnded) parts.log.error({ worker: lane, err: error }, 'The new worker could not start')
      await member.thread.terminate() // the end of this thread starts the next attempt, after a pause
    }
  }
}

/** Returns the two ends of a channel: one for another thread, one for this thread. */
function endsOf({ port1, port2 }: MessageChannel): readonly [theirs: MessagePort, ours: MessagePort] {
  return [port1, port2]
}
