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
import type { WorkerErrand, WorkerQuestion } from './worker.ts'

/** Everything that the threads share and the main thread keeps. */
export interface CrewParts {
  readonly settings: Settings
  readonly words: Words
  /** The main thread's side of the memory that threads that answer calls share. */
  readonly lane: ServiceLane
  /** The counts of the main thread. */
  readonly counts: Counts
  readonly tiles: OpenTileFile | undefined
  /** Not lent where each thread opens a database itself. */
  readonly catalog: ServedCatalog
  readonly access: MainAccess
  readonly audit: Audit
  readonly subscriptions: Subscriptions
  /** Makes the pages for operators. */
  readonly desk: Pick<Desk, 'openHere' | 'page'>
  readonly clock: Clock
  readonly log: Log
}

/** The threads that will answer calls. `sockets`: those that systemd holds. */
export function crewOf({ workers }: Settings, log: Log, sockets?: readonly WorkerSockets[]): Crew {
  if (!PORTS_CAN_BE_SHARED && workers > 1) {
    log.warn({ workers }, 'On this system threads cannot share a port: a single one answers all calls')
  }
  return new Crew(sockets?.length ?? threadsOf(workers), sockets)
}

/** Threads that answer calls. */
export function threadsOf(workers: number): number {
  if (!PORTS_CAN_BE_SHARED) return 1
  return workers === 0 ? availableParallelism() : workers
}

/** Deaths within this time count together. */
const DEATHS_MS = 60_000

/** The second death in that time is followed by a pause, each further one by twice as long a pause, up to a limit. */
const PAUSE_MS = 100
const PAUSE_MS_MAX = 30_000

/** How long the counts of a thread are waited for, and how often they are asked for in any case. */
const COUNT_MS_MAX = 1000
const COUNT_EACH_MS = 10_000

/** How long to wait before a thread that has died is replaced; `deaths` counts those of the last minute. */
export function pauseAfter(deaths: number): number {
  return deaths <= 1 ? 0 : Math.min(PAUSE_MS_MAX, PAUSE_MS * 2 ** (deaths - 2))
}

const SOCKETS_DIED = 'A thread that answers calls has died with its sockets: the service has to be started again.'

/** A thread that answers calls. */
interface Member {
  readonly lane: number
  readonly thread: Thread<WorkerQuestion>
  /** undefined until it answers calls, which begins with seconds of work. */
  pulse: Pulse | undefined
  /** Why it was ended. */
  cause: unknown
  /** Its counts when it was last asked for them. */
  counted: Snapshot
}

/**
 * The threads that answer calls, on the same ports. The main thread answers none: it watches the catalogue for them,
 * and replaces those that die. One that is stuck is ended, and so replaced too. A socket that systemd holds ends for
 * this process with its thread: then the service has failed, and the system starts it again.
 */
export class Crew {
  readonly #members = new Map<number, Member>()
  readonly size: number
  readonly sockets: readonly WorkerSockets[] | undefined
  /** Aborted with a CommandFault when the service can only be started again. */
  readonly failure = new AbortController()
  readonly #deathsMs: number[] = []
  #parts: CrewParts | undefined
  /** Where the progress of `prepare` is shown. */
  #preparing: { readonly terminal: Terminal; readonly tell: OnProgress } | undefined
  /** Why a thread has ended before it was opened. */
  #cause: unknown
  #isClosing = false
  /** The counts of threads that have died, added up, when each was last asked for them. */
  #counted: Snapshot = []
  #looking: NodeJS.Timeout | undefined
  #counting: NodeJS.Timeout | undefined

  /** The threads begin to load the program, beside whatever the main thread does until `open`. */
  constructor(size: number, sockets?: readonly WorkerSockets[]) {
    this.size = size
    this.sockets = sockets
    for (let lane = 1; lane <= size; lane++) this.#start(lane)
  }

