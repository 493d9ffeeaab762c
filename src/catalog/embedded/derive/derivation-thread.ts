import { answerBlocked } from '../../../kit/threads/blocking-thread.ts'
import { startData } from '../../../kit/threads/thread.ts'
import type { CardMaker } from '../../ports/cards.ts'
import { Derivation } from './derivation.ts'
import { type Batch, memoryOf, partsOf, takeAll } from './derived-parts.ts'
import type { DerivationStart } from './threaded-derivation.ts'

/**
 * The thread that derives search indexes while the main thread writes the catalog. Both tasks take about the same time.
 */
const { plan, recipe } = startData() as DerivationStart // threaded-derivation.ts passes this
const make = (await import(recipe.module))[recipe.factory] as (argument: unknown) => CardMaker // the factory returns a CardMaker
const derivation = new Derivation(plan, make(recipe.argument))
answerBlocked(
  (message: Batch | 'finish') => (message === 'finish' ? partsOf(derivation.build()) : takeAll(derivation, message)),
  { memoryOf },
)
