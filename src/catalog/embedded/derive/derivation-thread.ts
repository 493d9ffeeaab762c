import { isMainThread, type MessagePort, workerData } from 'node:worker_threads'
import type { CardMaker } from '../../ports/cards.ts'
import type { DerivedRows } from '../derived-rows.ts'
import type { BuiltSearch, SearchRecord } from '../search/builder.ts'
import type { CardPileParts } from '../search/card-pile.ts'
import { Derivation, type Derivatives, type SegmentPlan } from './derivation.ts'

/** Records as a flat list: noun, JSON, noun, JSON, … */
export type Batch = readonly string[]

/** The worker's start data. */
export interface ThreadStart {
  readonly plan: SegmentPlan
  readonly recipe: CardMaker['recipe']
  /** Descriptor of the file that holds cards until they can be put in order. */
  readonly cardFile: number
  /** Shared memory. STEPS: how many messages are processed; ANSWERED: 1 once the answer is sent. */
  readonly progress: Int32Array
  /** Records come in here, and the answer goes out. */
  readonly port: MessagePort
}
export const STEPS = 0
export const ANSWERED = 1

/** The worker's answer to `finish`, or the error that prevented it, with its code, which errors lose on the way. */
export type ThreadAnswer = ThreadDerivatives | { readonly error: unknown; readonly code: unknown }
export interface ThreadDerivatives {
  readonly search: ThreadBuilt
  readonly beside: DerivedRows
  readonly records: number
}

/** A BuiltSearch taken apart into data that can be posted to another thread. */
export interface ThreadBuilt extends Omit<BuiltSearch, 'table' | 'pile'> {
  readonly table: Pick<BuiltSearch['table'], 'manifest' | 'arrays'>
  readonly pile: CardPileParts
}

/** Derives while the main thread writes the catalogue: the two halves take about as long. */
async function derive({ plan, recipe, cardFile, progress, port }: ThreadStart): Promise<void> {
  const make = (await import(recipe.module))[recipe.factory] as (argument: unknown) => CardMaker // the recipe's contract
  const derivation = new Derivation(plan, make(recipe.argument), cardFile)
  port.on('message', (message: Batch | 'finish') => {
    try {
      if (message === 'finish') send(port, progress, parts(derivation.build()))
      else takeAll(derivation, message)
    } catch (error) {
      send(port, progress, failure(error))
    }
    Atomics.add(progress, STEPS, 1)
    Atomics.notify(progress, STEPS)
  })
}

export function takeAll(derivation: Derivation, batch: Batch): void {
  for (let i = 0; i + 1 < batch.length; i += 2) derivation.take(batch[i] as SearchRecord, batch[i + 1] as string)
}

function parts({ search, ...others }: Derivatives): ThreadDerivatives {
  const { table, pile, ...rest } = search
  const { manifest, arrays } = table
  return { search: { ...rest, table: { manifest, arrays }, pile: pile.parts() }, ...others }
}

function failure(error: unknown): ThreadAnswer {
  return { error, code: (error as { code?: unknown }).code }
}

/**
 * Only the first answer counts, so nothing follows an error. It is posted before the flag is set, so that it is
 * there.
 */
function send(port: MessagePort, progress: Int32Array, answer: ThreadAnswer): void {
  if (Atomics.load(progress, ANSWERED) === 1) return
  port.postMessage(answer)
  Atomics.store(progress, ANSWERED, 1)
}

/**
 * The main thread and other workers import this file too: it runs only in the worker that threaded-derivation.ts
 * starts.
 */
if (!isMainThread && 'progress' in workerData) {
  const start = workerData as ThreadStart // as threaded-derivation.ts starts it
  await derive(start).catch((error: unknown) => {
    send(start.port, start.progress, failure(error))
    Atomics.add(start.progress, STEPS, 1)
    Atomics.notify(start.progress, STEPS)
  })
}
