import { Database } from '../base/postgres/database.ts'
import { migrate } from '../base/postgres/migrations.ts'
import { addShard, clusterStatus, initCluster, type Shard } from './postgres/cluster.ts'
import { CATALOG_PART } from './postgres/schema.ts'
import { readShards } from './postgres/shards.ts'

export type { Shard } from './postgres/cluster.ts'

/** The servers that what searches read of a catalogue in PostgreSQL is distributed over. */
export interface Cluster {
  /** Distributes it over these servers, each the address of a database without a shard. */
  init(urls: readonly string[]): Promise<readonly Shard[]>
  status(): Promise<readonly Shard[]>
  /** Moves to another server what is its share, while searches go on. */
  add(url: string, onProgress: (copied: number, total: number) => void): Promise<readonly Shard[]>
  close(): Promise<void>
}

/** Copying a large table takes as long as it takes. */
const STATEMENT_MS = 86_400_000

/** The shards of a database whose tables are up to date, asked whether they answer; none where it is not distributed. */
export function shardsOf(database: Database): Promise<readonly Shard[]> {
  return clusterStatus(database)
}

/** Where nodes reach the shards; none where they do not ask them themselves. */
export async function shardAddresses(database: Database): Promise<readonly string[]> {
  return ((await readShards(database)) ?? []).map(({ url }) => url)
}

/** @param url Of the coordinator, whose tables are brought up to date. */
export async function openCluster(url: string): Promise<Cluster> {
  const database = await Database.open({ url, connections: 1, statementMs: STATEMENT_MS })
  try {
    await migrate(database, CATALOG_PART)
  } catch (error) {
    await database.close()
    throw error
  }
  return {
    init: (urls) => initCluster(database, urls),
    status: () => clusterStatus(database),
    add: (shardUrl, onProgress) => addShard(database, shardUrl, onProgress),
    close: () => database.close(),
  }
}
