import { CommandFault, EXIT } from '../../base/failure.ts'
import { type Connection, Database } from '../../base/postgres/database.ts'
import { literal, Script } from '../../base/postgres/script.ts'
import { BUCKETS } from './buckets.ts'
import { partitionName } from './columns.ts'
import { NEXT_COMMIT } from './commits.ts'
import { shownRows } from './search-rows.ts'
import { columnNames, SEARCH_TABLES } from './search-tables.ts'
import { CHANGED_BY_ANOTHER, WRITER_LOCK } from './writer-lock.ts'

/** A server with partitions. */
export interface Shard {
  /** On the coordinator: `shard1`, `shard2`, … */
  readonly name: string
  /** For people, without the user and the password: `db2:5432/plat`. */
  readonly address: string
  readonly buckets: readonly number[]
  /** Why it cannot be reached; undefined where it can. */
  readonly problem?: string
}

const SCRIPT = new Script(new URL('./cluster-fdw.sql', import.meta.url))

/** Copying a large table takes as long as it takes. */
const STATEMENT_MS = 86_400_000

/** How long the switch to a copy waits for searches, which wait behind it in turn. */
const LOCK_TIMEOUT = '500ms'
const TRIES = 40

/** Distributes the tables of searches of a catalogue over servers, each the address of an empty database. */
export async function initCluster(coordinator: Database, urls: readonly string[]): Promise<readonly Shard[]> {
  if (urls.length === 0 || urls.length > BUCKETS)
    throw new CommandFault(
      `A cluster of ${urls.length} shards cannot be made: accepted are 1 to ${BUCKETS}, one address each.`,
      EXIT.usage,
    )
  const known = await serversOf(coordinator)
  if (known.length > 0)
    throw new CommandFault(
      `The catalogue is distributed over ${known.length} shards already: ./plat cluster add moves a part of it to another one.`,
      EXIT.usage,
    )
  const made: Database[] = []
  try {
    for (const url of urls) made.push(await newShard(url))
    for (const bucket of ALL_BUCKETS) await makeTables(made[bucket % made.length], bucket)
    await coordinator.inTransaction(async (connection) => {
      await alone(connection)
      await connection.run(SCRIPT.section('coordinator'))
      for (const [index, url] of urls.entries()) await connection.run(serverSql(serverName(index), url))
      for (const table of SEARCH_TABLES) {
        const values = { table: table.name, columns: table.columns }
        await connection.run(SCRIPT.section('table', values))
        for (const bucket of ALL_BUCKETS) {
          const server = serverName(bucket % urls.length)
          await connection.run(SCRIPT.section('partition', { ...partOf(table.name, bucket), server }))
        }
      }
      for (const table of SEARCH_TABLES) {
        const values = { table: table.name, names: columnNames(table), shown: shownRows(table) }
        await connection.run(SCRIPT.section('fill', values))
      }
      await connection.run(`INSERT INTO catalog.meta VALUES ('shards', '1'); ${NEXT_COMMIT}`)
    })
  } catch (error) {
    for (const shard of made) await shard.query({ name: 'undo', text: 'DROP SCHEMA IF EXISTS plat_shard CASCADE' })
    throw error
  } finally {
    await Promise.all(made.map((shard) => shard.close()))
  }
  return clusterStatus(coordinator)
}

/** The shards, asked whether they answer. */
export async function clusterStatus(coordinator: Database): Promise<readonly Shard[]> {
  const shards: Shard[] = []
  for (const { name, address, partitions } of await serversOf(coordinator)) {
    const found = partitions.filter((partition) => FIRST_TABLE.test(partition))
    const buckets = found.map((partition) => Number(partition.slice(-2))).sort((a, b) => a - b)
    const probe = partitions[0]
    const problem = probe === undefined ? undefined : await problemOf(coordinator, `${name}.${probe}`)
    shards.push({ name, address, buckets, ...(problem !== undefined && { problem }) })
  }
  return shards
}

/** How many of them a search asks that looks into a set of buckets. */
export function shardsAsked(shards: readonly Shard[], buckets: number): number {
  return shards.filter((shard) => shard.buckets.some((bucket) => (buckets & (1 << bucket)) !== 0)).length
}

