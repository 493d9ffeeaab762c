import { databaseStore } from '../../catalog/opening/open-database.ts'
import { checkSharedKeys } from '../../guard/access/index.ts'
import type { Clock } from '../../kit/base/clock.ts'
import { CommandFault } from '../../kit/base/failure.ts'
import { grouped } from '../../kit/base/figures.ts'
import type { Settings } from '../../kit/base/settings.ts'
import { Database } from '../../kit/postgres/database.ts'
import { type Finding, findingsAbout } from './finding.ts'
import { valueFindings } from './values.ts'

type DatabaseSettings = Pick<Settings, 'databaseUrl' | 'databaseReadUrl' | 'accessDatabaseUrl' | 'databaseConnections'>

/** Time limit of a statement. One adds up the whole ledger. */
const STATEMENT_MS = 120_000
/** A larger difference between clocks is not explained by the network. */
const SKEW_MS_MAX = 2000

/** Returns findings about the database that nodes share. Empty where there is none. */
export async function databaseFindings(settings: DatabaseSettings, clock: Clock): Promise<readonly Finding[]> {
  if (settings.databaseUrl === '') return []
  const { mend } = findingsAbout('database')
  try {
    return await within(settings.databaseUrl, async (database) => [
      ...(await serverFindings(database, settings.databaseConnections, clock)),
      ...(await catalogFindings(settings.databaseUrl, database)),
      ...(await within(settings.accessDatabaseUrl || settings.databaseUrl, (ledger) => ledgerFindings(ledger, clock))),
      ...(await replicaFindings(settings, database)),
    ])
  } catch (error) {
    if (error instanceof CommandFault) return [mend(error.message)]
    throw error
  }
}

async function within<T>(url: string, look: (database: Database) => Promise<T>): Promise<T> {
  const database = await Database.open({ url, connections: 1, statementMs: STATEMENT_MS })
  try {
    return await look(database)
  } finally {
    await database.close()
  }
}

/** The room for connections. */
interface Room {
  readonly allowed: number
  /** Number of connections of other programs. */
  readonly others: number
}

const ROOM = `current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0) AS allowed,
    (SELECT count(*) FROM pg_stat_activity
     WHERE backend_type = 'client backend' AND application_name NOT LIKE 'plat%') AS others`

interface Server extends Room {
  readonly shown: string
  readonly readOnly: boolean
  readonly isPrepared: boolean
  readonly nowMs: number
  readonly fsync: string
  readonly commit: string
  readonly behind: readonly { readonly name: string; readonly installed: string; readonly available: string }[]
}

const SERVER = `
  SELECT current_setting('server_version') AS shown,
    pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS "readOnly",
    to_regclass('plat.migration') IS NOT NULL AS "isPrepared",
    (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs",
    ${ROOM},
    current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
    (SELECT coalesce(jsonb_agg(jsonb_build_object(
       'name', name, 'installed', installed_version, 'available', default_version) ORDER BY name), '[]')
     FROM pg_available_extensions WHERE installed_version <> default_version) AS behind`

async function serverFindings(database: Database, connections: number, clock: Clock): Promise<readonly Finding[]> {
  const { fine, look, mend } = findingsAbout('database')
  const beforeMs = clock.now()
  const [server] = await database.query<Server>({ name: 'doctor', text: SERVER })
  if (server === undefined) return []
  const { shown, readOnly, isPrepared, allowed, others, fsync, commit, behind } = server
  const skewMs = server.nowMs - (beforeMs + clock.now()) / 2
  const nodes = Math.floor((allowed - others) / connections)
  const room = `It allows ${allowed} connections, others than Plat use ${others}, and each node may open ${connections}: that is enough for ${nodes === 1 ? 'one node' : `${nodes} nodes`}`
  return [
    readOnly
      ? mend(`${database.name} can only be read: PLAT_DATABASE_URL is the primary, PLAT_DATABASE_READ_URL a replica.`)
      : fine(`${database.name} answers, and is PostgreSQL ${shown}.`),
    ...(isPrepared ? [] : [look('It has no tables of Plat yet: ./plat sample or ./plat import makes them.')]),
    nodes < 1
      ? mend(`${room}: raise max_connections there, or lower PLAT_DATABASE_CONNECTIONS on each node.`)
      : nodes < 2
        ? look(`${room}: for more, raise max_connections there, or lower PLAT_DATABASE_CONNECTIONS on each node.`)
        : fine(`${room}.`),
    ...(Math.abs(skewMs) <= SKEW_MS_MAX
      ? []
      : [
          look(
            `Its clock is ${Math.round(Math.abs(skewMs) / 1000)} s ${skewMs > 0 ? 'ahead of' : 'behind'} that of this machine: credits go by the database, logs by the machine, so have both follow one time server.`,
          ),
        ]),
    ...(fsync === 'on'
      ? []
      : [mend('Its fsync is off: a power cut loses what was charged, and may damage all of it.')]),
    ...(commit === 'off'
      ? [look('Its synchronous_commit is off: a crash loses the last calls that were charged.')]
      : []),
    ...behind.map(({ name, installed, available }) =>
      look(`Its extension ${name} is ${installed}, and ${available} is there: ALTER EXTENSION ${name} UPDATE.`),
    ),
  ]
}

