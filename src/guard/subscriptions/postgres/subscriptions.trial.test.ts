import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { needs } from '../../../../test/needs.ts'
import { openDatabases, PATIENT_MS, type TestDatabases } from '../../../../test/postgres/server.ts'
import { SEARCH_BEFORE, subscriptionsContract } from '../../../../test/subscriptions/contract.ts'
import { fixedClock } from '../../../kit/base/clock.ts'
import { Database } from '../../../kit/postgres/database.ts'
import { statementsOf } from '../../../kit/postgres/statements.ts'
import { openSubscriptions } from '../index.ts'
import { SEARCHES_MAX } from '../subscriptions.ts'

/** Number of concurrent calls; see the contract. */
const AT_ONCE = 50

describe('on PostgreSQL', needs('PostgreSQL'), () => {
  let databases: TestDatabases
  before(async () => {
    databases = await openDatabases()
  })
  after(() => databases.remove())

  subscriptionsContract('postgres', {
    async open(clock, randomness) {
      const database = await Database.open({ url: databases.url(), connections: 1 })
      await database.inTransaction((connection) => connection.run('DROP SCHEMA IF EXISTS plat CASCADE'))
      await database.close()
      return openSubscriptions({
        dataDir: '/nowhere',
        database: { url: databases.url(), statementMs: PATIENT_MS },
        clock,
        randomness,
      })
    },
    async storeAsBefore(searchId, parameters) {
      const database = await Database.open({ url: databases.url(), connections: 1 })
      await statementsOf(database).query(SEARCH_BEFORE, [searchId, JSON.stringify(parameters)])
      await database.close()
    },
    remove: async () => {},
  })
  test('nodes never take the same notification, and a key can make searches up to the limit', async () => {
    const options = {
      dataDir: '/nowhere',
      database: { url: databases.url(), statementMs: PATIENT_MS },
      clock: fixedClock(0),
      randomness: randomBytes,
    }
    const nodes = await Promise.all([1, 2, 3].map(() => openSubscriptions(options)))
    const [one] = nodes
    assert.ok(one)
    const search = { keyId: 'key_n', label: undefined, path: '/x', parameters: {}, seenUpTo: 0 }
    const make = (count: number) =>
      Promise.allSettled(
        Array.from({ length: count }, (_, i) => (nodes[i % 3] ?? one).subscriptions.makeSearch(search)),
      )
    for (let made = 0; made < SEARCHES_MAX - AT_ONCE; made += AT_ONCE) await make(AT_ONCE)
    const last = await make(AT_ONCE + 3)
    assert.equal(last.filter(({ status }) => status === 'fulfilled').length, AT_ONCE)
    const { webhookId } = await one.subscriptions.makeWebhook({
      keyId: 'key_n',
      searchId: undefined,
      url: 'https://a.example',
    })
    const rest = { webhookId, sequence: 1000, madeMs: 0, attempts: 0, nextAttemptMs: 0 }
    const pokes = Array.from({ length: 60 }, (_, i) => ({ ...rest, pokeId: `msg_${i}`, searchId: `s_${i}` }))
    await Promise.all(nodes.map((node) => node.pokes.add(pokes, 1000)))
    const limits = { limit: 7, perHost: 60, exceptHosts: [], leaseMs: 60_000 }
    const taken = await Promise.all(Array.from({ length: 12 }, (_, i) => (nodes[i % 3] ?? one).pokes.take(limits)))
    const ids = taken.flatMap((due) => due.map(({ poke }) => poke.pokeId))
    assert.equal(ids.length, 60)
    assert.equal(new Set(ids).size, 60)
    await Promise.all(nodes.map((node) => node.close()))
  })
})