/** Moves its share of the partitions to another server, while searches go on. No import may run meanwhile. */
export async function addShard(
  coordinator: Database,
  url: string,
  onProgress: (moved: number, total: number) => void = () => {},
): Promise<readonly Shard[]> {
  const before = await clusterStatus(coordinator)
  if (before.length === 0)
    throw new CommandFault(
      'The catalogue is not distributed: ./plat cluster init --shards ADDRESS,ADDRESS distributes it.',
      EXIT.usage,
    )
  const name = serverName(Math.max(...before.map((shard) => Number(shard.name.slice('shard'.length)))))
  const moving = bucketsToMove(before)
  const shard = await newShard(url)
  try {
    await coordinator.inTransaction((connection) => connection.run(serverSql(name, url)))
    for (const [index, { bucket, from }] of moving.entries()) {
      await move(coordinator, shard, { bucket, from }, name)
      onProgress(index + 1, moving.length)
    }
  } finally {
    await shard.close()
  }
  return clusterStatus(coordinator)
}

const ALL_BUCKETS: readonly number[] = Array.from({ length: BUCKETS }, (_, bucket) => bucket)

const FIRST_TABLE = /^for_sale_\d+$/

const REVISION = `SELECT value FROM catalog.meta WHERE name = 'revision'`

function serverName(index: number): string {
  return `shard${index + 1}`
}

function partOf(table: string, bucket: number) {
  return { table, partition: partitionName(table, bucket), bucket }
}

async function newShard(url: string): Promise<Database> {
  const shard = await Database.open({ url, connections: 1, statementMs: STATEMENT_MS })
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
    await shard.inTransaction((connection) => connection.run(SCRIPT.section('shard')))
    return shard
  } catch (error) {
    await shard.close()
    throw error
  }
}

async function makeTables(shard: Database | undefined, bucket: number): Promise<void> {
  await shard?.inTransaction(async (connection) => {
    for (const { name, columns, indexes } of SEARCH_TABLES) {
      const partition = partitionName(name, bucket)
      const values = { partition, columns, indexes: indexes('plat_shard', partition) }
      await connection.run(SCRIPT.section('shard-table', values))
    }
  })
}

/** A part of an address as SQL writes it. */
function decoded(part: string): string {
  return literal(decodeURIComponent(part))
}

function serverSql(server: string, url: string): string {
  const { hostname, port, pathname, username, password, searchParams } = new URL(url)
  const sslMode = searchParams.get('sslmode')
  return SCRIPT.section('server', {
    server,
    host: decoded(hostname.replace(/^\[|\]$/g, '')),
    port: literal(port || '5432'),
    database: decoded(pathname.slice(1)),
    tls: sslMode === null ? '' : `, sslmode ${literal(sslMode)}`,
    user: decoded(username),
    password: decoded(password),
  })
}

interface Server {
  readonly name: string
  readonly address: string
  readonly partitions: readonly string[]
}

function serversOf(coordinator: Database): Promise<readonly Server[]> {
  return coordinator.query<Server>({ name: 'servers', text: SERVERS })
}

const SERVERS = `SELECT srvname AS name, partitions,
    (SELECT concat(max(value) FILTER (WHERE key = 'host'), ':', max(value) FILTER (WHERE key = 'port'), '/',
        max(value) FILTER (WHERE key = 'dbname'))
      FROM (SELECT split_part(option, '=', 1) AS key, substr(option, strpos(option, '=') + 1) AS value
        FROM unnest(srvoptions) AS option) options) AS address
  FROM pg_foreign_server, LATERAL (
    SELECT coalesce(array_agg(relname::text ORDER BY relname), '{}') AS partitions
    FROM pg_foreign_table JOIN pg_class ON pg_class.oid = ftrelid WHERE ftserver = pg_foreign_server.oid) held
  WHERE srvname ~ '^shard[0-9]+$' ORDER BY length(srvname), srvname`

async function problemOf(coordinator: Database, table: string): Promise<string | undefined> {
  try {
    await coordinator.query({ name: `probe-${table}`, text: `SELECT FROM ${table} LIMIT 1` })
    return undefined
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return String(cause instanceof Error ? cause.message : cause).split('\n')[0] ?? ''
  }
}

async function alone(connection: Connection): Promise<void> {
  const text = 'SELECT pg_try_advisory_xact_lock($1) AS mine'
  const [lock] = await connection.query<{ mine: boolean }>({ name: 'writer-lock', text, values: [WRITER_LOCK] })
  if (lock?.mine !== true) throw new CommandFault(CHANGED_BY_ANOTHER, EXIT.busy)
}

