import { existsSync } from 'node:fs'
import { type Connection, loadPackages, type Packages, type Where } from './packages.ts'

const DATABASE = 'postgres'

/**
 * The fastest settings for short queries on a read-only database with one core: all tables and indexes in memory, no
 * waiting for the disk, no parallel plans, no JIT.
 */
const SETTINGS = {
  listen_addresses: '',
  unix_socket_directories: '/tmp',
  shared_buffers: '2GB',
  effective_cache_size: '8GB',
  work_mem: '128MB',
  maintenance_work_mem: '1GB',
  random_page_cost: '1.0',
  jit: 'off',
  plan_cache_mode: 'force_generic_plan', // measured: replanning for the values costs more than it saves
  max_parallel_workers_per_gather: '0',
  max_connections: '32',
  autovacuum: 'off',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
}

/** A PostgreSQL of the bench's own in a folder, reached through a socket file. */
export interface Cluster {
  readonly packages: Packages
  connect(): Promise<Connection>
  stop(): Promise<void>
}

/** `port` only tells socket files apart. The folder is made where it is missing. */
export async function startCluster(folder: string, port: number): Promise<Cluster> {
  const packages = await loadPackages()
  const where: Where = { host: '/tmp', port, user: 'postgres', password: 'bench', database: DATABASE }
  const server = new packages.EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: where.user,
    password: where.password,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: () => {},
    onError: () => {},
  })
  if (!existsSync(`${folder}/PG_VERSION`)) await server.initialise()
  await server.start()
  return {
    packages,
    connect: async () => {
      const connection = new packages.Client(where)
      await connection.connect()
      return connection
    },
    stop: () => server.stop(),
  }
}
