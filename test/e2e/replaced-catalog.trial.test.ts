import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { CATALOG_FORMAT, catalogPath } from '../../src/catalog/opening/whole-file.ts'
import { systemClock } from '../../src/kit/base/clock.ts'
import { EXIT } from '../../src/kit/base/failure.ts'
import { Database } from '../../src/kit/postgres/database.ts'
import { needs } from '../needs.ts'
import { openDatabases } from '../postgres/server.ts'
import { PLAT, Program, type Served, scratch, serve } from './program.ts'

const MAPPING = `name: few
source: few
attribution: Sales of a test
noun: home
format: csv
key: id
fields:
  HomeType: { constant: SINGLE_FAMILY }
  StandardStatus: { constant: Active }
  StreetAddress: street
  City: city
  StateOrProvince: { constant: WA }
  PostalCode: zip
  ListPrice: price
`

const HOUR_US = 3_600_000_000

type Environment = Readonly<Record<string, string>>

/** A store with a catalog, and with other data that must not change. */
interface TrialStore {
  readonly dataDir: string
  readonly environment: Environment
  /** Returns every row about keys, credits, people and subscriptions, as text. */
  rows(): Promise<string>
  /** Changes the format of the catalog, so that this version of Plat cannot open it. */
  makeOther(): Promise<void>
  /** Sets the sequence number that searches and webhooks have seen, as if the clock had been ahead. */
  see(sequence: number): Promise<void>
}

const STORES = ['access.sqlite', 'people.sqlite', 'subscriptions.sqlite']
const TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
const SEE = ['UPDATE saved_search SET seen_up_to = $1', 'UPDATE subscription_state SET told_up_to = $1']

function inFolder(dataDir: string): TrialStore {
  const within = <T>(file: string, work: (database: DatabaseSync) => T): T => {
    const database = new DatabaseSync(join(dataDir, file))
    try {
      return work(database)
    } finally {
      database.close()
    }
  }
  const rowsOf = (file: string) =>
    within(file, (database) =>
      database
        .prepare(TABLES)
        .all()
        .map(({ name }) => [name, database.prepare(`SELECT * FROM "${String(name)}"`).all()]),
    )
  return {
    dataDir,
    environment: {},
    rows: async () => JSON.stringify(STORES.map((file) => [file, existsSync(join(dataDir, file)) && rowsOf(file)])),
    async makeOther() {
      const database = new DatabaseSync(catalogPath(dataDir) ?? '')
      database.exec(`PRAGMA user_version = ${CATALOG_FORMAT.version - 1}`)
      database.close()
    },
    see: async (sequence) =>
      within('subscriptions.sqlite', (database) => {
        for (const text of SEE) database.prepare(text.replace('$1', String(sequence))).run()
      }),
  }
}

/**
 * Statements that give a catalog the tables of the format before: homes had their state only in a nullable column of
 * the search tables, and no key contained it.
 */
const WITHOUT_STATES = [
  ...['home', 'home_point'].map(
    (table) => `ALTER TABLE catalog.${table} DROP CONSTRAINT ${table}_pkey, DROP state, ADD PRIMARY KEY (id)`,
  ),
  ...['card', 'for_sale_text', 'for_rent_text', 'sold_text'].map(
    (table) => `ALTER TABLE catalog.${table} DROP CONSTRAINT ${table}_pkey, DROP state, ADD PRIMARY KEY (zpid)`,
  ),
  ...['for_sale', 'for_rent', 'sold'].map(
    (table) =>
      `ALTER TABLE catalog.${table} DROP CONSTRAINT ${table}_pkey, ALTER state DROP NOT NULL, ADD PRIMARY KEY (zpid)`,
  ),
  'ALTER TABLE catalog.home_point RENAME is_head TO "mayBeHead"',
  'ALTER TABLE catalog.address_line DROP state',
  "UPDATE plat.migration SET name = '001-catalog-b902b458' WHERE part = 'catalog'",
]

function inDatabase(dataDir: string, url: string): TrialStore {
  const within = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
    const database = await Database.open({ url })
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }
  return {
    dataDir,
    environment: { PLAT_DATABASE_URL: url, PLAT_DATABASE_CONNECTIONS: '8' },
    rows: () =>
      within(async (database) => {
        const text = "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'plat' ORDER BY 1"
        const tables = await database.query<{ name: string }>({ name: 'tables', text })
        const rows: unknown[] = []
        for (const { name } of tables) {
          if (name === 'migration') continue
          const all = `SELECT coalesce(json_agg(each ORDER BY each::text)::text, '') AS all FROM plat.${name} each`
          rows.push([name, await database.query({ name: `all-${name}`, text: all })])
        }
        return JSON.stringify(rows)
      }),
    makeOther: () =>
      within(async (database) => {
        for (const text of WITHOUT_STATES) await database.query({ name: '', text })
      }),
    see: (sequence) =>
      within(async (database) => {
        for (const text of SEE)
          await database.query({ name: text, text: text.replace('UPDATE ', 'UPDATE plat.'), values: [sequence] })
      }),
  }
}

