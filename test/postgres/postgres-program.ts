import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RIGHTS_OF_NOBODY } from '../needs.ts'

export interface PostgresOptions {
  /** The folder that contains `initdb` and `postgres`. */
  readonly bin: string
  readonly databaseDir: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly authMethod: 'scram-sha-256'
  readonly initdbFlags: readonly string[]
  readonly postgresFlags: readonly string[]
}

/** Runs the programs of PostgreSQL. They refuse to run as root, so root runs them as `nobody`. */
export class PostgresProgram {
  readonly #options: PostgresOptions
  readonly #owner = RIGHTS_OF_NOBODY
  #process: ChildProcess | undefined

  constructor(options: PostgresOptions) {
    this.#options = options
  }

  async initialize(): Promise<void> {
    const { bin, databaseDir, user, password, authMethod, initdbFlags } = this.#options
    const { uid, gid } = this.#owner
    mkdirSync(databaseDir)
    const passwordFile = `${databaseDir}.password`
    writeFileSync(passwordFile, password)
    if (uid !== undefined && gid !== undefined)
      for (const path of [databaseDir, passwordFile]) chownSync(path, uid, gid)
    const flags = [`--pgdata=${databaseDir}`, `--auth=${authMethod}`, `--username=${user}`, `--pwfile=${passwordFile}`]
    execFileSync(join(bin, 'initdb'), [...flags, ...initdbFlags], { ...this.#owner, stdio: 'pipe', cwd: databaseDir })
    rmSync(passwordFile)
  }

  async start(): Promise<void> {
    const { bin, databaseDir, port, postgresFlags } = this.#options
    const flags = ['-D', databaseDir, '-p', String(port), ...postgresFlags]
    const started = spawn(join(bin, 'postgres'), flags, {
      ...this.#owner,
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: databaseDir,
    })
    this.#process = started
    let output = ''
    await new Promise<void>((resolve, reject) => {
      started.once('exit', () => reject(new Error(`the server has ended: ${output}`)))
      started.stderr.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-2000)
        if (output.includes('ready to accept connections')) resolve()
      })
    })
    process.once('exit', this.#end)
  }

  async stop(): Promise<void> {
    const running = this.#process
    this.#process = undefined
    process.off('exit', this.#end)
    if (running === undefined || running.exitCode !== null) return
    const ended = once(running, 'exit')
    running.kill('SIGINT')
    await ended
  }

  /** Stops the server when this process exits, even after a failed test. */
  readonly #end = (): void => {
    this.#process?.kill('SIGINT')
  }
}
