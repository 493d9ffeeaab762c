import type { MessagePort } from 'node:worker_threads'
import { CommandFault, type FailureCode, Fault, type FaultExtras } from './failure.ts'

/** The questions, or the answers, of one turn of the loop. */
type Batch<T> = readonly T[]

interface Question {
  readonly id: number
  readonly asked: unknown
}

type Outcome = { readonly answer: unknown } | { readonly failure: Sent }
type Reply = { readonly id: number } & Outcome

/** A failure between threads, which would lose its class and its own properties. */
export type Sent =
  | { readonly fault: FailureCode; readonly message: string; readonly extras: FaultExtras }
  | { readonly exitCode: number; readonly message: string }
  | { readonly error: unknown }

export function sent(error: unknown): Sent {
  if (error instanceof Fault) return { fault: error.code, message: error.message, extras: error.extras }
  if (error instanceof CommandFault) return { exitCode: error.exitCode, message: error.message }
  return { error }
}

export function received(failure: Sent): unknown {
  if ('fault' in failure) return new Fault(failure.fault, failure.message, failure.extras)
  if ('exitCode' in failure) return new CommandFault(failure.message, failure.exitCode)
  return failure.error
}

/** Asks another thread. What is asked within one turn of the loop goes in one message, and so do the answers. */
export class Line<Q> {
  readonly #port: MessagePort
  readonly #outbox: Outbox<Question>
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #asked = 0

  constructor(port: MessagePort) {
    this.#port = port
    this.#outbox = new Outbox(port)
    port.on('message', (replies: Batch<Reply>) => {
      for (const reply of replies) this.#take(reply)
    })
  }

  /** Rejects with what answering threw; never settles once the other thread has ended. */
  ask(question: Q): Promise<unknown> {
    this.#asked += 1
    const waiting = Promise.withResolvers<unknown>()
    this.#waiting.set(this.#asked, waiting)
    this.#outbox.add({ id: this.#asked, asked: question })
    return waiting.promise
  }

  close(): void {
    this.#port.close()
  }

  #take(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if ('failure' in reply) waiting?.reject(received(reply.failure))
    else waiting?.resolve(reply.answer)
  }
}

/** Answers what a `Line` at the other end of the port asks. */
export function answerOn<Q>(port: MessagePort, answer: (question: Q) => unknown): void {
  const outbox = new Outbox<Reply>(port)
  port.on('message', (questions: Batch<Question>) => {
    for (const { id, asked } of questions) {
      void outcomeOf(() => answer(asked as Q)).then((outcome) => outbox.add({ id, ...outcome })) // the line's Q
    }
  })
}

async function outcomeOf(answer: () => unknown): Promise<Outcome> {
  try {
    return { answer: await answer() }
  } catch (error) {
    return { failure: sent(error) }
  }
}

class Outbox<T> {
  readonly #port: MessagePort
  #batch: T[] = []

  constructor(port: MessagePort) {
    this.#port = port
  }

  add(message: T): void {
    this.#batch.push(message)
    if (this.#batch.length > 1) return
    setImmediate(() => {
      this.#port.postMessage(this.#batch)
      this.#batch = []
    })
  }
}
