import { spawn } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { systemClock } from '../../src/kit/base/clock.ts'
import { CommandFault, EXIT } from '../../src/kit/base/failure.ts'
import { run } from '../../src/running/cli/index.ts'
import { ROOT } from '../e2e/program.ts'
import { trialTerminal } from '../terminal.ts'

/**
 * Bash runs the docs unchanged, with pipes and redirections. `./plat` asks this process to run its command. That saves
 * half a second of startup per command.
 */

/**
 * A script in place of `plat`. It sends the words, folder and variables of a command, each followed by a 0 byte. It
 * receives the path of a file with the command's output.
 */
const PLAT = `#!/usr/bin/env bash
exec 3<>"/dev/tcp/127.0.0.1/$TRIAL_PORT"
printf '%s\\0' "$PWD" "\${#@}" "$@" >&3
for name in "\${!PLAT_@}"; do printf '%s=%s\\0' "$name" "\${!name}" >&3; done
printf '\\0' >&3
read -r code printed <&3
cat "$printed"
cat "$printed.noted" >&2
exit "$code"
`

/** A script in place of npm. It only checks that the package has the named script. Other tests run these scripts. */
const NPM = `#!/usr/bin/env bash
[ "$1" = run ] && shift
[ "$1" = --silent ] && shift
[ "$1" = ci ] && exit 0
[ "$1" = start ] && exec ./plat serve
grep -q "^    \\"$1\\": " "${ROOT}/package.json" || exit 64
[ "$1" != bench ] || [ "$3" = compare ] || [ -f "${ROOT}/bench/$3.ts" ]
`

/** Matches the output of commands that run until Ctrl-C. The test stops a command when its output matches. */
const READY = /All operations: |^\d{4}-\d\d-\d\dT?.*: \d+ /m

export interface Ended {
  readonly code: number
  readonly printed: string
  readonly noted: string
}

export class TrialShell {
  readonly #folder: string
  readonly #server: Server
  readonly #port: number
  #commands = 0

  private constructor(folder: string, server: Server) {
    this.#folder = folder
    this.#server = server
    this.#port = (server.address() as AddressInfo).port // the server listens on TCP
  }

  static async open(folder: string): Promise<TrialShell> {
    mkdirSync(join(folder, 'bin'), { recursive: true })
    executable(join(folder, 'plat'), PLAT)
    executable(join(folder, 'bin', 'npm'), NPM)
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    server.unref() // otherwise a test that fails without closing the shell would never end
    const shell = new TrialShell(folder, server)
    server.on('connection', (socket) => void shell.#answer(socket))
    return shell
  }

  close(): void {
    this.#server.close()
  }

  /** Puts `./plat` into a folder, and a `curl` that fails if its request is refused. */
  furnish(folder: string): void {
    mkdirSync(folder, { recursive: true })
    executable(join(folder, 'plat'), PLAT)
    writeFileSync(join(folder, '.curlrc'), 'silent\nfail-with-body\n')
  }

  /** Runs a script until a command fails. */
  async bash(script: string, cwd: string, ...options: readonly string[]): Promise<Ended> {
    const env = {
      PATH: `${join(this.#folder, 'bin')}:${process.env.PATH}`,
      HOME: cwd,
      TRIAL_PORT: String(this.#port),
      ...SETTINGS,
    }
    const child = spawn('bash', ['-e', '-o', 'pipefail', ...options, '-c', script], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)))
    const [printed, noted, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
    return { code, printed, noted }
  }

  async #answer(socket: Socket): Promise<void> {
    let asked = ''
    await new Promise<void>((resolve) =>
      socket.setEncoding('utf8').on('data', (part: string) => {
        asked += part
        if (asked.endsWith('\0\0')) resolve()
      }),
    )
    const [cwd = '', count = '', ...rest] = asked.slice(0, -2).split('\0')
    const words = rest.slice(0, Number(count))
    const variables = rest
      .slice(Number(count))
      .map((pair) => [pair.split('=')[0] ?? '', pair.slice(pair.indexOf('=') + 1)])
    const path = join(this.#folder, `printed-${++this.#commands}`)
    const code = await this.#run(words, cwd, Object.fromEntries(variables), path)
    socket.end(`${code} ${path}\n`)
  }

  /** Runs commands one at a time, because a process has only one working directory. */
  async #run(
    words: readonly string[],
    cwd: string,
    environment: Readonly<Record<string, string>>,
    path: string,
  ): Promise<number> {
    const [printed, noted] = [openSync(path, 'w'), openSync(`${path}.noted`, 'w')]
    const interruption = new AbortController()
    const tell = (line: string) => {
      writeSync(printed, `${line}\n`)
      if (READY.test(line)) interruption.abort(new CommandFault('Interrupted', EXIT.interrupted))
    }
    const terminal = trialTerminal({
      environment,
      clock: systemClock,
      interrupted: interruption.signal,
      print: tell,
      write: async (bytes) => void writeSync(printed, bytes),
      note: (line) => void writeSync(noted, `${line}\n`),
    })
    const before = process.cwd()
    process.chdir(cwd)
    try {
      return await run(words, terminal)
    } finally {
      process.chdir(before)
      closeSync(printed)
      closeSync(noted)
    }
  }
}

/** Environment variables: ports that the system chooses, one worker, and few homes. */
const SETTINGS = {
  PLAT_PORT: '0',
  PLAT_OPERATOR_PORT: '0',
  PLAT_WORKERS: '1',
  PLAT_HOMES: '200',
  PLAT_STILL_S: '0',
  PLAT_LOG_LEVEL: 'error',
}

function executable(path: string, script: string): void {
  writeFileSync(path, script)
  chmodSync(path, 0o755)
}
