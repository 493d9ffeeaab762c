import { mkdirSync } from 'node:fs'
import { systemClock } from '../../src/kit/base/clock.ts'
import { CommandFault, EXIT } from '../../src/kit/base/failure.ts'
import { run } from '../../src/running/cli/index.ts'
import type { Terminal } from '../../src/running/terminal/terminal.ts'
import { trialTerminal } from '../terminal.ts'

/**
 * A service in this process, which starts faster than another process. It serves a small sample, unless its folder has
 * a catalog.
 */
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
    mkdirSync(dataDir, { recursive: true })
    const interruption = new AbortController()
    const lines: string[] = []
    let ended: Promise<number> = Promise.resolve(0)
    await new Promise<void>((resolve, reject) => {
      const terminal = terminalOf({ ...SETTINGS, PLAT_DATA: dataDir }, interruption.signal, (line) => {
        lines.push(line)
        if (line.startsWith('All operations:')) resolve()
      })
      ended = run(['serve'], terminal)
      void ended.then(() => reject(new Error(lines.join('\n'))))
    })
    return new TrialService(dataDir, interruption, ended, lines.join('\n'))
  }

  async stop(): Promise<void> {
    this.#interruption.abort(new CommandFault('Interrupted', EXIT.interrupted))
    await this.#ended
  }

  /** The base URL of the service. */
  get address(): string {
    return this.#printed(/For calls +(http:\S+)/)
  }

  /** The demo key, which works only for a sample. */
  get key(): string {
    return this.#printed(/(plat_\w+)/)
  }

  /** Replaces the addresses, key and home in text from the docs with those of this service. */
  addressed(text: string): string {
    return text
      .replaceAll(/http:\/\/127\.0\.0\.1:808[0-2]/g, this.address)
      .replaceAll('http://127.0.0.1:8083', this.#printed(/(http:\S+)\/health\/ready/))
      .replaceAll(/\bplat_(No2E)?…/g, this.key)
      .replaceAll('propertyaddress=…', this.#printed(/\/byaddress\?(propertyaddress=[^']+)/))
      .replaceAll('zpid=…', this.#printed(/(zpid=\d+)/))
  }

  #printed(pattern: RegExp): string {
    const [, printed] = pattern.exec(this.#page) ?? []
    if (printed === undefined) throw new Error(`The start page does not show ${pattern}:\n${this.#page}`)
    return printed
  }
}

const SETTINGS = {
  PLAT_HOMES: '300',
  PLAT_WORKERS: '1',
  PLAT_PORT: '0',
  PLAT_OPERATOR_PORT: '0',
  PLAT_WEBHOOKS_PRIVATE: 'allow',
  PLAT_LOG_LEVEL: 'error',
}

function terminalOf(
  environment: Readonly<Record<string, string>>,
  interrupted: AbortSignal,
  tell: (line: string) => void,
): Terminal {
  return trialTerminal({ environment, clock: systemClock, interrupted, print: tell, note: tell })
}

/** Runs a command in this process, and returns its output. Rejects if the command fails. */
export async function printedBy(...words: readonly string[]): Promise<string> {
  const lines: string[] = []
  const code = await run(
    words,
    terminalOf({}, new AbortController().signal, (line) => void lines.push(line)),
  )
  if (code !== EXIT.ok) throw new Error(lines.join('\n'))
  return lines.join('\n')
}
