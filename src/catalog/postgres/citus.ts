import type { Connection, Database } from '../../base/postgres/database.ts'
import { Script } from '../../base/postgres/script.ts'
import { BUCKETS } from './buckets.ts'

/** Row of `meta` where the extension Citus distributes the tables: nodes name the buckets that a search is about. */
export const CITUS = 'citus'

/** One row where it does. */
export const IS_CITUS = `SELECT FROM catalog.meta WHERE name = '${CITUS}'`

/** A server that Citus has put tables on, or will. */
export interface Worker {
  readonly name: string
  /** For people: `db2:5432`. */
  readonly address: string
  readonly buckets: readonly number[]
  readonly answers: boolean
}

const SCRIPT = new Script(new URL('./cluster-citus.sql', import.meta.url))

/** How many workers Citus has; none where the extension is not in the database. */
export async function countWorkers(coordinator: Pick<Database, 'query'>): Promise<number> {
  const there = `SELECT to_regclass('pg_dist_node') IS NOT NULL AS there`
  const [extension] = await coordinator.query<{ there: boolean }>({ name: 'citus-there', text: there })
  if (extension?.there !== true) return 0
  const text = 'SELECT count(*) AS workers FROM citus_get_active_worker_nodes()'
  const [row] = await coordinator.query<{ workers: number }>({ name: 'citus-workers', text })
  return row?.workers ?? 0
}

/** Over so many workers, within a transaction of whoever changes the catalogue alone. */
export async function distribute(connection: Connection, workers: number): Promise<void> {
  const text = `SELECT worker_hash(bucket::int2) AS hash FROM generate_series(0, ${BUCKETS - 1}) AS bucket`
  const hashes = await connection.query<{ hash: number }>({ name: 'citus-hashes', text })
  const shards = evenShards(
    hashes.map(({ hash }) => hash),
    workers,
  )
  await connection.run(SCRIPT.section('distribute', { shards }))
  await connection.query({ name: 'citus', text: `INSERT INTO catalog.meta VALUES ($1, '')`, values: [CITUS] })
}

/** A search that names no place asks each of them. */
const SHARDS_MAX = 4 * BUCKETS
const HASHES = 2 ** 32

/**
 * How few shards spread hashes over workers most evenly: Citus gives each shard as many hashes, and the shards to one
 * worker after the other.
 */
export function evenShards(hashes: readonly number[], workers: number): number {
  let [best, least] = [BUCKETS, Number.POSITIVE_INFINITY]
  for (let count = BUCKETS; count <= SHARDS_MAX; count++) {
    const each = Math.floor(HASHES / count)
    const onWorkers = Array.from({ length: workers }, () => 0)
    for (const hash of hashes) {
      const shard = Math.min(count - 1, Math.floor((hash + HASHES / 2) / each))
      onWorkers[shard % workers] = (onWorkers[shard % workers] ?? 0) + 1
    }
    const most = Math.max(...onWorkers)
    if (most < least) [best, least] = [count, most]
  }
  return best
}

/** The workers of a catalogue that Citus distributes, asked whether they answer; otherwise none. */
export async function workersOf(coordinator: Database): Promise<readonly Worker[]> {
  if ((await coordinator.query({ name: 'is-citus', text: IS_CITUS })).length === 0) return []
  return coordinator.query<Worker>({ name: 'citus-shares', text: WORKERS })
}

const WORKERS = `SELECT 'worker' || row_number() OVER (ORDER BY nodeid) AS name, nodename || ':' || nodeport AS address,
    ARRAY(SELECT bucket FROM generate_series(0, ${BUCKETS - 1}) AS bucket JOIN pg_dist_placement placement
      ON placement.shardid = get_shard_id_for_distribution_column('catalog.card', bucket::int2)
      WHERE placement.groupid = node.groupid ORDER BY bucket) AS buckets,
    citus_check_connection_to_node(nodename, nodeport) AS answers
  FROM pg_dist_node node WHERE noderole = 'primary' AND shouldhaveshards ORDER BY nodeid`
