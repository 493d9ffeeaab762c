import { isMainThread } from 'node:worker_threads'
import type { CardMaker } from '../../src/catalog/ports/cards.ts'
import { trialCards } from './trial.ts'

/** Returns a `CardMaker` that ends its thread, like a thread that runs out of memory. */
export function makeEndingCards(): CardMaker {
  return {
    ...trialCards,
    recipe: { module: import.meta.url, factory: 'makeEndingCards', argument: undefined },
    card: (...given) => {
      if (!isMainThread) process.exit(7) // ends only this thread
      return trialCards.card(...given)
    },
  }
}
