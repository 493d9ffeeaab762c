import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { CommandFault } from '../../kit/base/failure.ts'
import type { CardMaker } from '../ports/cards.ts'
import type { SharedPart } from './loaded.ts'
import { STATE_TASKS, type StateSetting, type StateTask } from './state-tasks.ts'

/** The worker's start data. */
export interface StateThreadStart extends Omit<StateSetting, 'cards'> {
  readonly recipe: CardMaker['recipe']
}

/** Questions are processed one at a time, in order. */
export interface StateQuestion {
  readonly task: StateTask
  readonly path: string
  /** What `finish` is to finish, and what `load` need not read again. */
  readonly loaded: SharedPart | undefined
}

/** The last reply to a question is its answer, or the reason why there is none. */
export type StateReply =
  | { readonly told: string }
  | { readonly answer: unknown }
  | { readonly fault: Pick<CommandFault, 'message' | 'exitCode'> }
  | { readonly error: unknown }

/** Reads catalogue files and checkpoints their logs, off the thread that answers calls. */
async function serve({ recipe, ...start }: StateThreadStart, port: MessagePort): Promise<void> {
  const make = (await import(recipe.module))[recipe.factory] as (argument: unknown) => CardMaker // the recipe's contract
  const setting: StateSetting = { ...start, cards: make(recipe.argument) }
  const reply = (message: StateReply) => port.postMessage(message)
  port.on('message', ({ task, path, loaded }: StateQuestion) => {
    try {
      reply({ answer: STATE_TASKS[task](setting, path, (told) => reply({ told }), loaded) })
    } catch (error) {
      reply(refusal(error))
    }
  })
}

/** An error posted between threads loses its class and its own properties. */
function refusal(error: unknown): StateReply {
  if (!(error instanceof CommandFault)) return { error }
  const { message, exitCode } = error
  return { fault: { message, exitCode } }
}

if (parentPort !== null) await serve(workerData as StateThreadStart, parentPort) // as state-reader.ts starts it
