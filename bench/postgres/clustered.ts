import type pg from 'pg'
import { Database } from '../../src/base/postgres/database.ts'
import { migrate } from '../../src/base/postgres/migrations.ts'
import { PostgresCatalog } from '../../src/catalog/postgres/catalog.ts'
import { initCluster } from '../../src/catalog/postgres/cluster.ts'
import { CATALOG_PART } from '../../src/catalog/postgres/schema.ts'
import { nobody } from '../../src/catalog/withheld.ts'
import { startServer, type TestServer } from '../../test/postgres/server.ts'
import { benchLog, CARDS } from '../search/setting.ts'
import {
  connect,
  filling,
  LANES,
  PATIENCE_MS,
  type Question,
  SETTINGS,
  type Stage,
  secondsOf,
  spent,
  writerTo,
} from './stage.ts'

/** What questions took, processor time in milliseconds. */
export interface Cost {
  readonly seconds: number
  readonly node: number
  /** Of the server that nodes ask. */
  readonly server: number
  readonly shards: number
  /** Statements that shards were sent. */
  readonly visits: number
}

/** A second database of the stage's server, whose tables of searches are on servers of their own. */
export class Clustered {
  /** As nodes ask: each shard itself. */
  readonly catalog: PostgresCatalog
  /** The same through the coordinator, by a user who may not know the shards. */
  readonly through: PostgresCatalog
  readonly #stage: Stage
  readonly #servers: readonly TestServer[]
  readonly #clients: readonly pg.Client[]

  private constructor(
    stage: Stage,
    servers: readonly TestServer[],
    clients: readonly pg.Client[],
    catalogs: { readonly catalog: PostgresCatalog; readonly through: PostgresCatalog },
  ) {
    this.#stage = stage
    this.#servers = servers
    this.#clients = clients
    this.catalog = catalogs.catalog
    this.through = catalogs.through
  }

  static async open(stage: Stage, seed: number, shards: number): Promise<Clustered> {
    const { server, bare, homes, figures } = stage
    await bare[0]?.query('CREATE DATABASE coordinator TEMPLATE template0')
    const url = server.url('coordinator')
    const database = await Database.open({ url, connections: 1, statementMs: PATIENCE_MS })
    await migrate(database, CATALOG_PART)
    const filled = await filling(writerTo(url, 'sample'), homes, seed)
    figures.add('processor time of Node for an import that learns nothing', filled.cpuS, 's')
    await database.query({ name: 'vacuum', text: 'VACUUM (FREEZE, ANALYZE)' })
    const servers: TestServer[] = []
    try {
      while (servers.length < shards) servers.push(await startServer({ ...SETTINGS, shared_buffers: '512MB' }))
      const urls = servers.map((shard) => shard.url())
      const startMs = performance.now()
      await initCluster(database, urls)
      figures.add('plat cluster init', (performance.now() - startMs) / 1000, 's')
      await database.inTransaction(({ run }) => run(READER))
      await database.close()
      const clients = await Promise.all(urls.map((shard) => connect(shard)))
      for (const client of clients) {
        await client.query('CREATE EXTENSION pg_stat_statements')
        await client.query('VACUUM (FREEZE, ANALYZE)')
      }
      const open = async (at: string) => {
        const options = { url: at, connections: LANES, statementMs: PATIENCE_MS }
        const shared = { cards: CARDS, withheld: nobody, log: benchLog }
        return PostgresCatalog.open({ database: await Database.open(options), ...shared })
      }
      const reader = Object.assign(new URL(url), { username: 'reader', password: 'reader' }).href
      return new Clustered(stage, servers, clients, { catalog: await open(url), through: await open(reader) })
    } catch (error) {
      for (const each of servers) await each.remove()
      throw error
    }
  }

  /** Of this catalogue or of that on one server. */
  async costOf(questions: readonly Question[]): Promise<Cost> {
    const before = await this.#spent()
    const seconds = await secondsOf(questions)
    const after = await this.#spent()
    return {
      seconds,
      node: after.node - before.node,
      server: after.server - before.server,
      shards: after.shards - before.shards,
      visits: after.visits - before.visits,
    }
  }

  async end(): Promise<void> {
    await this.catalog.close()
    await this.through.close()
    for (const client of this.#clients) await client.end()
    for (const server of this.#servers) await server.remove()
  }

  async #spent(): Promise<Omit<Cost, 'seconds'>> {
    const own = await spent(this.#stage, 'ports')
    const each = await Promise.all(this.#clients.map((client) => spent({ bare: [client] }, 'ports')))
    const visits = await Promise.all(this.#clients.map(visitsOf))
    return { ...own, shards: sum(each.map(({ server }) => server)), visits: sum(visits) }
  }
}

const READER = `CREATE ROLE reader LOGIN PASSWORD 'reader'; GRANT USAGE ON SCHEMA catalog TO reader;
  GRANT SELECT ON ALL TABLES IN SCHEMA catalog TO reader`

/**
 * Nodes read with each statement what a shard has removed. The coordinator begins a transaction on each shard that a
 * statement of its own asks, and on no other.
 */
async function visitsOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    `SELECT coalesce(sum(calls), 0) AS visits FROM pg_stat_statements
     WHERE query LIKE 'START TRANSACTION%' OR query LIKE 'SELECT removed.change%'`,
  )
  return Number(rows[0]?.visits)
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}
