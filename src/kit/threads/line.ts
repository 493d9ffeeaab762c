import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { received, type SentFailure, sent } from './failure-codec.ts'

/**
 * Messages lie one after the other in one list, each as its kind, its number and its content: of small messages, objects
 * with names would take most of the time.
 */
const [ASKED, NOTE, ANSWER, FAILURE] = [0, 1, 2, 3]

export interface LineOptions {
  /** Answers the questions of the other thread; left out where that thread asks nothing. */
  readonly answer?: (question: never) => unknown
  /** Messages of one turn of the event loop are sent together: for lines with many small questions. */
  readonly gathers?: boolean
  /** Calls `end` when the other thread has ended, with the reason; when the port has closed, where it is left out. */
  readonly whenEnded?: (end: (cause: unknown) => void) => void
}

/** Questions and answers between two threads, in both directions, over a port with no other use. */
export class Line<Q> {
  readonly #port: MessagePort
  readonly #answer: LineOptions['answer']
  readonly #gathers: boolean
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #unsent: unknown[] = []
  /** Ports that are sent with the waiting messages. */
  #ports: MessagePort[] = []
  #asked = 0
  /** Resolves once the waiting messages are sent. */
  #posting: Promise<void> = Promise.resolve()
  /** Why the line has ended. */
  #cause: unknown

  constructor(port: MessagePort, { answer, gathers = false, whenEnded }: LineOptions = {}) {
    this.#port = port
    this.#answer = answer
    this.#gathers = gathers
    port.on('message', (messages: readonly unknown[]) => this.#take(messages))
    const end = (cause: unknown) => this.#end(cause)
    if (whenEnded === undefined) port.once('close', () => end(new Error('the other thread has ended')))
    else whenEnded(end)
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
    this.#send(ASKED, this.#asked, question)
    if (this.hasEnded) this.#end(this.#cause)
    return waiting.promise
  }

  /** Sends a message that is not answered, even if it fails. */
  tell(message: Q): void {
    this.#send(NOTE, 0, message)
  }

  /** Resolves once all messages so far are sent, so that they outlive this thread. */
  get posted(): Promise<void> {
    return this.#posting
  }

  /** Takes what the other thread has sent so far, for a thread that gives its event loop no turn. */
  takeNow(): void {
    for (let next = receiveMessageOnPort(this.#port); next !== undefined; next = receiveMessageOnPort(this.#port))
      this.#take(next.message)
  }

  get hasEnded(): boolean {
    return this.#cause !== undefined
  }

  close(): void {
    this.#port.close()
  }

  #take(messages: readonly unknown[]): void {
    for (let at = 0; at < messages.length; at += 3) {
      const [kind, id, content] = [messages[at], messages[at + 1] as number, messages[at + 2]] // as `#send` puts them
      if (kind === ASKED) void this.#reply(id, content)
      else if (kind === NOTE) void this.#hear(content)
      else this.#settle(id, kind === ANSWER, content)
    }
  }

  async #reply(id: number, question: unknown): Promise<void> {
    try {
      this.#send(ANSWER, id, await this.#answer?.(question as never)) // the other's Q
    } catch (error) {
      this.#send(FAILURE, id, sent(error))
    }
  }

  async #hear(note: unknown): Promise<void> {
    try {
      await this.#answer?.(note as never) // the other's Q
    } catch {
      // nobody waits for an answer
    }
  }

  #send(kind: number, id: number, content: unknown): void {
    const isFirst = this.#unsent.length === 0
    this.#unsent.push(kind, id, content)
    if (!this.#gathers) this.#post()
    else if (isFirst) {
      this.#posting = new Promise((resolve) =>
        setImmediate(() => {
          this.#post()
          resolve()
        }),
      )
    }
  }

  #post(): void {
    const [messages, ports] = [this.#unsent, this.#ports]
    this.#unsent = []
    this.#ports = []
    this.#port.postMessage(messages, ports)
  }

  #settle(id: number, isAnswer: boolean, content: unknown): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (isAnswer) waiting?.resolve(content)
    else waiting?.reject(received(content as SentFailure))
  }

  #end(cause: unknown): void {
    this.#cause = cause
    for (const waiting of this.#waiting.values()) waiting.reject(cause)
    this.#waiting.clear()
  }
}
