import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Fault } from '../../src/base/failure.ts'
import { Database } from '../../src/base/postgres/database.ts'
import { bucketOf } from '../../src/catalog/postgres/buckets.ts'
import type { PostgresCatalog } from '../../src/catalog/postgres/catalog.ts'
import { addShard, clusterStatus, initCluster, shardsAsked } from '../../src/catalog/postgres/cluster.ts'
import type { Query } from '../../src/catalog/query.ts'
import type { Home } from '../../src/model/home.ts'
import { homeQuery, homeSearchContract } from '../catalog/contract/home-search.ts'
import { nearContract } from '../catalog/contract/near-lookup.ts'
import { listed } from '../catalog/contract/records.ts'
import { PostgresBackend } from '../catalog/postgres-backend.ts'
import { Explained } from '../postgres/explained.ts'
import { hangingProxy } from '../postgres/hanging-proxy.ts'
import { knownHome } from '../postgres/kinds.ts'
import { askKinds, wholeReads } from '../postgres/plans.ts'
import { startServer, type TestServer, whyNoServer } from '../postgres/server.ts'
import { type ComparedHomes, compareHomes, seed, trialHomes } from './homes-contract.ts'

const BUCKETS = 16
const QUERIES = 25

/** A home in a city and a county of its own, one for each bucket. */
const PLACES: readonly Home[] = Array.from({ length: 200 }, (_, i) => placed(i))
  .filter((home, i, all) => all.findIndex((other) => bucketOf(other) === bucketOf(home)) === i)
  .toSorted((a, b) => bucketOf(a) - bucketOf(b))

function placed(i: number, listPrice = 1000): Home {
  const home = listed(i + 1, { listPrice })
  return { ...home, address: { ...home.address, city: `City ${i}`, county: `County ${i}`, zipcode: '' } }
}

function inCityOf({ address }: Home) {
  const slug = address.city.toLowerCase().replace(' ', '-')
  return homeQuery([{ kind: 'place', regions: [`city/tx/${slug}`] }], { limit: 100 })
}

