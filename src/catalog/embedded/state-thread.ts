import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { CommandFault } from '../../base/failure.ts'
import type { CardMaker } from '../cards.ts'
import { STATE_TASKS, type StateSetting, type StateTask } from './state-tasks.ts'

/** What the thread is started with. */
export interface StateThreadStart {
  readonly dataDir: string
  readonly recipe: CardMaker['recipe']
  readonly readThroughMaxBytes: number | undefined
}

/** One is done after the other. */
export interface StateQuestion {
  readonly task: StateTask
  readonly path: string
}

/** A question's last reply is its answer, or why there is none. */
export type StateReply =
  | { readonly makingCards: true }
  | { readonly answer: unknown }
  | { readonly fault: Pick<CommandFault, 'message' | 'exitCode'> }
  | { readonly error: unknown }

/** Reads catalogue files, and copies their logs, beside the thread that answers calls. */
async function serve({ dataDir, recipe, readThroughMaxBytes }: StateThreadStart, port: MessagePort): Promise<void> {
  const make = (await import(recipe.module))[recipe.made] as (argument: unknown) => CardMaker // as a recipe says
  const setting: StateSetting = { dataDir, cards: make(recipe.argument), readThroughMaxBytes }
  const reply = (message: StateReply) => port.postMessage(message)
  port.on('message', ({ task, path }: StateQuestion) => {
    try {
      reply({ answer: STATE_TASKS[task](setting, path, () => reply({ makingCards: true })) })
    } catch (error) {
      reply(refusal(error))
    }
  })
}

/** Between threads an error loses its class and what it has of its own. */
function refusal(error: unknown): StateReply {
  if (!(error instanceof CommandFault)) return { error }
  const { message, exitCode } = error
  return { fault: { message, exitCode } }
}

if (parentPort !== null) await serve(workerData as StateThreadStart, parentPort) // as state-reader.ts starts it
