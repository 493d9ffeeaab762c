import { closeSync } from 'node:fs'
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { CommandFault, EXIT } from '../../../kit/base/failure.ts'
import { Table } from '../../engine/table.ts'
import type { CardMaker } from '../../ports/cards.ts'
import type { SearchRecord } from '../search/builder.ts'
import { CardPile } from '../search/card-pile.ts'
import { openNameless } from '../search/nameless-file.ts'
import { Derivation, type Derivatives, type SegmentPlan } from './derivation.ts'
import type { GuardStart } from './derivation-guard.ts'
import { ANSWERED, type Batch, STEPS, type ThreadAnswer, type ThreadStart, takeAll } from './derivation-thread.ts'

/** Fewer records are derived on this thread: starting a worker would take longer. */
export const HERE_MAX = 4000

/** Records per message: larger messages allocate fresh memory each time. */
const BATCH_RECORDS = 32

/** Back-pressure: the writer waits once the worker is this many batches behind. */
const BATCHES_WAITING = 512

/** Derives from records as they are stored, in a worker thread once there are many of them. */
export class ThreadedDerivation {
  readonly #plan: SegmentPlan
  readonly #cards: CardMaker
  readonly #filesBeside: string
  #batch: string[] = []
  #taken = 0
  #thread: DerivationThread | undefined

  /** @param filesBeside Beginning of the path of files where cards wait: one that no other derivation has. */
  constructor(plan: SegmentPlan, cards: CardMaker, filesBeside: string) {
    this.#plan = plan
    this.#cards = cards
    this.#filesBeside = filesBeside
  }

  take(noun: SearchRecord, json: string): void {
    this.#batch.push(noun, json)
    this.#taken++
    if (this.#taken < HERE_MAX || this.#batch.length < 2 * BATCH_RECORDS) return
    this.#thread ??= new DerivationThread(this.#plan, this.#cards, this.#filesBeside)
    this.#thread.send(this.#batch)
    this.#batch = []
  }

  /** No more records come: a worker starts building the result while the caller does other work. */
  end(): void {
    this.#thread?.end(this.#batch)
  }

  /**
   * Blocks until the worker, if there is one, has finished; `onWait` is told again and again of how many records. The
   * answer holds until `stop`.
   */
  build(onWait: (records: number) => void = () => {}): Derivatives {
    if (this.#thread) return this.#thread.answer(() => onWait(this.#taken))
    const derivation = new Derivation(this.#plan, this.#cards)
    takeAll(derivation, this.#batch)
    return derivation.build()
  }

  /** Terminates the worker, if there is one, whatever it is doing, and gives back what it used. */
  stop(): void {
    this.#thread?.stop()
    this.#thread = undefined
  }
}

/**
 * The worker thread, and its guard. They are driven without the event loop, because a writer's methods are synchronous.
 */
class DerivationThread {
  readonly #progress = new Int32Array(new SharedArrayBuffer(8))
  readonly #guard: Worker
  readonly #guardPort: MessagePort
  readonly #port: MessagePort
  readonly #cardFile: number
  #sent = 0

  constructor(plan: SegmentPlan, { recipe }: CardMaker, filesBeside: string) {
    this.#cardFile = openNameless(`${filesBeside}-cards`)
    const records = new MessageChannel()
    const ends = new MessageChannel()
    this.#port = records.port1
    this.#guardPort = ends.port1
    const guarded: ThreadStart = {
      plan,
      recipe,
      cardFile: this.#cardFile,
      progress: this.#progress,
      port: records.port2,
    }
    const workerData: GuardStart = { guarded, guardPort: ends.port2 }
    const transferList = [records.port2, ends.port2]
    this.#guard = new Worker(new URL('./derivation-guard.ts', import.meta.url), { workerData, transferList })
    for (const each of [this.#guard, this.#port, this.#guardPort]) each.unref()
  }

  send(message: Batch | 'finish'): void {
    this.#port.postMessage(message)
    this.#sent++
    this.#waitUntil(() => this.#sent - Atomics.load(this.#progress, STEPS) <= BATCHES_WAITING)
  }

  end(last: Batch): void {
    this.send(last)
    this.send('finish')
  }

  answer(onWait: () => void): Derivatives {
    this.#waitUntil(() => {
      onWait()
      return false // the flag of the answer ends it
    })
    const received = receiveMessageOnPort(this.#port) ?? receiveMessageOnPort(this.#guardPort)
    if (received === undefined) throw new Error('the deriving thread announced an answer that it did not send')
    const answer = received.message as ThreadAnswer // the thread sends nothing else
    void this.#guard.terminate()
    if ('error' in answer) throw asThrown(answer.error, answer.code)
    const { search, ...others } = answer
    const table = Table.open(search.table.manifest, search.table.arrays)
    return { search: { ...search, table, pile: CardPile.from(search.pile) }, ...others }
  }

  stop(): void {
    this.#port.close()
    this.#guardPort.close()
    // Not before both have ended: the next write could go to another file that is given the same descriptor.
    void this.#guard.terminate().then(() => closeSync(this.#cardFile))
  }

  #waitUntil(reached: () => boolean): void {
    while (!reached()) {
      if (Atomics.load(this.#progress, ANSWERED) === 1) return // where records are still sent, it failed: `answer` throws
      Atomics.wait(this.#progress, STEPS, Atomics.load(this.#progress, STEPS), 50)
    }
  }
}

/** The error of a thread as it was thrown there, or a sentence about memory, which operators can give. */
function asThrown(error: unknown, code: unknown): unknown {
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new CommandFault(
      'Node ran out of memory; nothing was changed. Allow it more, in MB: NODE_OPTIONS=--max-old-space-size=8192.',
      EXIT.failed,
      { cause: error },
    )
  return error instanceof Error && code !== undefined ? Object.assign(error, { code }) : error
}