suite('a catalogue on three servers', { skip: await whyNoServer() }, () => {
  let servers: readonly TestServer[] = []
  let shardUrls: readonly string[] = []
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
    shardUrls = await Promise.all(servers.map((server) => shardOn(server)))
    await initCluster(coordinator, shardUrls)
  })
  after(async () => {
    await coordinator?.close()
    await backend?.close()
    await Promise.all(servers.map((server) => server.remove()))
  })

  const filled = async (write: Parameters<PostgresBackend['catalogWith']>[0]) => {
    const writer = backend.replace(url)
    write(writer)
    writer.commit()
    return backend.read(url)
  }
  const catalogWith = async (write: Parameters<PostgresBackend['catalogWith']>[0]) => {
    const catalog = await filled(write)
    return {
      near: catalog.near,
      search: catalog.search.bind(catalog),
      close: () => void catalog.close(),
    }
  }
  const withPlaces = () =>
    filled((writer) => {
      for (const home of PLACES) writer.put('home', home)
    })

  /** With the limits that a node has. */
  const openNode = async () => backend.over(await Database.open({ url }))
  const onShard = async (index: number, text: string) => {
    const shard = await Database.open({ url: shardUrls[index] ?? '' })
    await shard.query({ name: 'on-shard', text })
    await shard.close()
  }
  const moveShard = (name: string, port: number) =>
    coordinator.inTransaction(({ run }) => run(`ALTER SERVER ${name} OPTIONS (SET port '${port}')`))

  // Records and addresses are on the coordinator: their contracts run on one server.
  nearContract(catalogWith)
  homeSearchContract(catalogWith)

  suite(`and the oracle (SEED=${seed})`, () => {
    let compared: ComparedHomes
    before(async () => {
      const trial = await trialHomes()
      compared = { trial, catalog: await filled(trial.write) }
    })
    after(() => compared?.catalog.close())
    compareHomes('postgres-cluster', QUERIES, () => compared)

    test('a search asks only shards that can have what it asks for, and reads no table there whole', async () => {
      const explained = await Explained.connect(url)
      const asked = await backend.over(explained.database)
      try {
        const [known] = compared.trial.homes.flatMap((home) => knownHome(home) ?? [])
        assert.ok(known !== undefined, 'no home of the sample has all that kinds ask for')
        await askKinds(asked, explained, known) // each shard once
        await explained.pretend(1000)
        const looks = new Map<string, number>()
        const whole: unknown[] = []
        for (const { kind, statements } of await askKinds(asked, explained, known)) {
          const shards = new Set(statements.flatMap(({ shard }) => shard ?? []))
          const there = statements.filter(({ shard }) => shard !== undefined)
          assert.equal(there.length, shards.size === 0 ? 0 : statements.length, `${kind} also asks the coordinator`)
          // Of several, each for its best, and then for the cards of those that are shown.
          assert.ok(there.length <= (shards.size === 1 ? 1 : 2 * shards.size) || kind.startsWith('nearest'), kind)
          looks.set(kind, shards.size)
          for (const statement of there) {
            const reads = wholeReads(await explained.tree(statement))
            if (reads.length > 0) whole.push([kind, reads, statement.text])
          }
        }
        assert.deepEqual(Object.fromEntries(looks), LOOKS)
        assert.deepEqual(whole, [])
      } finally {
        await asked.close()
      }
    })
  })

  test('a search of a city asks one server: when another stops it goes on, and one that came back is asked again', async () => {
    assert.equal(PLACES.length, BUCKETS)
    const catalog = await withPlaces()
    const shards = await clusterStatus(coordinator)
    const asked = (query: Query) => shardsAsked(shards, catalog.bucketsAsked(query))
    assert.deepEqual([...PLACES.map(inCityOf), homeQuery([])].map(asked), [...PLACES.map(() => 1), 3])
    const all = async () => Promise.all(PLACES.map((home) => outcomeOf(catalog, inCityOf(home))))
    const whole = await all()
    assert.deepEqual(
      whole.map((page) => (page as { total: number }).total),
      PLACES.map(() => 1),
    )
    await servers[2]?.stop()
    const expected = PLACES.map((home, i) => (bucketOf(home) % 3 === 2 ? 'server.busy' : whole[i]))
    // More often than the server plans for each call, before it may keep one plan for all.
    for (let times = 0; times < 8; times++) assert.deepEqual(await all(), expected)
    const [one, two, three] = await clusterStatus(coordinator)
    assert.deepEqual([one?.problem, two?.problem], [undefined, undefined])
    assert.match(three?.problem ?? '', /could not connect/)
    await servers[2]?.start()
    assert.deepEqual(await all(), whole)
    await catalog.close()
  })

  test('a shard that says nothing refuses what is asked of it, others go on, and it is asked again once it answers', async () => {
    const catalog = await withPlaces()
    const [, , third] = servers
    assert.ok(third)
    const proxy = await hangingProxy(third.port)
    try {
      await moveShard('shard3', proxy.port)
      await catalog.refresh()
      const node = await openNode()
      const [here, there] = [0, 2].map((shard) => PLACES.find((home) => bucketOf(home) % 3 === shard))
      assert.ok(here && there)
      const ask = (home: Home): Promise<unknown> => outcomeOf(node, inCityOf(home))
      const before = await ask(there)
      assert.equal((before as { total: number }).total, 1)
      proxy.hang()
      assert.equal(await ask(there), 'server.busy')
      const refused = new Set(await Promise.all(PLACES.map(() => ask(there))))
      assert.deepEqual([...refused], ['server.busy'])
      assert.deepEqual(await ask(here), await outcomeOf(catalog, inCityOf(here)))
      assert.equal(await outcomeOf(node, homeQuery([])), 'server.busy')
      proxy.resume()
      for (let again: unknown = 'server.busy'; again === 'server.busy'; again = await ask(there)) await sleep(100)
      assert.deepEqual(await ask(there), before)
      await node.close()
    } finally {
      await moveShard('shard3', third.port)
      await catalog.close()
      await proxy.close()
    }
  })

  test('a node that is late for what a shard has removed takes up the newest state, and answers', async () => {
    const late = await withPlaces()
    const everywhere = homeQuery([], { limit: 100 })
    const before = await late.search('home').page(everywhere)
    for (const price of [2000, 3000, 4000]) {
      // As if everything had been shown for more than a minute.
      const text = `UPDATE catalog.meta SET value = split_part(value, ' ', 1) || ' 0' WHERE name = 'retired'`
      await coordinator.query({ name: 'retire', text })
      const writer = backend.write(url)
      for (const { zpid } of PLACES) writer.put('home', placed(zpid - 1, price - zpid))
      writer.commit()
    }
    const newest = await openNode()
    const after = await newest.search('home').page(everywhere)
    assert.notDeepEqual(after, before)
    const version = late.version()
    assert.deepEqual(
      await Promise.all([everywhere, ...PLACES.map(inCityOf)].map((query) => outcomeOf(late, query))),
      await Promise.all([everywhere, ...PLACES.map(inCityOf)].map((query) => outcomeOf(newest, query))),
    )
    assert.notEqual(late.version(), version)
    // A node that cannot catch up, as one that reads from a replica far behind, says so.
    await onShard(0, 'UPDATE plat_shard.removed SET change = change + 1000')
    assert.equal(await outcomeOf(late, everywhere), 'server.busy')
    await onShard(0, 'UPDATE plat_shard.removed SET change = change - 1000')
    assert.deepEqual(await outcomeOf(late, everywhere), after)
    await Promise.all([late.close(), newest.close()])
  })

  test('a building with units on several shards is one result, and a user who may not know the shards is answered', async () => {
    const units = PLACES.slice(0, 3).map(({ zpid, address }): Home => {
      return { ...listed(zpid, { kind: 'lease', listPrice: 1000 }), lotId: 'tower', address }
    })
    const catalog = await filled((writer) => {
      for (const unit of units) writer.put('home', unit)
    })
    const grouped = homeQuery([], { listingClass: 'For_Rent', grouped: true, limit: 100 })
    const page = await catalog.search('home').page(grouped)
    assert.deepEqual([page.total, page.ungrouped, page.hits.length], [1, 3, 1])
    await coordinator.inTransaction(({ run }) =>
      run(`CREATE ROLE reader LOGIN PASSWORD 'reader'; GRANT USAGE ON SCHEMA catalog TO reader;
        GRANT SELECT ON ALL TABLES IN SCHEMA catalog TO reader`),
    )
    const { port, pathname } = new URL(url)
    const reader = await backend.read(`postgres://reader:reader@127.0.0.1:${port}${pathname}`)
    const everywhere = homeQuery([], { listingClass: 'For_Rent', limit: 100 })
    assert.deepEqual(await outcomeOf(reader, everywhere), await outcomeOf(catalog, everywhere))
    await Promise.all([reader.close(), catalog.close()])
  })

  test('an import is seen whole or not at all, whichever server dies at its commit, and leaves nothing', async () => {
    const catalog = await withPlaces()
    const everywhere = homeQuery([], { limit: 100 })
    const before = await catalog.search('home').page(everywhere)
    const change = () => {
      const writer = backend.write(url)
      for (const { zpid } of PLACES.slice(1)) writer.put('home', placed(zpid - 1, 2000 - zpid))
      writer.remove('home', PLACES[0]?.zpid ?? 0)
      return writer
    }
    let left = 0
    for (const shardUrl of shardUrls) {
      const shard = await Database.open({ url: shardUrl })
      await shard.inTransaction((connection) => connection.run(dyingAtCommit('for_sale')))
      const writer = change()
      assert.throws(() => writer.commit())
      writer.rollback()
      assert.deepEqual(await catalog.search('home').page(everywhere), before)
      const [row] = await coordinator.query<{ rows: number }>({ name: 'left', text: LEFT })
      left += row?.rows ?? 0
      await shard.query({ name: 'mend', text: 'DROP FUNCTION die CASCADE' })
      await shard.close()
    }
    assert.ok(left > 0, 'no server had committed before another died')
    change().commit()
    assert.deepEqual(
      await catalog.search('home').page(everywhere),
      before,
      'a node goes on with the state that it knows',
    )
    await catalog.refresh()
    const after = await catalog.search('home').page(everywhere)
    assert.equal(after.total, BUCKETS - 1)
    assert.notDeepEqual(after.hits, before.hits)
    assert.deepEqual(await coordinator.query({ name: 'left', text: LEFT }), [{ rows: 0 }])
    await catalog.close()
  })

  test('a fourth shard takes its share while searches go on', async () => {
    const catalog = await withPlaces()
    const [first] = servers
    assert.ok(first)
    const everywhere = homeQuery([], { limit: 100 })
    const whole = await catalog.search('home').page(everywhere)
    let isDone = false
    const adding = shardOn(first, 'fourth')
      .then((address) => addShard(coordinator, address))
      .finally(() => {
        isDone = true
      })
    while (!isDone) {
      assert.deepEqual(await catalog.search('home').page(everywhere), whole)
      await catalog.refresh()
    }
    const shards = await adding
    assert.deepEqual(
      shards.map(({ buckets }) => buckets.length),
      [4, 4, 4, 4],
    )
    assert.deepEqual(await catalog.search('home').page(everywhere), whole)
    await assert.rejects(addShard(coordinator, shardUrls[0] ?? ''), /is a shard already/)
    await catalog.close()
  })
})

