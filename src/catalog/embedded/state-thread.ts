import { lineToStarter, startData } from '../../kit/threads/thread.ts'
import type { CardMaker } from '../ports/cards.ts'
import type { SharedPart } from './loaded.ts'
import { STATE_TASKS, type StateSetting, type StateTask } from './state-tasks.ts'

/** The data with which the worker starts. */
export interface StateThreadStart extends Omit<StateSetting, 'cards'> {
  readonly recipe: CardMaker['recipe']
}

/** A request to run a task. The worker runs one task at a time, in order. */
export interface StateRequest {
  readonly task: StateTask
  readonly path: string
  /** The parts of an earlier state that `load` may reuse. */
  readonly loaded: SharedPart | undefined
}

/** The thread that reads catalog files, and copies their write-ahead logs into the files. */
const { recipe, ...start } = startData() as StateThreadStart // state-reader.ts passes this
const make = (await import(recipe.module))[recipe.factory] as (argument: unknown) => CardMaker // the factory returns a CardMaker
const setting: StateSetting = { ...start, cards: make(recipe.argument) }
lineToStarter(({ task, path, loaded }: StateRequest) => STATE_TASKS[task](setting, path, loaded))
