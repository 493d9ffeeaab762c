import { isDeepStrictEqual } from 'node:util'
import { CommandFault, EXIT } from '../../base/failure.ts'
import { type Connection, Database } from '../../base/postgres/database.ts'
import { BUCKETS } from './buckets.ts'
import { countWorkers, distribute, workersOf } from './citus.ts'
import {
  attachingSql,
  coordinatorSql,
  cutSql,
  fillingSql,
  movingSql,
  notingSql,
  type PlannedShard,
  SHARED_TABLES,
  serverSql,
  shardName,
  shardSql,
  viewsSql,
} from './cluster-script.ts'
import { NEXT_COMMIT } from './commits.ts'
import { CHANGE_STATE, ChangeState, ending, SHARD_STATE, showing } from './shard-changes.ts'
import { SHARDED_TABLES } from './sharded-tables.ts'
import { CARDS_LOCK, CHANGED_BY_ANOTHER, UNHURRIED, WRITER_LOCK } from './writer-lock.ts'

/** A server with a part of what searches read. */
export interface Shard {
  /** On the coordinator: `shard1`, `shard2`, … */
  readonly name: string
  /** For people, without the user and the password: `db2:5432/plat`. */
  readonly address: string
  readonly buckets: readonly number[]
  /** Why it cannot be reached; undefined where it can. */
  readonly problem?: string
}

/** Copying a large table takes as long as it takes. */
const STATEMENT_MS = 86_400_000

/** How long a change of partitions waits for searches, which wait behind it in turn. */
const LOCK_TIMEOUT = '500ms'
const TRIES = 40

/** The number of the change that distributes a catalogue. */
const FIRST_CHANGE = 1

/**
 * Distributes what searches read of a catalogue over servers, each the address of an empty database. None: over the
 * workers of Citus.
 */
export async function initCluster(coordinator: Database, urls: readonly string[]): Promise<readonly Shard[]> {
  if (urls.length > BUCKETS)
    throw new CommandFault(
      `A cluster of ${urls.length} shards cannot be made: accepted are 1 to ${BUCKETS}, one address each.`,
      EXIT.usage,
    )
  const known = await clusterStatus(coordinator)
  if (known.length > 0)
    throw new CommandFault(`The catalogue is distributed over ${known.length} servers already. ${MORE}`, EXIT.usage)
  if (urls.length === 0) {
    await initByCitus(coordinator)
    return clusterStatus(coordinator)
  }
  const planned = urls.map((url, index) => ({
    url,
    number: index + 1,
    buckets: ALL_BUCKETS.filter((bucket) => bucket % urls.length === index),
  }))
  await withNewShards(coordinator, planned, () =>
    coordinator.inTransaction(async (connection) => {
      await alone(connection)
      await connection.run(coordinatorSql(planned))
      for (const text of fillingSql(planned, FIRST_CHANGE)) await connection.run(text)
      await connection.run([...planned.map(notingSql), showing(FIRST_CHANGE)].join('\n'))
      await noteCommit(connection)
      await lockTables(connection, 'catalog')
      await connection.run(viewsSql())
    }),
  )
  return clusterStatus(coordinator)
}

const MORE = `One more takes its share by ./plat cluster add or, of Citus, by citus_add_node and citus_rebalance_start.`

async function initByCitus(coordinator: Database): Promise<void> {
  const workers = await countWorkers(coordinator)
  if (workers === 0)
    throw new CommandFault(
      'No shards are named: give the addresses of empty databases as --shards, or add workers of Citus to this one first, by citus_add_node.',
      EXIT.usage,
    )
  await coordinator.inTransaction(async (connection) => {
    await alone(connection)
    await distribute(connection, workers)
    await noteCommit(connection)
  })
}

/** The shards, or the workers of Citus, asked whether they answer. */
export async function clusterStatus(coordinator: Database): Promise<readonly Shard[]> {
  const workers = await workersOf(coordinator)
  const shards: Shard[] = workers.map(({ name, address, buckets, answers }) => ({
    name,
    address,
    buckets,
    ...(!answers && { problem: 'does not answer' }),
  }))
  for (const { name, address, buckets } of await serversOf(coordinator)) {
    const problem = await problemOf(coordinator, name)
    const own = ALL_BUCKETS.filter((bucket) => (buckets & (1 << bucket)) !== 0)
    shards.push({ name, address, buckets: own, ...(problem !== undefined && { problem }) })
  }
  return shards
}

