import { databaseStore } from '../../catalog/opening/open-database.ts'
import { checkSharedKeys } from '../../guard/access/index.ts'
import type { Clock } from '../../kit/base/clock.ts'
import { CommandFault } from '../../kit/base/failure.ts'
import { grouped } from '../../kit/base/figures.ts'
import type { Settings } from '../../kit/base/settings.ts'
import { Database } from '../../kit/postgres/database.ts'
import { contentFindings } from './catalog.ts'
import { type Finding, findingsAbout } from './finding.ts'
import type { PictureSettings } from './pictures.ts'

type DatabaseSettings = PictureSettings &
  Pick<Settings, 'databaseUrl' | 'databaseReadUrl' | 'accessDatabaseUrl' | 'databaseConnections'>

/** The time limit of a statement. The slowest statement sums all entries of the credit ledger. */
const STATEMENT_MS = 120_000
/** The largest clock difference that network delay can explain. */
const SKEW_MS_MAX = 2000

/** Returns findings about the shared database. The list is empty if no database is configured. */
export async function databaseFindings(settings: DatabaseSettings, clock: Clock): Promise<readonly Finding[]> {
  if (settings.databaseUrl === '') return []
  const { mend } = findingsAbout('database')
  try {
    return await within(settings.databaseUrl, async (database) => [
      ...(await serverFindings(database, settings.databaseConnections, clock)),
      ...(await catalogFindings(database, settings, clock)),
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

/** The connections of a database server: how many are allowed, and how many are in use. */
interface Room {
  /** Maximum number of connections of all clients. */
  readonly allowed: number
  /** Number of connections that other programs have open. */
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
  const room = `The database allows ${allowed} connections. Other programs use ${others}, and each node may open ${connections}, which is enough for ${nodes === 1 ? 'one node' : `${nodes} nodes`}`
  const findings = [
    readOnly
      ? mend(
          `${database.name} is read-only: PLAT_DATABASE_URL must be the primary. A replica belongs in PLAT_DATABASE_READ_URL.`,
        )
      : fine(`${database.name} answers: PostgreSQL ${shown}.`),
    !isPrepared && look('The database does not have Plat’s tables yet. Make them with ./plat sample or ./plat import.'),
    nodes < 1
      ? mend(`${room}. Raise max_connections of the server, or lower PLAT_DATABASE_CONNECTIONS on each node.`)
      : nodes < 2
        ? look(
            `${room}. For more nodes, raise max_connections of the server, or lower PLAT_DATABASE_CONNECTIONS on each node.`,
          )
        : fine(`${room}.`),
    Math.abs(skewMs) > SKEW_MS_MAX &&
      look(
        `The clock of the database is ${Math.round(Math.abs(skewMs) / 1000)} s ${skewMs > 0 ? 'ahead of' : 'behind'} the clock of this machine. Credits use the clock of the database, and logs use the clock of the machine: synchronize both with the same time server.`,
      ),
    fsync !== 'on' &&
      mend(
        'The database setting fsync is off: a power cut loses charged calls and may damage the database. Turn it on.',
      ),
    commit === 'off' && look('The database setting synchronous_commit is off: a crash loses the last charged calls.'),
    ...behind.map(({ name, installed, available }) =>
      look(
        `The database extension ${name} has version ${installed}, but ${available} is installed: run ALTER EXTENSION ${name} UPDATE.`,
      ),
    ),
  ]
  return findings.filter((finding) => finding !== false)
}

interface CatalogMeta {
  readonly kind: string | null
  readonly counts: string | null
}

const CATALOG_META = `SELECT (SELECT value FROM catalog.meta WHERE name = 'kind') AS kind,
  (SELECT value FROM catalog.meta WHERE name = 'counts') AS counts`

async function catalogFindings(
  database: Database,
  settings: DatabaseSettings,
  clock: Clock,
): Promise<readonly Finding[]> {
  const { fine, look } = findingsAbout('catalogue')
  if (!(await hasCatalogTables(database))) return []
  const [meta] = await database.query<CatalogMeta>({ name: 'doctor-catalog', text: CATALOG_META })
  if (meta?.kind == null) {
    return [
      look('The database has no catalog: make a sample with ./plat sample, or import your data with ./plat import.'),
    ]
  }
  const { home = 0 }: Readonly<Partial<Record<string, number>>> = JSON.parse(meta.counts ?? '{}')
  const what = meta.kind === 'sample' ? 'a sample catalog' : 'a catalog'
  return [
    fine(`The database has ${what} of ${grouped(home)} homes.`),
    ...contentFindings(databaseStore(settings.databaseUrl, database.name), settings, clock),
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
  if (sentences.length === 0) return [fine('Usage and spent credits agree for each key and day.')]
  return sentences.map(mend)
}

interface ReplicaState {
  readonly isReplica: boolean
  /**
   * Age in seconds of the last change that the replica applied; null if it has applied all changes that it received.
   */
  readonly lagS: number | null
  readonly catalogId: string | null
  readonly revision: number | null
  /** A token that identifies the last commit to the catalog; see `catalog/postgres/commits.ts`. */
  readonly token: string | null
  /** The tokens of the last commits, separated by spaces. */
  readonly history: string | null
}

const REPLICA_STATE = `
  SELECT pg_is_in_recovery() AS "isReplica",
    CASE WHEN pg_last_wal_receive_lsn() IS DISTINCT FROM pg_last_wal_replay_lsn()
      THEN extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8 END AS "lagS",
    (SELECT value FROM catalog.meta WHERE name = 'catalogId') AS "catalogId",
    (SELECT value FROM catalog.meta WHERE name = 'revision')::bigint AS revision,
    (SELECT value FROM catalog.meta WHERE name = 'token') AS token,
    (SELECT value FROM catalog.meta WHERE name = 'history') AS history`

/** Measures how far a read replica is behind its primary. Nodes can read the catalog from a replica. */
async function replicaFindings({ databaseReadUrl }: DatabaseSettings, primary: Database): Promise<readonly Finding[]> {
  if (databaseReadUrl === '') return []
  const { fine, look, mend } = findingsAbout('replica')
  try {
    return await within(databaseReadUrl, async (replica) => {
      for (const each of [primary, replica])
        if (!(await hasCatalogTables(each))) return [look(`${each.name} has no catalog yet.`)]
      // The replica must be read before the primary. A commit between the two queries would otherwise look like a
      // delay.
      const [read] = await replica.query<ReplicaState>({ name: 'replayed', text: REPLICA_STATE })
      const [written] = await primary.query<ReplicaState>({ name: 'replayed', text: REPLICA_STATE })
      if (written === undefined || read === undefined) return []
      if (read.catalogId !== written.catalogId) {
        const difference = `${replica.name} has a different catalog from ${primary.name}`
        return read.isReplica
          ? [look(`${difference}: it has not yet replayed the new catalog’s rows, or is a replica of another server.`)]
          : [mend(`${difference}: set PLAT_DATABASE_READ_URL to a replica of ${primary.name}.`)]
      }
      const changes = (written.revision ?? 0) - (read.revision ?? 0)
      const commits = written.history?.split(' ') ?? []
      if (read.token !== null && changes < commits.length && !commits.includes(read.token)) {
        const sentence = `${replica.name} has catalog changes that ${primary.name} never had: set PLAT_DATABASE_READ_URL to a replica of it.`
        return [mend(sentence)]
      }
      if (changes > 0) {
        const since = read.lagS === null ? '' : ` (${Math.ceil(read.lagS)} s)`
        const behind = changes === 1 ? 'one catalog change' : `${changes} catalog changes`
        return [look(`${replica.name} is ${behind} behind${since}, so answers have older data.`)]
      }
      return [fine(`${replica.name} has the same catalog${read.isReplica ? '' : ', but is not a replica'}.`)]
    })
  } catch (error) {
    if (error instanceof CommandFault) return [mend(error.message)]
    throw error
  }
}
