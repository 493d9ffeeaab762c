import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { received, type SentFailure, sent } from './failure-codec.ts'

/**
 * Kinds of messages. A batch is one flat list of the kind, number and content of each message. For small messages,
 * making objects would take most of the time.
 */
const [REQUEST, NOTE, ANSWER, FAILURE] = [0, 1, 2, 3]

export interface LineOptions {
  /** Answers the requests of the other thread. Not needed if that thread sends no requests. */
  readonly answer?: (request: never) => unknown
  /** Whether to send all messages of one turn of the event loop together. Useful for many small requests. */
  readonly gathers?: boolean
  /** Must call `end` with a reason when the other thread has ended. By default, the line ends when the port closes. */
  readonly whenEnded?: (end: (cause: unknown) => void) => void
}

/** Requests and answers between two threads, in both directions, over a port that has no other use. */
export class Line<Q> {
  readonly #port: MessagePort
  readonly #answer: LineOptions['answer']
  readonly #gathers: boolean
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #unsent: unknown[] = []
  /** Ports to transfer with the unsent messages. */
  #ports: MessagePort[] = []
  #requests = 0
  /** Resolves once the unsent messages are sent. */
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
   * Sends a request. Rejects with the error of the answering thread, or if that thread ends before it answers. `ports`
   * are transferred with the request.
   */
  ask(request: Q, ports: readonly MessagePort[] = []): Promise<unknown> {
    this.#requests += 1
    const waiting = Promise.withResolvers<unknown>()
    this.#waiting.set(this.#requests, waiting)
    this.#ports.push(...ports)
    this.#send(REQUEST, this.#requests, request)
    if (this.hasEnded) this.#end(this.#cause)
    return waiting.promise
  }

  /** Sends a message. Neither an answer nor a failure comes back. */
  tell(message: Q): void {
    this.#send(NOTE, 0, message)
  }

  /** Resolves once all messages so far are sent. They then outlive this thread. */
  get posted(): Promise<void> {
    return this.#posting
  }

  /** Handles the messages that have arrived so far. For a thread that blocks its event loop. */
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
      // `#send` writes each message as these three values
      const [kind, id, content] = [messages[at], messages[at + 1] as number, messages[at + 2]]
      if (kind === REQUEST) void this.#reply(id, content)
      else if (kind === NOTE) void this.#takeNote(content)
      else this.#settle(id, kind === ANSWER, content)
    }
  }

  async #reply(id: number, request: unknown): Promise<void> {
    try {
      // the other thread sends only requests of its type `Q`
      this.#send(ANSWER, id, await this.#answer?.(request as never))
    } catch (error) {
      this.#send(FAILURE, id, sent(error))
    }
  }

  async #takeNote(note: unknown): Promise<void> {
    try {
      await this.#answer?.(note as never) // the other thread sends only notes of its type `Q`
    } catch {
      // A note gets no answer.
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