  /** Has a thread prepare the catalogue, as `prepare` does. */
  prepare(preparation: Preparation, terminal: Terminal, tell: OnProgress): Promise<LoadedCatalog | undefined> {
    return this.#together(async ([first]) => {
      if (first === undefined) throw new Error('there are no threads')
      this.#preparing = { terminal, tell }
      passInterruption(terminal, (interruption) => first.thread.tell(interruption))
      const loaded = await first.thread.ask({ kind: 'prepare', watched: terminal.watched, ...preparation })
      return loaded as LoadedCatalog | undefined // worker.ts answers so
    })
  }

  /** Resolves once all threads can answer calls; rejects with the reason why one cannot. */
  open(parts: CrewParts): Promise<void> {
    return this.#together(async (members) => {
      await Promise.all(members.map((member) => this.#ready(member, parts)))
      this.#parts = parts
    })
  }

  /** Resolves once all threads answer calls; rejects with the reason why one cannot. */
  listen(): Promise<void> {
    return this.#together(async (members) => {
      await Promise.all(members.map((member) => this.#listen(member)))
      this.#looking = setInterval(() => this.#look(performance.now()), LOOK_MS).unref()
      this.#counting = setInterval(() => void this.snapshots(), COUNT_EACH_MS).unref()
    })
  }

  /** The service cannot go on, for the reason in a sentence. */
  fail(why: string): void {
    this.failure.abort(new CommandFault(why, EXIT.failed))
  }

  /** Some thread answers calls. */
  get isAnswering(): boolean {
    return [...this.#members.values()].some(({ pulse }) => pulse !== undefined)
  }

  /**
   * Returns the counts of each thread. Those of a thread that is stuck or has died are from when it was last asked for
   * them, so no counter ever falls, and what it counted in its last ten seconds may be missing.
   */
  async snapshots(): Promise<readonly Snapshot[]> {
    await Promise.all(Array.from(this.#members.values(), (member) => this.#count(member)))
    return [...Array.from(this.#members.values(), ({ counted }) => counted), this.#counted]
  }

  /** Lets calls in flight finish, in all threads at once, and ends them. Calling it again does nothing. */
  async close(): Promise<void> {
    this.#isClosing = true
    await Promise.all(Array.from(this.#members.values(), (member) => this.#end(member)))
    clearInterval(this.#looking)
    clearInterval(this.#counting)
  }

  #start(lane: number): Member {
    const thread = new Thread<WorkerQuestion>(
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
        return this.#preparing?.tell(errand.done, errand.total)
      case 'audit':
        return this.#parts?.audit.record(errand.entry)
      case 'subscriptions':
        return this.#parts && answerSubscriptionsCall(this.#parts.subscriptions, errand)
      case 'page':
        return this.#parts?.desk.page(errand.path, errand.query, errand.caller)
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
        member.counted = (answer ?? []) as Snapshot // worker.ts answers so once it is open
      },
      () => {}, // the thread has died, which is logged
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
      ) // a thread that has died is replaced
      if (!member.pulse.isStuck(nowMs)) continue
      member.pulse = undefined
      member.cause = new Error(`the thread did not move for ${(STUCK_LOOKS * LOOK_MS) / 1000} s`)
      this.#parts?.log.error({ worker: member.lane }, 'A thread that answers calls is stuck: it is ended')
      void member.thread.terminate()
    }
  }

  /** Everything but the ports is open. */
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
    const tellOfEnd = (err: unknown) =>
      this.#parts?.log.error({ err }, 'A thread that answers calls could not finish them')
    if (this.#parts !== undefined) await thread.ask({ kind: 'close' }).catch(tellOfEnd)
    await thread.terminate()
  }

  /** A thread has died: what it held is given back, and another takes its place. */
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
      log.error(fields, 'A thread that answers calls has died, and its sockets with it: the service ends')
      this.fail(SOCKETS_DIED)
      return
    }
    const pauseMs = pauseAfter(this.#deathsMs.length)
    const when = pauseMs === 0 ? 'at once' : `in ${pauseMs / 1000} s`
    log.error(fields, `A thread that answers calls has died, and its calls in flight with it: replaced ${when}`)
    void this.#replace(member.lane, this.#parts, pauseMs)
  }

  async #replace(lane: number, parts: CrewParts, pauseMs: number): Promise<void> {
    if (pauseMs > 0) await pause(pauseMs, undefined, { ref: false })
    if (this.#isClosing) return
    const member = this.#start(lane)
    try {
      await this.#ready(member, parts)
      await this.#listen(member)
      parts.log.info({ worker: lane }, 'A new thread answers calls')
    } catch (error) {
      if (!member.thread.hasEnded) parts.log.error({ worker: lane, err: error }, 'A new thread could not be opened')
      await member.thread.terminate() // which has it replaced again, a while later
    }
  }
}

/** One end for the other thread, one for this. */
function endsOf({ port1, port2 }: MessageChannel): readonly [theirs: MessagePort, ours: MessagePort] {
  return [port1, port2]
}
