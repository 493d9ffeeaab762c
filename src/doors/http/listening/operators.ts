import { CommandFault, EXIT, Fault } from '../../../kit/base/failure.ts'
import type { Log } from '../../../kit/base/log.ts'
import { moduleFile } from '../../../kit/base/program.ts'
import type { Settings } from '../../../kit/base/settings.ts'
import { Thread } from '../../../kit/threads/thread.ts'
import { type Readiness, SharedReadiness } from '../counting/readiness.ts'
import { baseAddress, listenSentence } from './listen.ts'
import type { OperatorPlace, OperatorText } from './operator-server.ts'

/** Taken where no port was chosen, unless an area or another program has it. */
const USUAL_PORT = 8083

const NAMES = { host: 'operatorHost', port: 'operatorPort' } as const

type OperatorSettings = Pick<Settings, 'operatorHost' | 'operatorPort' | 'portA' | 'portB' | 'portC'> &
  Partial<Pick<Settings, 'hostA' | 'hostB' | 'hostC'>>

/** How often the service is looked at. */
const LOOK_MS = 100

/** A thread that has died is replaced after this time. */
const REPLACE_MS = 1000

/** Makes the page at one path, in the main thread. */
type PageMaker = () => string | Promise<string>

/**
 * The listener for operators, at an address of its own, in a thread that does nothing else: health is told at once,
 * whatever load the threads are under that answer calls, and as soon as the program runs. Other rooms add pages.
 */
export class Operators {
  readonly #readiness = new SharedReadiness()
  readonly #pages = new Map<string, { readonly contentType: string; readonly make: PageMaker }>()
  readonly #host: string
  readonly #names: readonly string[]
  readonly #log: Log
  #port = 0
  #thread: Thread<OperatorPlace> | undefined
  #looking: NodeJS.Timeout | undefined
  #closing = false

  private constructor({ operatorHost, hostA = '', hostB = '', hostC = '' }: OperatorSettings, log: Log) {
    this.#host = operatorHost
    this.#names = [hostA, hostB, hostC].filter((name) => name !== '').map((name) => name.toLowerCase())
    this.#log = log
  }

  /**
   * Resolves once health is told; until `follow` it says that the catalogue is being opened. Throws a CommandFault when
   * the address cannot be taken.
   */
  static async open(settings: OperatorSettings, log: Log): Promise<Operators> {
    const operators = new Operators(settings, log)
    try {
      operators.#port = await operators.#start(portsToTry(settings))
    } catch (error) {
      await operators.close()
      throw error
    }
    return operators
  }

  /** Base address. */
  get origin(): string {
    return baseAddress(this.#host, this.#port)
  }

  /**
   * Adds the page at a path such as `/metrics`, or takes the place of the one there. A Fault that `make` throws is
   * answered; what else it throws is logged, and answered with a 500.
   */
  addPage(path: string, contentType: string, make: PageMaker): void {
    this.#pages.set(path, { contentType, make })
  }

  /** From now on `/health/ready` says what `look` does, at most a tenth of a second later. */
  follow(look: () => Readiness): void {
    clearInterval(this.#looking)
    this.#readiness.set(look())
    this.#looking = setInterval(() => this.#readiness.set(look()), LOOK_MS).unref()
  }

  /** Says in `/health/ready` how much of a long step of the start is done. */
  tellProgress(done: number, total: number): void {
    this.#readiness.openedPercent = total > 0 ? Math.floor((100 * done) / total) : 0
  }

  async close(): Promise<void> {
    this.#closing = true
    clearInterval(this.#looking)
    await this.#thread?.terminate()
  }

  /** Resolves with the first of the ports that is free. */
  async #start(ports: readonly number[]): Promise<number> {
    const thread = new Thread<OperatorPlace>(
      moduleFile('doors/http/listening/operator-thread'),
      { readiness: this.#readiness.memory },
      {
        answer: (path: string) => this.#page(path),
        onEnd: (cause) => {
          if (!this.#closing) this.#replace(cause)
        },
        holdsProcess: 'always',
      },
    )
    this.#thread = thread
    for (const [i, port] of ports.entries()) {
      const place = { host: this.#host, port, names: this.#names }
      const taken = (await thread.ask(place)) as number | string // by operator-server.ts
      if (typeof taken === 'number') return taken
      if (taken === 'EADDRINUSE' && i < ports.length - 1) continue
      throw new CommandFault(listenSentence(taken, this.#host, port, NAMES), EXIT.busy)
    }
    throw new Error('the listener for operators was given no port')
  }

  #replace(cause: unknown): void {
    this.#log.error({ err: cause }, `The thread that answers operators has died: replaced in ${REPLACE_MS / 1000} s`)
    setTimeout(() => {
      if (this.#closing) return
      this.#start([this.#port]).catch((error: unknown) => {
        this.#log.error({ err: error }, 'The thread that answers operators could not be replaced')
        void this.#thread?.terminate() // which has it tried again
      })
    }, REPLACE_MS).unref()
  }

  async #page(path: string): Promise<OperatorText | undefined> {
    const page = this.#pages.get(path)
    if (page === undefined) return undefined
    try {
      return { contentType: page.contentType, text: await page.make() }
    } catch (error) {
      if (!(error instanceof Fault)) this.#log.error({ path, err: error }, 'A page for operators could not be made')
      throw error
    }
  }
}

/** The listener opens before the areas do, so it leaves their ports to them. */
export function portsToTry({ operatorPort, portA, portB, portC }: OperatorSettings): readonly number[] {
  if (operatorPort !== '') return [operatorPort]
  return [portA, portB, portC].includes(USUAL_PORT) ? [0] : [USUAL_PORT, 0]
}
