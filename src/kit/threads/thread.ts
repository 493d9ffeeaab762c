import { basename } from 'node:path'
import { MessageChannel, type MessagePort, Worker, workerData } from 'node:worker_threads'
import { traceToSources } from '../base/stack-traces.ts'
import { Line, type LineOptions } from './line.ts'

interface ThreadOptions extends Pick<LineOptions, 'answer'> {
  /** Called once when the thread has ended, with the reason. */
  readonly onEnd?: (cause: unknown) => void
  /** When the thread keeps the process alive: always, while a request is unanswered, or never. */
  readonly holdsProcess?: 'always' | 'while asked' | 'never'
}

/** A worker thread that can be sent requests and messages. The thread's main module calls `lineToStarter`. */
export class Thread<Q> {
  readonly #worker: Worker
  readonly #port: MessagePort
  readonly #line: Line<Q>
  readonly #holdsProcess: ThreadOptions['holdsProcess']
  #unanswered = 0

  /** @param start Copied to the thread; see `startData`. */
  constructor(entry: URL, start: object, { answer, onEnd, holdsProcess = 'while asked' }: ThreadOptions = {}) {
    const { port1, port2 } = new MessageChannel()
    const worker = new Worker(entry, { workerData: { start, port: port2 }, transferList: [port2] })
    let cause: unknown
    worker.once('error', (error) => {
      cause = error
    })
    const whenEnded = (end: (cause: unknown) => void) =>
      worker.once('exit', (code) => {
        cause ??= hasEnded(entry, code)
        port1.close()
        end(cause)
        onEnd?.(cause)
      })
    this.#worker = worker
    this.#port = port1
    this.#line = new Line<Q>(port1, { ...(answer && { answer }), whenEnded })
    this.#holdsProcess = holdsProcess
    if (holdsProcess !== 'always') this.#hold(false)
  }

  /**
   * Sends a request. Rejects with the error of the thread, or with the reason why it ended. `ports` are transferred
   * with the request.
   */
  async ask(request: Q, ports: readonly MessagePort[] = []): Promise<unknown> {
    this.#unanswered += 1
    if (this.#holdsProcess === 'while asked') this.#hold(true)
    try {
      return await this.#line.ask(request, ports)
    } finally {
      this.#unanswered -= 1
      if (this.#holdsProcess === 'while asked' && this.#unanswered === 0) this.#hold(false)
    }
  }

  /** Sends a message that gets no answer. */
  tell(message: Q): void {
    this.#line.tell(message)
  }

  get hasEnded(): boolean {
    return this.#line.hasEnded
  }

  /** Lets the thread end once it has no more work. */
  close(): void {
    this.#line.close()
  }

  /** Ends the thread, whatever it is doing. Resolves once it has ended. */
  async terminate(): Promise<void> {
    await this.#worker.terminate()
  }

  #hold(holds: boolean): void {
    for (const each of [this.#worker, this.#port]) {
      if (holds) each.ref()
      else each.unref()
    }
  }
}

export function hasEnded(entry: URL, code: number): Error {
  return new Error(`the thread of ${basename(entry.pathname)} has ended with code ${code}`)
}

export function startData(): unknown {
  return workerData.start
}

/** Returns the line to the thread that started this thread. `answer` answers the requests of that thread. */
export function lineToStarter<Q>(answer: LineOptions['answer'] & {}): Line<Q> {
  traceToSources()
  return new Line<Q>(workerData.port, { answer })
}
