import { isMainThread, type MessagePort, workerData } from 'node:worker_threads'
import type { SearchedNoun } from '../../../model/searched.ts'
import type { CardMaker } from '../../cards.ts'
import type { BuiltSearch, SearchRecord } from '../search/builder.ts'
import type { CardPileParts } from '../search/card-pile.ts'
import { Derivation, type Derivatives } from './derivation.ts'
import type { DerivedRows } from './rows.ts'

/** Records one after another: a noun, its JSON, the next noun, … */
export type Batch = readonly string[]

/** What the thread is started with. */
export interface ThreadStart {
  readonly noun: SearchedNoun
  readonly recipe: CardMaker['recipe']
  /** Shared: at STEPS how many messages are done, at ANSWERED 1 once the thread has sent its answer. */
  readonly progress: Int32Array
  /** Where the records come from, and the answer goes. */
  readonly port: MessagePort
}
export const STEPS = 0
export const ANSWERED = 1

/** What the thread answers to `finish`, or why it cannot. */
export type ThreadAnswer = ThreadDerivatives | { readonly error: unknown }
export interface ThreadDerivatives {
  readonly search: ThreadBuilt
  readonly beside: DerivedRows
}

/** A BuiltSearch in parts that other threads can open. */
export interface ThreadBuilt extends Omit<BuiltSearch, 'table' | 'pile'> {
  readonly table: Pick<BuiltSearch['table'], 'manifest' | 'arrays'>
  readonly pile: CardPileParts
}

/** Derives beside the thread that writes the catalogue: both have about as much to do. */
async function derive({ noun, recipe, progress, port }: ThreadStart): Promise<void> {
  const make = (await import(recipe.module))[recipe.made] as (argument: unknown) => CardMaker // as a recipe says
  const derivation = new Derivation(noun, make(recipe.argument))
  port.on('message', (message: Batch | 'finish') => {
    try {
      if (message === 'finish') send(port, progress, parts(derivation.build()))
      else takeAll(derivation, message)
    } catch (error) {
      send(port, progress, { error })
    }
    Atomics.add(progress, STEPS, 1)
    Atomics.notify(progress, STEPS)
  })
}

export function takeAll(derivation: Derivation, batch: Batch): void {
  for (let i = 0; i + 1 < batch.length; i += 2) derivation.take(batch[i] as SearchRecord, batch[i + 1] as string)
}

function parts({ search, beside }: Derivatives): ThreadDerivatives {
  const { table, pile, ...rest } = search
  const { manifest, arrays } = table
  return { search: { ...rest, table: { manifest, arrays }, pile: pile.parts() }, beside }
}

/** The first answer counts: after an error nothing follows. It is sent before it is told of, so that it is there by then. */
function send(port: MessagePort, progress: Int32Array, answer: ThreadAnswer): void {
  if (Atomics.load(progress, ANSWERED) === 1) return
  port.postMessage(answer)
  Atomics.store(progress, ANSWERED, 1)
}

/** Other threads import this file too: it is theirs only whom threaded-derivation.ts started. */
if (!isMainThread && 'progress' in workerData) {
  const start = workerData as ThreadStart // as threaded-derivation.ts starts it
  await derive(start).catch((error: unknown) => {
    send(start.port, start.progress, { error })
    Atomics.add(start.progress, STEPS, 1)
    Atomics.notify(start.progress, STEPS)
  })
}
