import { isMainThread } from 'node:worker_threads'
import type { CardMaker } from '../../src/catalog/ports/cards.ts'
import { trialCards } from './trial.ts'

/** Cards that end the thread that derives them, like a lack of memory. */
export function makeEndingCards(): CardMaker {
  return {
    ...trialCards,
    recipe: { module: import.meta.url, factory: 'makeEndingCards', argument: undefined },
    card: (...given) => {
      if (!isMainThread) process.exit(7) // ends this thread only
      return trialCards.card(...given)
    },
  }
}