/** How many of them a search asks that looks into a set of buckets. */
export function shardsAsked(shards: readonly Shard[], buckets: number): number {
  return shards.filter((shard) => shard.buckets.some((bucket) => (buckets & (1 << bucket)) !== 0)).length
}

/**
 * Moves its share of the buckets to another server, while searches go on: a change as an import is one, which either
 * shows everything or, until the next one clears what it left, nothing. No import can run meanwhile.
 */
export async function addShard(
  coordinator: Database,
  url: string,
  onProgress: (copied: number, total: number) => void = () => {},
): Promise<readonly Shard[]> {
  const known = await serversOf(coordinator)
  const before = await clusterStatus(coordinator)
  if (before.length === 0)
    throw new CommandFault(
      'The catalogue is not distributed: ./plat cluster init --shards ADDRESS,ADDRESS distributes it.',
      EXIT.usage,
    )
  if ((await workersOf(coordinator)).length > 0)
    throw new CommandFault(`The catalogue is distributed by Citus. ${MORE}`, EXIT.usage)
  if (before.length >= BUCKETS)
    throw new CommandFault(`There are ${before.length} shards: a catalogue can have at most ${BUCKETS}.`, EXIT.usage)
  const number = Math.max(...before.map(({ name }) => numberOf(name))) + 1
  const added: PlannedShard = { url, number, buckets: bucketsToMove(before) }
  const left = before.map(({ name, buckets }) => ({
    number: numberOf(name),
    buckets: buckets.filter((bucket) => !added.buckets.includes(bucket)),
  }))
  await withNewShards(coordinator, [added], () =>
    coordinator.inTransaction((connection) => move(connection, { added, known, left }, onProgress)),
  )
  return clusterStatus(coordinator)
}

const ALL_BUCKETS: readonly number[] = Array.from({ length: BUCKETS }, (_, bucket) => bucket)

function numberOf(name: string): number {
  return Number(name.slice('shard'.length))
}

/** Some more shards, which are undone where that fails. */
async function withNewShards(
  coordinator: Database,
  shards: readonly PlannedShard[],
  use: () => Promise<void>,
): Promise<void> {
  const made: Database[] = []
  try {
    for (const shard of shards) made.push(await newShard(shard))
    await use()
    // The servers do it by themselves, a little later.
    for (const shard of made) await shard.query({ name: 'analyze', text: 'ANALYZE' }).catch(() => {})
  } catch (error) {
    if (isRefused(error)) for (const shard of made) await shard.query(UNDO)
    else await dropUnused(coordinator, shards, made)
    throw error
  } finally {
    await Promise.all(made.map((shard) => shard.close()))
  }
}

async function newShard(planned: PlannedShard): Promise<Database> {
  const shard = await Database.open({ url: planned.url, connections: 1, statementMs: STATEMENT_MS })
  try {
    const [row] = await shard.query<{ there: boolean }>({
      name: 'is-shard',
      text: `SELECT to_regnamespace('plat_shard') IS NOT NULL AS there`,
    })
    if (row?.there === true)
      throw new CommandFault(
        `${shard.name} is a shard already: give an empty database, or drop its schema plat_shard if nothing uses it.`,
        EXIT.usage,
      )
    await shard.inTransaction((connection) => connection.run(shardSql(planned)))
    return shard
  } catch (error) {
    await shard.close()
    throw error
  }
}

/** A commit whose answer was lost may have happened: only the coordinator knows, once nobody changes it. */
async function dropUnused(
  coordinator: Database,
  shards: readonly PlannedShard[],
  made: readonly Database[],
): Promise<void> {
  try {
    await coordinator.inTransaction(async (connection) => {
      await alone(connection)
      const rows = await connection.query<{ name: string }>({ name: 'shards', text: 'SELECT name FROM catalog.shard' })
      const used = new Set(rows.map(({ name }) => name))
      for (const [index, shard] of made.entries())
        if (!used.has(shardName(shards[index] ?? { number: 0 }))) await shard.query(UNDO)
    })
  } catch {
    // what cannot be looked at stays, and is refused with what to do if it is given again
  }
}

const UNDO = { name: 'undo', text: 'DROP SCHEMA plat_shard CASCADE' }

interface Server {
  readonly name: string
  readonly address: string
  /** As a set. */
  readonly buckets: number
}

function serversOf(asked: Pick<Database, 'query'>): Promise<readonly Server[]> {
  return asked.query<Server>({ name: 'servers', text: SERVERS })
}

