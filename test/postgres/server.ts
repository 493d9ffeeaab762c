import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import pg from 'pg'
import { freePort } from '../free-port.ts'
import { POSTGRES_BIN } from '../needs.ts'
import { PostgresProgram } from './postgres-program.ts'

/** The environment variable in which `tools/test.ts` passes the server's address to all test files of a run. */
export const SERVER_OF_RUN = 'TEST_POSTGRES'

/** Time limit in milliseconds of statements, in tests that do not test time limits. A busy machine needs seconds. */
export const PATIENT_MS = 60_000

const PASSWORD = 'of the tests'

/**
 * Settings for a fast start and little disk space. Without fsync, commits survive the end of the server, but not a
 * power failure.
 */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '16MB',
  max_connections: '40',
  fsync: 'off',
}

/** Databases for one test file. */
export interface TestDatabases {
  readonly port: number
  /** Returns the address of the test's database, or of a database that `add` made. */
  url(name?: string): string
  /** Makes another database, and returns its address. With `template`, the database is a copy. */
  add(name: string, template?: string): Promise<string>
  /** Removes the databases. */
  remove(): Promise<void>
}

/** A PostgreSQL server for one test, on a free port. */
export interface TestServer extends TestDatabases {
  stop(): Promise<void>
  /** Starts the server again, with everything that was committed. */
  start(): Promise<void>
  /** Stops the server and removes its folder. */
  remove(): Promise<void>
}

/** Opens a database on the server of the run. A test file that runs alone starts its own server. */
export async function openDatabases(): Promise<TestDatabases> {
  const run = process.env[SERVER_OF_RUN]
  if (run === undefined) return startServer({ max_connections: '100' })
  const own = `test_${process.pid}_${++opened}`
  const added: string[] = []
  const port = Number(new URL(run).port)
  const nameOf = (name?: string) => (name === undefined ? own : `${own}_${name}`)
  await administer(run, `CREATE DATABASE ${own}`)
  return {
    port,
    url: (name) => urlOf(port, nameOf(name)),
    add: async (name, template) => {
      await administer(run, creating(nameOf(name), template === undefined ? undefined : nameOf(template)))
      added.push(nameOf(name))
      return urlOf(port, nameOf(name))
    },
    remove: () => administer(run, ...[own, ...added].map((name) => `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  }
}

/** Number of databases that this process has opened, which makes their names unique. */
let opened = 0

export async function startServer(settings: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'plat-postgres-'))
  chmodSync(folder, 0o711) // lets other users in, since the server never runs as root
  const port = await freePort()
  linkLibraries()
  const server = new PostgresProgram({
    bin: POSTGRES_BIN,
    databaseDir: join(folder, 'data'),
    port,
    user: 'plat',
    password: PASSWORD,
    authMethod: 'scram-sha-256',
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  })
  await server.initialize()
  await server.start()
  const url = (name = 'postgres') => urlOf(port, name)
  return {
    port,
    url,
    add: async (name, template) => {
      await administer(url(), creating(name, template))
      return url(name)
    },
    stop: () => server.stop(),
    start: () => server.start(),
    remove: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function urlOf(port: number, name: string): string {
  return `postgres://plat:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${name}`
}

function creating(name: string, template = 'template1'): string {
  return `CREATE DATABASE ${name} TEMPLATE ${template}`
}

async function administer(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

interface Link {
  readonly source: string
  readonly target: string
}

/**
 * Makes symbolic links, which npm packages cannot contain. The package's install script would make them, but it does
 * not run.
 */
function linkLibraries(): void {
  const folder = join(POSTGRES_BIN, '..', '..')
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as readonly Link[] // the install script reads the same type
  for (const { source, target } of links) {
    try {
      symlinkSync(relative(dirname(target), source), join(folder, target))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
