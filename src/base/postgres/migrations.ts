import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { CommandFault, EXIT } from '../failure.ts'
import type { Connection, Database } from './database.ts'

/** One step of the tables of a part of Plat. */
export interface Migration {
  /** From 1, without gaps. */
  readonly number: number
  /** Of its file, e.g. `001-keys.sql`. */
  readonly name: string
  readonly sql: string
}

/** What no step says, since it follows from the program: each is asked and told within a step's transaction. */
export interface BringUp {
  isNeeded(connection: Connection): Promise<boolean>
  run(connection: Connection): Promise<void>
}

/** Tables that change together: `access`, `people`, `catalog`. */
export interface Part {
  readonly name: string
  readonly migrations: readonly Migration[]
  /** After the steps. */
  readonly bringUp?: BringUp
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

/** How long a step waits for a table that nodes use: longer would hold up the calls that queue behind it. */
const LOCK_TIMEOUT = '500ms'
const TRIES = 20
const PAUSE_MS = 250
/** How long a step may take, and how long it is waited for while another node takes it. */
const STEP_MS = 3_600_000

/** Of Plat's migrations, among all that take advisory locks in a database. */
const LOCK = 0x506c_6174

const APPLIED = 'SELECT coalesce(max(number), 0) AS number FROM plat.migration WHERE part = $1'

/**
 * Brings the tables of a part up to date, while other nodes serve. Each step is a transaction with an advisory lock, so
 * that of nodes that start at once one takes each step. A database of a newer Plat is refused, and left as it is.
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

/** False when there is nothing left to do. */
async function step(connection: Connection, part: Part, databaseName: string): Promise<boolean> {
  const { name, migrations, bringUp } = part
  // Looked at first, so that a node that has nothing to do needs no lock and no right to change tables.
  const before = await appliedOf(connection, name)
  refuseNewer(before, part, databaseName)
  if (before === migrations.length) {
    if (!(await bringUp?.isNeeded(connection))) return false
    await alone(connection)
    if (await bringUp?.isNeeded(connection)) await bringUp?.run(connection)
    return false
  }
  await alone(connection)
  await connection.run(MADE_AT_FIRST)
  const next = migrations[await appliedOf(connection, name)]
  if (next === undefined) return false
  await connection.run(next.sql)
  const text = 'INSERT INTO plat.migration (part, number, name) VALUES ($1, $2, $3)'
  await connection.query({ name: 'migrated', text, values: [name, next.number, next.name] })
  return true
}

/** One node at a time, which waits no longer for a table than those that read it may wait behind it. */
async function alone(connection: Connection): Promise<void> {
  await connection.run(`SET LOCAL lock_timeout = 0; SELECT pg_advisory_xact_lock(${LOCK})`)
  await connection.run(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`)
}

async function appliedOf(connection: Connection, part: string): Promise<number> {
  const exists = `SELECT to_regclass('plat.migration') IS NOT NULL AS there`
  const [table] = await connection.query<{ there: boolean }>({ name: 'migration-there', text: exists })
  if (table?.there !== true) return 0
  const [row] = await connection.query<{ number: number }>({ name: 'migration-last', text: APPLIED, values: [part] })
  return row?.number ?? 0
}

function refuseNewer(applied: number, { name, migrations }: Part, databaseName: string): void {
  if (applied <= migrations.length) return
  throw new CommandFault(
    `The database ${databaseName} is of a newer Plat: its part "${name}" is at step ${applied}, and this Plat knows ${migrations.length}. Use the newer one.`,
    EXIT.data,
  )
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
 * By SQLSTATE: lock_not_available; and that something is there already, which another node made while this one waited
 * for the advisory lock: the server remembers for a connection what was not there before.
 */
const TRIED_AGAIN: ReadonlySet<unknown> = new Set(['55P03', '23505', '42P06', '42P07'])

function isToBeTriedAgain(error: unknown): boolean {
  const cause = error instanceof CommandFault ? error.cause : error
  return cause instanceof Error && TRIED_AGAIN.has((cause as { code?: unknown }).code)
}
