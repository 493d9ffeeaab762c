import { hash } from 'node:crypto'
import { chmodSync, globSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { PolygonNode } from '../../src/catalog/ports/query.ts'
import { allHold, type Bind, FALSE } from '../../src/catalog/postgres/read/conditions.ts'
import { boxOrAnywhere, withinCircle } from '../../src/catalog/postgres/read/dialect.ts'
import { queryText, vectorText } from '../../src/catalog/postgres/tables/words.ts'
import { freePort } from '../../test/free-port.ts'
import { PostgresProgram } from '../../test/postgres/postgres-program.ts'
import { CARDS } from '../harness/setting.ts'
import { loadCsv } from './csv.ts'
import {
  type Box,
  INDEXES,
  inBox,
  LISTING_TABLES,
  type PageRow,
  type PeerDialect,
  pageOf,
  pageStatement,
  tables,
  within,
} from './page.ts'
import type { Peer } from './peer.ts'

/** PostgreSQL with PostGIS, from the packages of Debian and Ubuntu. */
export const POSTGIS: Peer = {
  load: (folder, dataDir) =>
    loadCsv(folder, dataDir, vectorText, async (files) => {
      chmodSync(folder, 0o755) // the server does not run as root
      const { pool, close } = await startServer(folder, true)
      for (const statement of tables(', words tsvector')) await pool.query(statement)
      for (const [table, path] of files) await pool.query(`COPY ${table} FROM '${path}' CSV`)
      for (const statement of [...FOUND_BY, ...INDEXES, 'VACUUM FULL ANALYZE', 'CHECKPOINT'])
        await pool.query(statement)
      await close()
    }),
  async open(folder) {
    const { pool, close } = await startServer(folder, false)
    return {
      async search(query) {
        const { text, values } = pageStatement<unknown>(query, DIALECT)
        return pageOf((await pool.query<PageRow>({ name: hash('sha1', text), text, values: [...values] })).rows, CARDS)
      },
      close,
    }
  },
}

const FOUND_BY = [
  'CREATE EXTENSION postgis',
  ...LISTING_TABLES.flatMap((table) => [
    `ALTER TABLE ${table} ADD place geometry(Point, 4326)`,
    `UPDATE ${table} SET place = ST_SetSRID(ST_MakePoint(longitude, latitude), 4326)`,
    `CREATE INDEX ${table}_place ON ${table} USING gist (place)`,
    `CREATE INDEX ${table}_words ON ${table} USING gin (words)`,
  ]),
]

const USER = 'plat'

async function startServer(folder: string, isNew: boolean) {
  const [control] = globSync('/usr/share/postgresql/*/extension/postgis.control')
  if (control === undefined) throw new RangeError('PostGIS is missing: apt-get install postgresql-15-postgis-3')
  const port = await freePort()
  const server = new PostgresProgram({
    bin: join('/usr/lib/postgresql', control.split('/')[4] ?? '', 'bin'),
    databaseDir: join(folder, 'database'),
    port,
    user: USER,
    password: USER,
    authMethod: 'scram-sha-256',
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  })
  if (isNew) await server.initialize()
  await server.start()
  const pool = new pg.Pool({
    host: '127.0.0.1',
    port,
    user: USER,
    password: USER,
    database: 'postgres',
    max: CONNECTIONS,
  })
  pool.on('error', () => {}) // the server ends connections when it stops
  const close = async () => {
    await pool.end()
    await server.stop()
  }
  return { pool, close }
}

const CONNECTIONS = 4

/** All data fits into the buffers. Compiling a statement takes longer than running it. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '1500MB',
  work_mem: '64MB',
  maintenance_work_mem: '512MB',
  max_wal_size: '4GB',
  random_page_cost: '1.1',
  jit: 'off',
  fsync: 'off',
}

/** GiST finds places, and GIN finds words. */
const DIALECT: PeerDialect = {
  sign: '$',
  cards: '(page LEFT JOIN card USING (nth))',
  lists: (list, by) => `json_agg(json_build_array(${list}) ORDER BY ${by})::text`,
  oneOf: (column, values, bind) => (values.length === 0 ? FALSE : `${column} = ANY(${bind(values)})`),
  box: (node, _, bind) => inBox(node, (box) => allHold([near(box, bind), within(box, bind)])),
  polygon: (node, _, bind) => `ST_Intersects(place, ST_GeomFromText(${bind(ringText(node))}, 4326))`,
  circle: (node, _, bind) => allHold([boxOrAnywhere(node, (around) => near(around, bind)), withinCircle(node, bind)]),
  words: ({ words, phrases }, _, bind) => `words @@ CAST(${bind(queryText(words, phrases))} AS tsquery)`,
}

function near({ west, south, east, north }: Box, bind: Bind): string {
  return `place && ST_MakeEnvelope(${[west, south, east, north].map(bind).join(', ')}, 4326)`
}

function ringText({ points }: PolygonNode): string {
  const ring = [...points, ...points.slice(0, 1)]
  return `POLYGON((${ring.map(([latitude, longitude]) => `${longitude} ${latitude}`).join(',')}))`
}
