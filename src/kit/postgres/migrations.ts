import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { CommandFault, EXIT } from '../base/failure.ts'
import type { Connection, Database } from './database.ts'
import { lostKeys } from './lost-keys.ts'

/** One step in the evolution of the tables of a part of Plat. */
interface Migration {
  /** Numbers start at 1, without gaps. */
  readonly number: number
  /** Name of its file, e.g. `001-keys.sql`. */
  readonly name: string
  readonly sql: string
}

/** Tables that change together: `access`, `people`, `catalog`. */
export interface Part {
  readonly name: string
  readonly migrations: readonly Migration[]
  /** Advice for a database whose first step is another one. */
  readonly otherwise?: string
}

const FILE = /^(\d{3})-[a-z0-9-]+\.sql$/

/** Reads the steps of a part: a folder of files such as `001-keys.sql`, numbered from 1 without gaps. */
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

/** How long a step waits for a table that nodes use. Longer waits would hold up the calls that queue behind it. */
const LOCK_TIMEOUT = '500ms'
const TRIES = 20
const PAUSE_MS = 250
/** Time limit for a step, and for the wait while another node runs it. */
const STEP_MS = 3_600_000

/** Key that tells Plat's migrations from other users of advisory locks in a database. */
const LOCK = 0x506c_6174

const APPLIED = `SELECT coalesce(max(number), 0) AS number, min(name) FILTER (WHERE number = 1) AS first
  FROM plat.migration WHERE part = $1`

/**
 * Brings the tables of a part up to date, while other nodes serve. Each step is a transaction with an advisory lock, so
 * that each step is done by one of several nodes that start at once. A database of a newer Plat is refused, and left as
 * it is; so is one whose tables have lost their keys.
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
      if (!isToBeTriedAgain(error) || tries === TRIES) throw error
      tries += 1
      await pause(PAUSE_MS)
    }
  }
}

/** Returns false when there is nothing left to do. */
async function step(connection: Connection, part: Part, databaseName: string): Promise<boolean> {
  const { name, migrations } = part
  // This is read first, so that a node that has nothing to do needs no lock and no right to change tables.
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

/** Lets one node in at a time. It waits only briefly for a table, because readers of that table queue behind it. */
async function alone(connection: Connection): Promise<void> {
  await connection.run(`SET LOCAL lock_timeout = 0; SELECT pg_advisory_xact_lock(${LOCK})`)
  await connection.run(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`)
}

/** Number of steps done so far. Throws a CommandFault where they are not the first ones that this Plat knows. */
async function appliedOf(connection: Connection, part: Part, databaseName: string): Promise<number> {
  const exists = `SELECT to_regclass('plat.migration') IS NOT NULL AS there`
  const [table] = await connection.query<{ there: boolean }>({ name: 'migration-there', text: exists })
  if (table?.there !== true) return 0
  const { name, migrations, otherwise = 'make an empty one, and import anew' } = part
  const [row] = await connection.query<Applied>({ name: 'migration-last', text: APPLIED, values: [name] })
  const { number, first } = row ?? { number: 0, first: null }
  if (first !== null && first !== migrations[0]?.name)
    throw new CommandFault(
      `The part "${name}" of the database ${databaseName} has another format than this Plat: ${otherwise}.`,
      EXIT.data,
    )
  if (number > migrations.length)
    throw new CommandFault(
      `The database ${databaseName} is of a newer Plat: its part "${name}" is at step ${number}, and this Plat knows ${migrations.length}. Use the newer one.`,
      EXIT.data,
    )
  return number
}

interface Applied {
  readonly number: number
  /** The name of the first step; null if none was done. */
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
 * SQLSTATEs after which a step is tried again: lock_not_available, and errors for objects that exist already. Another
 * node may have made such an object while this one waited for the advisory lock, because the server caches for a
 * connection that it was absent.
 */
const TRIED_AGAIN: ReadonlySet<unknown> = new Set(['55P03', '23505', '42P06', '42P07'])

function isToBeTriedAgain(error: unknown): boolean {
  const cause = error instanceof CommandFault ? error.cause : error
  return cause instanceof Error && TRIED_AGAIN.has((cause as { code?: unknown }).code)
}