const SERVERS = `SELECT name, buckets,
    (SELECT concat(max(value) FILTER (WHERE key = 'host'), ':', max(value) FILTER (WHERE key = 'port'), '/',
        max(value) FILTER (WHERE key = 'dbname'))
      FROM (SELECT split_part(option, '=', 1) AS key, substr(option, strpos(option, '=') + 1) AS value
        FROM unnest(srvoptions) AS option) options) AS address
  FROM catalog.shard JOIN pg_foreign_server ON srvname = name ORDER BY length(name), name`

async function problemOf(coordinator: Database, shard: string): Promise<string | undefined> {
  try {
    await coordinator.query({ name: `probe-${shard}`, text: `SELECT FROM ${shard}.removed` })
    return undefined
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return String(cause instanceof Error ? cause.message : cause).split('\n')[0] ?? ''
  }
}

/** Nobody else changes the catalogue until the end of the transaction. */
async function alone(connection: Connection): Promise<void> {
  await connection.run(UNHURRIED)
  const text = 'SELECT pg_try_advisory_xact_lock($1) AS mine'
  const [lock] = await connection.query<{ mine: boolean }>({ name: 'writer-lock', text, values: [WRITER_LOCK] })
  if (lock?.mine !== true) throw new CommandFault(CHANGED_BY_ANOTHER, EXIT.busy)
  await connection.run(`SELECT pg_advisory_xact_lock(${CARDS_LOCK})`)
}

/** Nothing was done, since somebody else changes the catalogue. */
function isRefused(error: unknown): boolean {
  return error instanceof CommandFault && error.message === CHANGED_BY_ANOTHER
}

/** From those that have most, until the new one has as many as it should. */
function bucketsToMove(shards: readonly Shard[]): readonly number[] {
  const left = shards.map(({ buckets }) => [...buckets])
  const share = Math.floor(BUCKETS / (shards.length + 1))
  return Array.from({ length: share }, () => {
    const most = left.reduce((one, other) => (other.length > one.length ? other : one))
    return most.pop() ?? 0
  })
}

interface Moved {
  readonly added: PlannedShard
  /** As they were looked at before this change had the catalogue for itself. */
  readonly known: readonly Server[]
  /** The shards that were there, and what they keep. */
  readonly left: readonly Omit<PlannedShard, 'url'>[]
}

/** The coordinator commits last. */
async function move(
  connection: Connection,
  { added, known, left }: Moved,
  onProgress: (copied: number, total: number) => void,
): Promise<void> {
  await alone(connection)
  if (!isDeepStrictEqual(await serversOf(connection), known)) throw new CommandFault(CHANGED_BY_ANOTHER, EXIT.busy)
  const rows = [
    ...(await connection.query({ name: 'change-state', text: CHANGE_STATE })),
    ...(await connection.query({ name: 'shard-state', text: SHARD_STATE })),
  ]
  const state = new ChangeState(rows)
  await connection.run(serverSql(added))
  for (const text of state.beginning()) await connection.run(text)
  const steps = movingSql(added, state.next)
  for (const [index, text] of steps.entries()) {
    await connection.run(text)
    onProgress(index + 1, steps.length)
  }
  await connection.run([...left, added].map(notingSql).join('\n'))
  await noteCommit(connection)
  await lockTables(connection, 'shards')
  await connection.run([...left.map(cutSql), ...SHARDED_TABLES.map((table) => attachingSql(table, added))].join('\n'))
  await connection.run(ending(state.next))
}

/** Nodes read anew what they hold, and with that where searches look. An empty catalogue stays one of no commits. */
async function noteCommit(connection: Connection): Promise<void> {
  const text = `SELECT FROM catalog.meta WHERE name = 'catalogId'`
  const rows = await connection.query({ name: 'catalog-there', text })
  if (rows.length > 0) await connection.run(NEXT_COMMIT)
}

/** Waits for searches, but not for so long that others wait behind it; what was done before is not done again. */
async function lockTables(connection: Connection, schema: 'catalog' | 'shards'): Promise<void> {
  const tables = (schema === 'catalog' ? SHARED_TABLES : SHARDED_TABLES).map(({ name }) => `${schema}.${name}`)
  for (let tries = 1; ; tries++) {
    await connection.run(`SAVEPOINT unlocked; SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`)
    try {
      await connection.run(`LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`)
      return
    } catch (error) {
      await connection.run('ROLLBACK TO SAVEPOINT unlocked')
      if (tries === TRIES || (error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error // of the server
    }
  }
}

/** Of SQLSTATE. */
const LOCK_NOT_AVAILABLE = '55P03'
