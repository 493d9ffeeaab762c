import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openDatabaseCatalog } from '../../src/catalog/opening/open-database.ts'
import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import { nobody } from '../../src/catalog/ports/withheld.ts'
import { systemClock } from '../../src/kit/base/clock.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import { Database, type PreparedStatement } from '../../src/kit/postgres/database.ts'
import { OPERATIONS } from '../../src/service/operations/index.ts'
import { cardMaker } from '../../src/service/rendering/card-maker.ts'
import { plat, scratch } from '../e2e/program.ts'
import { type ExampleRecords, exampleQueryOf, exampleRecords } from '../example-queries.ts'
import { needs } from '../needs.ts'
import { openDatabases, type TestDatabases } from '../postgres/server.ts'
import { rawCall } from './call.ts'
import { WORDS } from './small-catalog.ts'

const HOMES = 12_000

/**
 * Number of nearby homes to request, and the minimum share of calls that must not exceed the maximum number of
 * statements.
 */
const NEIGHBORS = 60
const LEAST_SHARE = 0.7

/**
 * Maximum number of statements of a first call, and of later calls, when agents, offices, buildings and series are
 * cached.
 */
interface Most {
  readonly first: number
  readonly later: number
}

const USUAL: Most = { first: 6, later: 3 }

const OTHERS: Readonly<Record<string, Most>> = {
  // finds the address, then reads the same as a call by id
  '/pro/byaddress': { first: 6, later: 4 },
  // finds no building at any spelling of the unit's address, and then looks for the home
  '/lotid_from_address': { first: 9, later: 8 },
  // finds the number among homes, then for sale, then for rent, and the source of the newest result
  '/search/bymls': { first: 4, later: 4 },
  // finds the owner, then reads its sums, cities, points, homes and neighbors at its mailing address at once
  '/owner/portfolio': { first: 10, later: 9 },
  // reads figures of several regions, which are cached until the next commit
  '/housing_market': { first: 19, later: 0 },
  '/rental_market': { first: 16, later: 0 },
}

const CALLS: readonly (readonly [
  path: string,
  query: (examples: ExampleRecords) => Readonly<Record<string, string>>,
])[] = [
  ...OPERATIONS.map(
    (operation) => [operation.path, (examples: ExampleRecords) => exampleQueryOf(operation, examples)] as const,
  ),
  ['/pro/byzpid', ({ unit }) => ({ zpid: String(unit.zpid) })],
  ['/pro/byzpid', ({ listed }) => ({ zpid: String(listed.zpid) })],
  ['/comparable_homes', ({ listed }) => ({ byzpid: String(listed.zpid) })],
  ['/autocomplete', ({ house }) => ({ query: house.address.streetAddress.slice(0, 5) })],
  ['/autocomplete', () => ({ query: '1' })],
  ['/agent/search', ({ agent }) => ({ agentName: agent.name.slice(0, 3) })],
]

describe('over a database', needs('PostgreSQL'), () => {
  const folder = scratch()
  let databases: TestDatabases
  let examples: ExampleRecords
  const { query } = Database.prototype
  let asked: PreparedStatement[] = []
  before(async () => {
    databases = await openDatabases()
    const environment = { PLAT_DATABASE_URL: databases.url() }
    const made = await plat(['sample', '--homes', String(HOMES), '--data', folder.path], environment)
    assert.equal(made.code, 0, made.stderr)
    const catalog = await open()
    examples = await exampleRecords(catalog)
    await catalog.close()
    Database.prototype.query = function <Row extends object>(this: Database, statement: PreparedStatement) {
      asked.push(statement)
      return query.call(this, statement) as Promise<readonly Row[]> // the statement returns these rows
    }
  })
  after(async () => {
    Database.prototype.query = query
    await databases.remove()
    folder.remove()
  })

  function open(): Promise<Catalog> {
    const cards = cardMaker(WORDS)
    return openDatabaseCatalog({ database: { url: databases.url() }, cards, withheld: nobody, log: silentLog })
  }

  for (const [path, queryOf] of CALLS) {
    const { first, later } = OTHERS[path] ?? USUAL
    test(`a call of ${path} takes at most ${first} statements, and later at most ${later}`, async () => {
      const catalog = await open()
      try {
        for (const most of [first, later]) {
          asked = []
          await rawCall(path, queryOf(examples), { catalog, clock: systemClock, log: silentLog, words: WORDS })
          assert(asked.length <= most, asked.map(({ text, values }) => `${text} ${JSON.stringify(values)}`).join('\n'))
        }
      } finally {
        await catalog.close()
      }
    })
  }

  test('most homes take three statements each, after some nearby homes were requested', async () => {
    const catalog = await open()
    const { point } = examples.house
    assert(point !== undefined)
    const zpids = await catalog.near.homes(point, NEIGHBORS)
    const context = { catalog, clock: systemClock, log: silentLog, words: WORDS }
    for (const path of ['/pro/byzpid', '/similar', '/nearby', '/comparable_homes']) {
      const counts: number[] = []
      for (const zpid of zpids) {
        asked = []
        await rawCall(path, { [path === '/pro/byzpid' ? 'zpid' : 'byzpid']: String(zpid) }, context)
        counts.push(asked.length)
      }
      const few = counts.filter((count) => count <= USUAL.later)
      assert(few.length >= counts.length * LEAST_SHARE, `${path}: ${counts.join(', ')}`)
    }
    await catalog.close()
  })
})
