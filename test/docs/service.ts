import { mkdirSync } from 'node:fs'
import { systemClock } from '../../src/base/clock.ts'
import { CommandFault, EXIT } from '../../src/base/failure.ts'
import { run } from '../../src/cli/index.ts'

/** The service that commands of the docs ask: a small sample, in this process. */
export class TrialService {
  readonly dataDir: string
  readonly #interruption: AbortController
  readonly #ended: Promise<number>
  readonly #page: string

  private constructor(dataDir: string, interruption: AbortController, ended: Promise<number>, page: string) {
    this.dataDir = dataDir
    this.#interruption = interruption
    this.#ended = ended
    this.#page = page
  }

  static async start(dataDir: string): Promise<TrialService> {
    mkdirSync(dataDir)
    const interruption = new AbortController()
    const lines: string[] = []
    const environment = {
      PLAT_DATA: dataDir,
      PLAT_HOMES: '300',
      PLAT_WORKERS: '1',
      PLAT_PORT_A: '0',
      PLAT_PORT_B: '0',
      PLAT_PORT_C: '0',
      PLAT_OPERATOR_PORT: '0',
      PLAT_LOG_LEVEL: 'error',
    }
    let ended: Promise<number> = Promise.resolve(0)
    await new Promise<void>((resolve, reject) => {
      ended = run(['serve'], {
        environment,
        clock: systemClock,
        interrupted: interruption.signal,
        watched: false,
        print: (line) => {
          lines.push(line)
          if (line.startsWith('All operations:')) resolve()
        },
        write: async () => {},
        note: (line) => void lines.push(line),
        overwrite: () => {},
      })
      void ended.then(() => reject(new Error(lines.join('\n'))))
    })
    return new TrialService(dataDir, interruption, ended, lines.join('\n'))
  }

  async stop(): Promise<void> {
    this.#interruption.abort(new CommandFault('Interrupted', EXIT.interrupted))
    await this.#ended
  }

  /** A text of the docs with this service's addresses, its key, and a home that it has. */
  addressed(text: string): string {
    const address = (area: string) => this.#told(new RegExp(`Area ${area} .*(http://\\S+)`))
    return text
      .replaceAll('http://127.0.0.1:8080', address('A'))
      .replaceAll('http://127.0.0.1:8081', address('B'))
      .replaceAll('http://127.0.0.1:8082', address('C'))
      .replaceAll('http://127.0.0.1:8083', this.#told(/(http:\S+)\/health\/ready/))
      .replaceAll(/\bplat_(No2E)?…/g, this.#told(/(plat_\w+)/))
      .replaceAll('propertyaddress=…', this.#told(/\/byaddress\?(propertyaddress=[^']+)/))
      .replaceAll('zpid=…', this.#told(/(zpid=\d+)/))
  }

  #told(pattern: RegExp): string {
    const [, told] = pattern.exec(this.#page) ?? []
    if (told === undefined) throw new Error(`The start page does not tell ${pattern}:\n${this.#page}`)
    return told
  }
}