/** The page, or the code of the failure. */
async function outcomeOf(catalog: Pick<PostgresCatalog, 'search'>, query: Query): Promise<unknown> {
  const found = await catalog
    .search('home')
    .page(query)
    .catch((error: unknown) => error)
  return found instanceof Fault ? found.code : found
}

/** Of three, by kind of question; the cells of a shape can have homes of several counties. What is not a search asks no shard. */
const LOOKS = {
  'homes of a city': 1,
  'homes of a ZIP': 1,
  'homes of a neighbourhood': 1,
  'homes of a county by price, the fifth page': 1,
  'homes of a metro after a zpid': 3,
  'homes of a state with five filters': 1,
  'rentals of a city by building': 1,
  'sold homes in a polygon': 2,
  'homes in a wide polygon': 3,
  'homes in a circle': 1,
  'homes in a box': 3,
  'homes with words in a city': 1,
  'homes with words anywhere': 3,
  'homes by zpid': 3,
  'homes with a number of the listing': 3,
  'homes of a city by ZIP': 1,
  'what each filter removes from a city': 1,
  'nearest homes': 0,
  'nearest places to live': 0,
  'nearest listings with three or four rooms': 3,
  'a record by zpid': 0,
  'twenty records by zpid': 0,
  'an address': 0,
  'an address on a street': 0,
  'streets with a beginning': 0,
  'addresses with a beginning': 0,
  'the line after a text': 0,
  'people at an address': 0,
}

/** Rows of a change that was not finished, in all partitions. */
const LEFT = `SELECT count(*) AS rows FROM shards.for_sale, (SELECT value::int8 AS last FROM catalog.meta WHERE name = 'shards') shown
  WHERE since > last OR until > last AND until < 9223372036854775807`

/** The session ends when it commits rows of a partition, as if its server were killed just then. */
function dyingAtCommit(partition: string): string {
  return `CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER dies AFTER INSERT ON plat_shard.${partition}
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION die()`
}

/** The address of a new database for a shard. */
async function shardOn(server: TestServer, name = 'shard'): Promise<string> {
  const admin = await Database.open({ url: server.url() })
  await admin.query({ name: 'make', text: `CREATE DATABASE ${name} TEMPLATE template0` })
  await admin.close()
  return server.url(name)
}