interface Move {
  readonly bucket: number
  /** The name of the shard that has it. */
  readonly from: string
}

/** From those that have most, until the new one has as many as it should. */
function bucketsToMove(shards: readonly Shard[]): readonly Move[] {
  const left = new Map(shards.map(({ name, buckets }) => [name, [...buckets]]))
  const share = Math.floor(BUCKETS / (shards.length + 1))
  return Array.from({ length: share }, () => {
    const [from, buckets] = [...left].reduce((most, each) => (each[1].length > most[1].length ? each : most))
    return { from, bucket: buckets.pop() ?? 0 }
  })
}

/**
 * The rows are copied, and the copy takes their place in one transaction, for which searches wait no longer than it takes
 * to change six tables. An import between the two makes the copy be made again.
 */
async function move(coordinator: Database, shard: Database, { bucket, from }: Move, server: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    await makeTables(shard, bucket)
    const revision = await coordinator.inTransaction(async (connection) => {
      await alone(connection)
      for (const { name, columns } of SEARCH_TABLES)
        await connection.run(SCRIPT.section('copy', { ...partOf(name, bucket), columns, from, server }))
      return revisionIn(connection)
    })
    if (await switched(coordinator, { bucket, from }, server, revision)) break
    const dropped = SEARCH_TABLES.map(({ name }) => `DROP FOREIGN TABLE ${server}.${partitionName(name, bucket)};`)
    await coordinator.inTransaction((connection) => connection.run(dropped.join('\n')))
    await dropTables(shard, bucket)
    if (tries === TRIES)
      throw new CommandFault('The catalogue changes all the time: try again when no import runs.', EXIT.busy)
  }
  const before = await Database.open({ url: await urlOf(coordinator, from), connections: 1 })
  try {
    await dropTables(before, bucket)
  } finally {
    await before.close()
  }
}

/** False when the catalogue has changed since the copy was made. */
async function switched(
  coordinator: Database,
  { bucket, from }: Move,
  server: string,
  revision: string,
): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      return await coordinator.inTransaction(async (connection) => {
        await alone(connection)
        if ((await revisionIn(connection)) !== revision) return false
        await connection.run(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`)
        for (const { name } of SEARCH_TABLES)
          await connection.run(SCRIPT.section('switch', { ...partOf(name, bucket), from, server }))
        return true
      })
    } catch (error) {
      const cause = error instanceof CommandFault ? error.cause : error
      if (tries === TRIES || (cause as { code?: unknown } | undefined)?.code !== LOCK_NOT_AVAILABLE) throw error // whatever it is
    }
  }
}

/** Of SQLSTATE. */
const LOCK_NOT_AVAILABLE = '55P03'

async function revisionIn(connection: Connection): Promise<string> {
  const [row] = await connection.query<{ value: string }>({ name: 'revision', text: REVISION })
  return row?.value ?? '0'
}

async function dropTables(shard: Database, bucket: number): Promise<void> {
  const moved = SEARCH_TABLES.map(({ name }) => SCRIPT.section('moved', partOf(name, bucket)))
  await shard.inTransaction((connection) => connection.run(moved.join('\n')))
}

/** As it was given when the shard was added: only whoever did may read it. */
async function urlOf(coordinator: Database, server: string): Promise<string> {
  const rows = await coordinator.query<{ key: string; value: string }>({ name: 'url', text: OPTIONS, values: [server] })
  const options = new Map(rows.map(({ key, value }) => [key, encodeURIComponent(value)]))
  const [user, password, host, port, database, tls] = URL_OPTIONS.map((key) => options.get(key) ?? '')
  return `postgres://${user}:${password}@${host}:${port}/${database}${tls === '' ? '' : `?sslmode=${tls}`}`
}

const URL_OPTIONS = ['user', 'password', 'host', 'port', 'dbname', 'sslmode']

const OPTIONS = `SELECT split_part(option, '=', 1) AS key, substr(option, strpos(option, '=') + 1) AS value
  FROM pg_user_mappings JOIN pg_foreign_server ON pg_foreign_server.oid = srvid,
    unnest(srvoptions || umoptions) AS option
  WHERE pg_foreign_server.srvname = $1`
