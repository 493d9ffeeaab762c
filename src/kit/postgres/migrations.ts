import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { CommandFault, EXIT } from '../base/failure.ts'
import type { Connection, Database } from './database.ts'
import { lostKeys } from './lost-keys.ts'

/** One change to the tables of a part of Plat, such as `access`. */
interface Migration {
  /** Numbers start at 1, without gaps. */
  readonly number: number
  /** File name of the step, e.g. `001-keys.sql`. */
  readonly name: string
  readonly sql: string
}

/** Tables that change together: `access`, `people`, `catalog`. */
export interface Part {
  readonly name: string
  readonly migrations: readonly Migration[]
  /** Advice for a database that began with a different first step. */
  readonly otherwise?: string
}

const FILE = /^(\d{3})-[a-z0-9-]+\.sql$/

/** Reads the steps of a part from a folder with files such as `001-keys.sql`, numbered from 1 without gaps. */
export function readPart(name: string, folder: URL): Part {
  const migrations = readdirSync(folder)
    .filter((file) => FILE.test(file))
    .sort()
    .map((file, index) => {
      if (Number(file.slice(0, 3)) !== index + 1) throw new Error(`${file} is number ${index + 1} of its folder`)
      return { number: index + 1, name: file, sql: readFileSync(new URL(file, folder), 'utf8') }
    })
  return { name, migrations }
}

/** How long a step waits for a table that nodes use. A longer wait would block the calls that queue behind the step. */
const LOCK_TIMEOUT = '500ms'
const TRIES = 20
const PAUSE_MS = 250
/** Time limit for a step, and for the wait while another node runs it. */
const STEP_MS = 3_600_000

/** Advisory lock for Plat's migrations, distinct from other users of advisory locks in the database. */
const LOCK = 0x506c_6174

const APPLIED = `SELECT coalesce(max(number), 0) AS number, min(name) FILTER (WHERE number = 1) AS first
  FROM plat.migration WHERE part = $1`

/**
 * Brings the tables of a part up to date while other nodes serve. Each step is a transaction under an advisory lock, so
 * only one node runs it. Rejects a database of a newer Plat, or with a different first step, without any change. Once
 * all steps are done, rejects tables that have lost their keys.
 */
export async function migrate(
  database: Database,
  part: Part,
  pause = (timeMs: number) => sleep(timeMs),
): Promise<void> {
  for (let tries = 1; ; ) {
    try {
      if (await database.inTransaction((connection) => step(connection, part, database.name), STEP_MS)) continue
      return
    } catch (error) {
      if (!isWorthRetrying(error) || tries === TRIES) throw error
      tries += 1
      await pause(PAUSE_MS)
    }
  }
}

/** Runs the next step. Returns false if there is nothing left to do. */
async function step(connection: Connection, part: Part, databaseName: string): Promise<boolean> {
  const { name, migrations } = part
  // read first, so that a node with nothing to do needs no lock and no right to change tables
  const before = await appliedOf(connection, part, databaseName)
  if (before === migrations.length) {
    const lost = await lostKeys(connection, migrations)
    if (lost !== undefined) throw new CommandFault(`In the database ${databaseName}, ${lost}`, EXIT.data)
    return false
  }
  await alone(connection)
  await connection.run(MADE_AT_FIRST)
  const next = migrations[await appliedOf(connection, part, databaseName)]
  if (next === undefined) return false
  await connection.run(next.sql)
  const text = 'INSERT INTO plat.migration (part, number, name) VALUES ($1, $2, $3)'
  await connection.query({ name: 'migrated', text, values: [name, next.number, next.name] })
  return true
}

/**
 * Lets one node in at a time. A step waits only briefly for a table, because all readers of the table wait behind it.
 */
async function alone(connection: Connection): Promise<void> {
  await connection.run(`SET LOCAL lock_timeout = 0; SELECT pg_advisory_xact_lock(${LOCK})`)
  await connection.run(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`)
}

/**
 * Returns the number of steps done so far. Throws a CommandFault if they are not the first steps that this Plat knows.
 */
async function appliedOf(connection: Connection, part: Part, databaseName: string): Promise<number> {
  const exists = `SELECT to_regclass('plat.migration') IS NOT NULL AS there`
  const [table] = await connection.query<{ there: boolean }>({ name: 'migration-there', text: exists })
  if (table?.there !== true) return 0
  const { name, migrations, otherwise = 'create an empty database and import again' } = part
  const [row] = await connection.query<Applied>({ name: 'migration-last', text: APPLIED, values: [name] })
  const { number, first } = row ?? { number: 0, first: null }
  if (first !== null && first !== migrations[0]?.name)
    throw new CommandFault(
      `The part "${name}" of the database ${databaseName} has a different format than this Plat: ${otherwise}.`,
      EXIT.data,
    )
  if (number > migrations.length)
    throw new CommandFault(
      `The database ${databaseName} was upgraded by a newer Plat: its part "${name}" is at step ${number}, but this Plat knows only ${migrations.length}. Use the newer Plat.`,
      EXIT.data,
    )
  return number
}

interface Applied {
  readonly number: number
  /** Name of the first step; null if no step was done. */
  readonly first: string | null
}

const MADE_AT_FIRST = `
  CREATE SCHEMA IF NOT EXISTS plat;
  CREATE TABLE IF NOT EXISTS plat.migration (
    part text NOT NULL,
    number int NOT NULL,
    name text NOT NULL,
    applied timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (part, number)
  )`

/**
 * SQLSTATEs after which a step is retried: lock_not_available, and errors for objects that already exist. Such an error
 * occurs if another node created an object during the wait for the advisory lock, because this connection still caches
 * that the object is missing.
 */
const RETRIED: ReadonlySet<unknown> = new Set(['55P03', '23505', '42P06', '42P07'])

function isWorthRetrying(error: unknown): boolean {
  const cause = error instanceof CommandFault ? error.cause : error
  return cause instanceof Error && RETRIED.has((cause as { code?: unknown }).code)
}
