import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { Database } from '../../src/base/postgres/database.ts'
import type { PostgresCatalog } from '../../src/catalog/postgres/catalog.ts'
import { addShard, clusterStatus, initCluster } from '../../src/catalog/postgres/cluster.ts'
import { addressContract } from '../catalog/contract/address-lookup.ts'
import { homeQuery, homeSearchContract } from '../catalog/contract/home-search.ts'
import { nearContract } from '../catalog/contract/near-lookup.ts'
import { recordContract } from '../catalog/contract/record-lookup.ts'
import { listed } from '../catalog/contract/records.ts'
import { PostgresBackend } from '../catalog/postgres-backend.ts'
import { startServer, type TestServer, whyNoServer } from '../postgres/server.ts'

suite('a catalogue on three servers keeps the promises of its ports', { skip: await whyNoServer() }, () => {
  let servers: readonly TestServer[] = []
  let backend: PostgresBackend
  let coordinator: Database
  let url = ''

  before(async () => {
    servers = await Promise.all([startServer(), startServer(), startServer()])
    const [first] = servers
    assert.ok(first)
    backend = await PostgresBackend.on(first)
    url = await backend.newUrl()
    coordinator = await Database.open({ url, statementMs: 60_000 })
    const shards = await initCluster(coordinator, await Promise.all(servers.map((server) => shardOn(server))))
    console.log(shards)
  })
  after(async () => {
    await coordinator?.close()
    await backend?.close()
    await Promise.all(servers.map((server) => server.remove()))
  })

  const catalogWith = async (write: Parameters<PostgresBackend['catalogWith']>[0]) => {
    await empty(coordinator)
    const writer = backend.write(url)
    write(writer)
    writer.commit()
    const catalog = await backend.read(url)
    return {
      records: catalog.records,
      addresses: catalog.addresses,
      near: catalog.near,
      search: catalog.search.bind(catalog),
      close: () => void catalog.close(),
    }
  }

  recordContract(catalogWith)
  addressContract(catalogWith)
  nearContract(catalogWith)
  homeSearchContract(catalogWith)
})

/** The address of a new database for a shard. */
async function shardOn(server: TestServer, name = 'shard'): Promise<string> {
  const admin = await Database.open({ url: server.url() })
  await admin.query({ name: 'make', text: `CREATE DATABASE ${name} TEMPLATE template0` })
  await admin.close()
  return server.url(name)
}

async function empty(coordinator: Database): Promise<void> {
  const tables = await coordinator.query<{ name: string }>({
    name: 'tables',
    text: `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
      WHERE nspname = 'catalog' AND relkind = 'r' OR nspname = 'shards' AND relkind = 'p'`,
  })
  const shards = `INSERT INTO catalog.meta VALUES ('shards', '') ON CONFLICT DO NOTHING`
  await coordinator.inTransaction((connection) =>
    connection.run([...tables.map(({ name }) => `DELETE FROM ${name}`), shards].join(';')),
  )
}