interface Held {
  readonly kind: string | null
  readonly counts: string | null
}

const HELD = `SELECT (SELECT value FROM catalog.meta WHERE name = 'kind') AS kind,
  (SELECT value FROM catalog.meta WHERE name = 'counts') AS counts`

async function catalogFindings(url: string, database: Database): Promise<readonly Finding[]> {
  const { fine, look } = findingsAbout('catalogue')
  if (!(await hasCatalogTables(database))) return []
  const [held] = await database.query<Held>({ name: 'doctor-catalog', text: HELD })
  if (held?.kind == null) {
    return [look('The database has no catalogue: ./plat sample makes one, ./plat import brings in your data.')]
  }
  const { home = 0 }: Readonly<Partial<Record<string, number>>> = JSON.parse(held.counts ?? '{}')
  const whose = held.kind === 'sample' ? 'a sample catalogue' : 'a catalogue'
  return [
    fine(`The database has ${whose} of ${grouped(home)} homes.`),
    ...valueFindings(databaseStore(url, database.name)),
  ]
}

async function hasCatalogTables(database: Database): Promise<boolean> {
  const text = `SELECT to_regclass('catalog.meta') IS NOT NULL AS there`
  const [tables] = await database.query<{ there: boolean }>({ name: 'catalog-there', text })
  return tables?.there === true
}

async function ledgerFindings(database: Database, clock: Clock): Promise<readonly Finding[]> {
  const { fine, mend } = findingsAbout('credits')
  const sentences = await checkSharedKeys(database, clock.now())
  if (sentences.length === 0) return [fine('What was used and what was spent agree for each key and day.')]
  return sentences.map(mend)
}

interface Replayed {
  readonly isReplica: boolean
  /** Seconds since the last change that the replica has; null where it has all known changes. */
  readonly lagS: number | null
  readonly catalogId: string | null
  readonly revision: number | null
  /** The token of its last commit; see `catalog/postgres/commits.ts`. */
  readonly token: string | null
  /** The tokens of the last commits. */
  readonly history: string | null
}

const REPLAYED = `
  SELECT pg_is_in_recovery() AS "isReplica",
    CASE WHEN pg_last_wal_receive_lsn() IS DISTINCT FROM pg_last_wal_replay_lsn()
      THEN extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8 END AS "lagS",
    (SELECT value FROM catalog.meta WHERE name = 'catalogId') AS "catalogId",
    (SELECT value FROM catalog.meta WHERE name = 'revision')::bigint AS revision,
    (SELECT value FROM catalog.meta WHERE name = 'token') AS token,
    (SELECT value FROM catalog.meta WHERE name = 'history') AS history`

/** Measures the lag of the database from which the catalogue is read behind the one that is written. */
async function replicaFindings({ databaseReadUrl }: DatabaseSettings, primary: Database): Promise<readonly Finding[]> {
  if (databaseReadUrl === '') return []
  const { fine, look, mend } = findingsAbout('replica')
  try {
    return await within(databaseReadUrl, async (replica) => {
      for (const each of [primary, replica])
        if (!(await hasCatalogTables(each))) return [look(`${each.name} has no catalogue yet.`)]
      // The replica is read first: otherwise it might seem to lack what the primary commits meanwhile.
      const [read] = await replica.query<Replayed>({ name: 'replayed', text: REPLAYED })
      const [written] = await primary.query<Replayed>({ name: 'replayed', text: REPLAYED })
      if (written === undefined || read === undefined) return []
      if (read.catalogId !== written.catalogId) {
        const held = `${replica.name} holds another catalogue than ${primary.name}`
        return read.isReplica
          ? [look(`${held}: it has yet to replay that one, or is a replica of another server.`)]
          : [mend(`${held}: give the address of its replica.`)]
      }
      const changes = (written.revision ?? 0) - (read.revision ?? 0)
      const commits = written.history?.split(' ') ?? []
      if (read.token !== null && changes < commits.length && !commits.includes(read.token)) {
        const sentence = `${replica.name} has changes of the catalogue that ${primary.name} never had: give the address of its replica.`
        return [mend(sentence)]
      }
      if (changes > 0) {
        const since = read.lagS === null ? '' : `, and ${Math.ceil(read.lagS)} s`
        const behind = changes === 1 ? 'one change' : `${changes} changes`
        return [look(`${replica.name} is ${behind} of the catalogue behind${since}: answers are as old.`)]
      }
      return [fine(`${replica.name} has the same catalogue${read.isReplica ? '' : ', and is no replica'}.`)]
    })
  } catch (error) {
    if (error instanceof CommandFault) return [mend(error.message)]
    throw error
  }
}