/** Starts a server that receives webhook messages. */
async function receiver(): Promise<{ readonly url: string; readonly searches: string[]; close(): void }> {
  const searches: string[] = []
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    searches.push(JSON.parse(await text(request)).data.searchId)
    response.end()
  }
  const server = createServer((request, response) => void take(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/` // the server listens on TCP
  return {
    url,
    searches,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function until(isSo: () => Promise<boolean> | boolean, what: string): Promise<void> {
  const endMs = systemClock.now() + 60_000
  while (!(await isSo())) {
    assert.ok(systemClock.now() < endMs, `waited for ${what}`)
    await pause(100)
  }
}

interface Changes {
  readonly changed: readonly { readonly how: string }[]
  readonly upTo: string
}

async function staysAndReports(kept: TrialStore): Promise<void> {
  const { dataDir, environment: given } = kept
  const environment = { ...given, PLAT_WEBHOOKS_HTTP: 'allow', PLAT_WEBHOOKS_PRIVATE: 'allow', PLAT_WORKERS: '1' }
  const command = async (...words: readonly string[]) => {
    const program = new Program(PLAT, [...words, '--data', dataDir], environment)
    const code = await program.ended()
    return { code, stdout: program.stdout, stderr: program.stderr }
  }
  const done = async (...words: readonly string[]) => {
    const { code, stderr } = await command(...words)
    assert.equal(code, 0, stderr)
  }
  const folder = scratch()
  const mapping = join(folder.path, 'few.yaml')
  writeFileSync(mapping, MAPPING)
  const importing = (...rows: readonly string[]) => {
    const file = join(folder.path, 'few.csv')
    writeFileSync(file, ['id,street,city,zip,price', ...rows, ''].join('\n'))
    return ['import', file, '--mapping', mapping]
  }
  const hook = await receiver()
  after(() => {
    hook.close()
    folder.remove()
  })
  await done(...importing('1,1 Main St,Seattle,98103,600000', '2,2 Main St,Seattle,98103,900000'))
  await done('people', 'suppress', 'p1', '--absent')
  const created = await command('keys', 'create', '--plan', 'pro', '--json')
  const { key } = JSON.parse(created.stdout) as { readonly key: string } // the command prints this type

  let served = await serve(dataDir, environment)
  const call = async <T>({ a }: Served, method: string, path: string, body?: object): Promise<T> => {
    const headers = { 'x-service-key': key, connection: 'close' }
    const answer = await fetch(`${a}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${await answer.clone().text()}`)
    return (await answer.json()) as T // each test knows the type of its path's answer
  }
  const parameters = { location: 'Seattle, WA', listingStatus: 'For_Sale' }
  const made = await call<{ search: { searchId: string } }>(served, 'POST', '/searches', {
    path: '/search/byaddress',
    parameters,
  })
  const { searchId } = made.search
  const path = `/searches/${searchId}`
  await call(served, 'POST', '/webhooks', { url: hook.url, searchId })
  const { search } = await call<{ search: { feed: string } }>(served, 'POST', `${path}/feed`)
  const feedPath = new URL(search.feed).pathname
  const feed = async () => (await fetch(`${served.a}${feedPath}`)).text()
  const reported = async () => (await call<Changes>(served, 'GET', `${path}/changes`)).changed.map(({ how }) => how)
  await done(...importing('1,1 Main St,Seattle,98103,550000', '2,2 Main St,Seattle,98103,900000'))
  await until(() => hook.searches.length > 0, 'a message about the first change')
  await until(async () => (await reported()).includes('priceDown'), 'the first change')
  const { upTo } = await call<Changes>(served, 'GET', `${path}/changes`)
  await call(served, 'PATCH', path, { seen: upTo })
  await served.stop()

  await kept.makeOther()
  await kept.see(systemClock.now() * 1000 + HOUR_US)
  const before = await kept.rows()
  const rows = ['1,1 Main St,Seattle,98103,500000', '2,2 Main St,Seattle,98103,900000']
  {
    const refused = await command(...importing(...rows))
    assert.equal(refused.code, EXIT.data)
    assert.match(
      refused.stderr,
      /has (format \d+|a different format).*: replace it with \.\/plat import FILE --mapping MAPPING --replace-catalog/,
    )
  }
  await done(...importing(...rows), '--replace-catalog')
  assert.equal(await kept.rows(), before, 'keys, credits, people, searches, webhooks and secrets stay')

  served = await serve(dataDir, environment)
  assert.deepEqual(await reported(), [], 'the import that replaces is no change')
  const messages = hook.searches.length
  await done(...importing('1,1 Main St,Seattle,98103,450000', '2,2 Main St,Seattle,98103,900000'))
  await until(() => hook.searches.length > messages, 'a message about the next change')
  await until(async () => (await reported()).includes('priceDown'), 'the next change')
  assert.match(await feed(), /Price cut to \$450,000/)
  await served.stop()
}

test('a catalog in a folder is replaced, everything else stays, and searches, feeds and webhooks report the next change', () =>
  staysAndReports(inFolder(join(folderOfTest(), 'data'))))

test(
  'a catalog in a database is replaced, everything else stays, and searches, feeds and webhooks report the next change',
  needs('PostgreSQL'),
  async () => {
    const databases = await openDatabases()
    after(() => databases.remove())
    await staysAndReports(inDatabase(join(folderOfTest(), 'data'), databases.url()))
  },
)

function folderOfTest(): string {
  const folder = scratch()
  after(() => folder.remove())
  return folder.path
}
