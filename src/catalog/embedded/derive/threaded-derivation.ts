import { CommandFault, EXIT } from '../../../kit/base/failure.ts'
import { moduleFile } from '../../../kit/base/program.ts'
import { BlockingThread } from '../../../kit/threads/blocking-thread.ts'
import type { SearchedNoun } from '../../../model/searched.ts'
import { Table } from '../../engine/table.ts'
import type { CardMaker } from '../../ports/cards.ts'
import type { SearchRecord } from '../search/builder.ts'
import { CardPile } from '../search/card-pile.ts'
import { Derivation, type Derivatives, type SegmentPlan } from './derivation.ts'
import { type Batch, type DerivedParts, takeAll } from './derived-parts.ts'

/**
 * Up to this number of records, deriving data on the calling thread is faster than starting a worker. The number is
 * larger for offers and experiences, because the calling thread derives them while it waits for the worker of homes.
 */
export const HERE_MAX: Readonly<Record<SearchedNoun, number>> = { home: 1000, offer: 4000, experience: 4000 }

/** Records per message to the worker. Larger messages allocate fresh memory each time. */
const BATCH_RECORDS = 32

/** The writer waits while the worker is more than this many batches behind. */
const BATCHES_WAITING = 512

/** Derives data from records as they are stored. If there are many records, a worker thread does the work. */
export class ThreadedDerivation {
  readonly #plan: SegmentPlan
  readonly #cards: CardMaker
  #batch: string[] = []
  #taken = 0
  #thread: DerivationThread | undefined

  constructor(plan: SegmentPlan, cards: CardMaker) {
    this.#plan = plan
    this.#cards = cards
  }

  take(noun: SearchRecord, json: string): void {
    this.#batch.push(noun, json)
    this.#taken++
    if (this.#taken <= HERE_MAX[this.#plan.noun] || this.#batch.length < 2 * BATCH_RECORDS) return
    this.#thread ??= new DerivationThread(this.#plan, this.#cards)
    this.#thread.send(this.#batch)
    this.#batch = []
  }

  /** Call this after the last record. A worker then builds the result while the caller does other work. */
  end(): void {
    this.#thread?.end(this.#batch)
  }

  /**
   * Blocks until the worker, if any, has finished. Calls `onWait` repeatedly with the number of records. The worker then
   * ends, which frees its memory.
   */
  build(onWait: (records: number) => void = () => {}): Derivatives {
    if (this.#thread) {
      const derived = this.#thread.answer(() => onWait(this.#taken))
      this.stop()
      return derived
    }
    const derivation = new Derivation(this.#plan, this.#cards)
    takeAll(derivation, this.#batch)
    return derivation.build()
  }

  /** Terminates the worker, if any, even in the middle of its work. */
  stop(): void {
    this.#thread?.stop()
    this.#thread = undefined
  }
}

/** The data with which the worker starts. */
export interface DerivationStart {
  readonly plan: SegmentPlan
  readonly recipe: CardMaker['recipe']
}

/** The worker thread. The writer blocks while it waits for the worker, because a writer's methods are synchronous. */
class DerivationThread {
  readonly #thread: BlockingThread<Batch | 'finish'>

  constructor(plan: SegmentPlan, { recipe }: CardMaker) {
    const start: DerivationStart = { plan, recipe }
    this.#thread = new BlockingThread(moduleFile('catalog/embedded/derive/derivation-thread'), start)
  }

  send(batch: Batch): void {
    this.#thread.post(batch)
    this.#thread.wait(BATCHES_WAITING) // if a batch fails, `answer` throws
  }

  end(last: Batch): void {
    this.#thread.post(last)
    this.#thread.post('finish')
  }

  answer(onWait: () => void): Derivatives {
    this.#thread.wait(0, onWait)
    const { search, ...others } = this.#takeAnswer()
    const table = Table.open(search.table.manifest, search.table.arrays)
    return { search: { ...search, table, pile: CardPile.from(search.pile) }, ...others }
  }

  stop(): void {
    void this.#thread.terminate()
  }

  /** Returns the worker's result. If the worker ran out of memory, throws a CommandFault that says what to do. */
  #takeAnswer(): DerivedParts {
    try {
      return this.#thread.takeAnswer() as DerivedParts // only `finish` returns an answer
    } catch (cause) {
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY')) throw cause
      throw new CommandFault(
        'Node.js ran out of memory; nothing was changed. Give it more memory (here 8192 MB): NODE_OPTIONS=--max-old-space-size=8192.',
        EXIT.failed,
        { cause },
      )
    }
  }
}
