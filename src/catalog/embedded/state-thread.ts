import { lineToStarter, startData } from '../../kit/threads/thread.ts'
import type { CardMaker } from '../ports/cards.ts'
import type { SharedPart } from './loaded.ts'
import { STATE_TASKS, type StateSetting, type StateTask } from './state-tasks.ts'

/** The worker's start data. */
export interface StateThreadStart extends Omit<StateSetting, 'cards'> {
  readonly recipe: CardMaker['recipe']
}

/** Requests are processed one at a time, in order. */
export interface StateRequest {
  readonly task: StateTask
  readonly path: string
  /** The part of an earlier state that `load` may reuse. */
  readonly loaded: SharedPart | undefined
}

/** Entry of the thread that reads catalog files and checkpoints their logs. */
const { recipe, ...start } = startData() as StateThreadStart // as state-reader.ts starts it
const make = (await import(recipe.module))[recipe.factory] as (argument: unknown) => CardMaker // the recipe's contract
const setting: StateSetting = { ...start, cards: make(recipe.argument) }
const starter = lineToStarter<string>(({ task, path, loaded }: StateRequest) =>
  STATE_TASKS[task](setting, path, (sentence) => starter.tell(sentence), loaded),
)
