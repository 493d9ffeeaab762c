import type { MessagePort } from 'node:worker_threads'
import { CommandFault, type FailureCode, Fault, type FaultExtras } from '../base/failure.ts'

type Outcome = { readonly answer: unknown } | { readonly failure: Sent }
type Reply = { readonly id: number } & Outcome
type Message = { readonly id: number; readonly asked: unknown } | Reply

/**
 * The parts of a failure that are sent between threads, which would otherwise lose its class and its own properties.
 */
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

/**
 * Questions and answers between two threads, in both directions, over a port with no other use. Messages of one turn of
 * the event loop are sent together.
 */
export class Line<Q> {
  readonly #port: MessagePort
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #unsaid: Message[] = []
  /** Ports that are sent with the waiting messages. */
  #ports: MessagePort[] = []
  #asked = 0
  #hasEnded = false

  /** `answer` answers the questions of the other thread; it is absent if that thread asks nothing. */
  constructor(port: MessagePort, answer?: (question: never) => unknown) {
    this.#port = port
    port.on('message', (messages: readonly Message[]) => {
      for (const message of messages) {
        if ('asked' in message)
          void this.#answer(message.id, () => answer?.(message.asked as never)) // the other's Q
        else this.#take(message)
      }
    })
    port.once('close', () => this.#end())
  }

  /**
   * Rejects with the error of the answering thread, or when that thread ends before it has answered. `ports` are
   * transferred with the question.
   */
  ask(question: Q, ports: readonly MessagePort[] = []): Promise<unknown> {
    this.#asked += 1
    const waiting = Promise.withResolvers<unknown>()
    this.#waiting.set(this.#asked, waiting)
    this.#ports.push(...ports)
    this.#say({ id: this.#asked, asked: question })
    if (this.#hasEnded) this.#end()
    return waiting.promise
  }

  /** Sends a question whose answer nobody needs. */
  tell(question: Q): void {
    this.ask(question).catch(() => {})
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  close(): void {
    this.#port.close()
  }

  async #answer(id: number, answer: () => unknown): Promise<void> {
    this.#say({ id, ...(await outcomeOf(answer)) })
  }

  #say(message: Message): void {
    this.#unsaid.push(message)
    if (this.#unsaid.length > 1) return
    setImmediate(() => {
      const [messages, ports] = [this.#unsaid, this.#ports]
      this.#unsaid = []
      this.#ports = []
      this.#port.postMessage(messages, ports)
    })
  }

  #take(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if ('failure' in reply) waiting?.reject(received(reply.failure))
    else waiting?.resolve(reply.answer)
  }

  #end(): void {
    this.#hasEnded = true
    for (const waiting of this.#waiting.values()) waiting.reject(new Error('the other thread has ended'))
    this.#waiting.clear()
  }
}

async function outcomeOf(answer: () => unknown): Promise<Outcome> {
  try {
    return { answer: await answer() }
  } catch (error) {
    return { failure: sent(error) }
  }
}
