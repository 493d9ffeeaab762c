import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { type Outcome, outcomeOf, received } from './failure-codec.ts'

type Reply = { readonly id: number } & Outcome
type Message = { readonly id: number; readonly asked: unknown } | { readonly note: unknown } | Reply

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
  #unsent: Message[] = []
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
    port.on('message', (messages: readonly Message[]) => this.#take(messages))
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
    this.#send({ id: this.#asked, asked: question })
    if (this.hasEnded) this.#end(this.#cause)
    return waiting.promise
  }

  /** Sends a message that is not answered, even if it fails. */
  tell(message: Q): void {
    this.#send({ note: message })
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

  #take(messages: readonly Message[]): void {
    for (const message of messages) {
      if ('asked' in message) void this.#reply(message.id, message.asked)
      else if ('note' in message)
        void outcomeOf(() => this.#answer?.(message.note as never)) // the other's Q
      else this.#settle(message)
    }
  }

  async #reply(id: number, question: unknown): Promise<void> {
    this.#send({ id, ...(await outcomeOf(() => this.#answer?.(question as never))) }) // the other's Q
  }

  #send(message: Message): void {
    this.#unsent.push(message)
    if (!this.#gathers) this.#post()
    else if (this.#unsent.length === 1) {
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

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if ('failure' in reply) waiting?.reject(received(reply.failure))
    else waiting?.resolve(reply.answer)
  }

  #end(cause: unknown): void {
    this.#cause = cause
    for (const waiting of this.#waiting.values()) waiting.reject(cause)
    this.#waiting.clear()
  }
}
