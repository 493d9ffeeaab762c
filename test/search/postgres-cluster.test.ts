import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { Fault } from '../../src/base/failure.ts'
import { Database } from '../../src/base/postgres/database.ts'
import type { Catalog } from '../../src/catalog/catalog.ts'
import type { CatalogWriter } from '../../src/catalog/catalog-writer.ts'
import { bucketOf } from '../../src/catalog/postgres/buckets.ts'
import { CardPacker } from '../../src/catalog/postgres/card-packer.ts'
import { addShard, clusterStatus, initCluster, shardsAsked } from '../../src/catalog/postgres/cluster.ts'
import { serverSql } from '../../src/catalog/postgres/cluster-script.ts'
import { CHANGED_BY_ANOTHER } from '../../src/catalog/postgres/writer-lock.ts'
import type { Query } from '../../src/catalog/query.ts'
import type { Home } from '../../src/model/home.ts'
import { homeQuery, homeSearchContract } from '../catalog/contract/home-search.ts'
import { nearContract } from '../catalog/contract/near-lookup.ts'
import { building, listed, school } from '../catalog/contract/records.ts'
import { PostgresBackend } from '../catalog/postgres-backend.ts'
import { makeTrialCards } from '../catalog/trial.ts'
import { Explained } from '../postgres/explained.ts'
import { hangingProxy } from '../postgres/hanging-proxy.ts'
import { knownHome } from '../postgres/kinds.ts'
import { askKinds, wholeReads } from '../postgres/plans.ts'
import { startServer, type TestServer, whyNoServer } from '../postgres/server.ts'
import { type ComparedHomes, compareHomes, seed, trialHomes } from './homes-contract.ts'

const BUCKETS = 16
const BUSY = 'server.busy'
const QUERIES = 25
const EVERYWHERE = homeQuery([], { limit: 100 })
const GROUPED_RENTALS: Query = { ...EVERYWHERE, listingClass: 'For_Rent', grouped: true }

/** A home in a city and a county of its own, one for each bucket. */
const PLACES: readonly Home[] = Array.from({ length: 200 }, (_, i) => placed(i))
  .filter((home, i, all) => all.findIndex((other) => bucketOf(other) === bucketOf(home)) === i)
  .toSorted((a, b) => bucketOf(a) - bucketOf(b))

function placed(i: number, listPrice = 1000): Home {
  const home = listed(i + 1, { listPrice })
  return { ...home, address: { ...home.address, city: `City ${i}`, county: `County ${i}`, zipcode: '' } }
}

/** To rent, of one building in counties of their own. */
function unit(i: number, listPrice: number): Home {
  const { address } = placed(i)
  return { ...listed(300 + i, { kind: 'lease', listPrice }), lotId: building.lotId, address }
}

function putPlacesAndBuilding(writer: Pick<CatalogWriter, 'put'>): void {
  writer.put('building', building)
  for (const home of [...PLACES, unit(0, 1000), unit(1, 1000)]) writer.put('home', home)
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
  let onOneServer: readonly unknown[] = []

  before(async () => {
    servers = await Promise.all([startServer(), startServer(), startServer()])
    const [first] = servers
    assert.ok(first)
    backend = await PostgresBackend.on(first)
    url = await backend.newUrl()
    coordinator = await Database.open({ url, statementMs: 60_000 })
    shardUrls = await Promise.all(servers.map((server) => shardOn(server)))
    const catalog = await filled(putPlacesAndBuilding)
    onOneServer = [await answerOf(catalog, EVERYWHERE), await answerOf(catalog, GROUPED_RENTALS)]
    await catalog.close()
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

  test('what was imported before is answered as it was, cards included', async () => {
    const catalog = await backend.read(url)
    assert.deepEqual([await answerOf(catalog, EVERYWHERE), await answerOf(catalog, GROUPED_RENTALS)], onOneServer)
    assert.equal(await isSplit(coordinator), true)
    await catalog.close()
  })

  // Addresses are on the coordinator: their contract runs on one server.
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
      const [known] = compared.trial.homes.flatMap((home) => knownHome(home) ?? [])
      assert.ok(known !== undefined, 'no home of the sample has all that kinds ask for')
      const explained = await Explained.connect(url)
      const asked = await backend.over(explained.database)
      try {
        await asked.search('home').page(EVERYWHERE) // asks each shard
        await explained.pretend(1000)
        const looks = new Map<string, number>()
        for (const { kind, statements } of await askKinds(asked, explained, known)) {
          const there = statements.filter(({ shard }) => shard !== undefined)
          const shards = new Set(there.map(({ shard }) => shard))
          assert.ok(shards.size === 0 || there.length === statements.length, `${kind} asks the coordinator, too`)
          // Of several, each for its best, and then for the cards of those that are shown.
          const most = shards.size === 1 ? 1 : 2 * shards.size
          assert.ok(there.length <= most || kind.startsWith('nearest'), `${kind} asks ${there.length} times`)
          for (const statement of there)
            assert.deepEqual(wholeReads(await explained.tree(statement)), [], `${kind}: ${statement.text}`)
          looks.set(kind, shards.size)
        }
        assert.deepEqual(Object.fromEntries(looks), LOOKS)
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
    const records = async () => Promise.all(PLACES.map((home) => recordOf(catalog, home)))
    const whole = await all()
    assert.deepEqual(await records(), PLACES)
    assert.deepEqual(
      whole.map((page) => (page as { total: number }).total),
      PLACES.map(() => 1),
    )
    await servers[2]?.stop()
    const expected = PLACES.map((home, i) => (bucketOf(home) % 3 === 2 ? BUSY : whole[i]))
    // More often than the server plans for each call, before it may keep one plan for all.
    for (let times = 0; times < 8; times++) assert.deepEqual(await all(), expected)
    const found = PLACES.map((home) => ((home.zpid % BUCKETS) % 3 === 2 ? BUSY : home))
    for (let times = 0; times < 8; times++) assert.deepEqual(await records(), found)
    const [one, two, three] = await clusterStatus(coordinator)
    assert.deepEqual([one?.problem, two?.problem], [undefined, undefined])
    assert.match(three?.problem ?? '', /could not connect/)
    await servers[2]?.start()
    assert.deepEqual(await all(), whole)
    assert.deepEqual(await records(), PLACES)
    await catalog.close()
  })

  test('a shard that says nothing refuses what is asked of it, others go on, and it is asked again once it answers', async () => {
    const catalog = await withPlaces()
    const proxy = await hangingProxy(servers[2]?.port ?? 0)
    const node = await Database.open({ url }).then((database) => backend.over(database, { pollMs: 20 }))
    try {
      await moveShard(coordinator, 'shard3', proxy.port)
      const [here, there] = [0, 2].map((shard) => PLACES.find((home) => bucketOf(home) % 3 === shard))
      assert.ok(here !== undefined && there !== undefined)
      const before = await answerOf(node, inCityOf(there))
      assert.equal(before.total, 1)
      proxy.hang()
      await until('a node asks where the shard is now', async () => (await outcomeOf(node, inCityOf(there))) === BUSY)
      assert.equal(await outcomeOf(node, EVERYWHERE), BUSY)
      assert.deepEqual(await outcomeOf(node, inCityOf(here)), await answerOf(catalog, inCityOf(here)))
      proxy.resume()
      await until('it is asked again', async () => (await outcomeOf(node, inCityOf(there))) !== BUSY)
      assert.deepEqual(await answerOf(node, inCityOf(there)), before)
    } finally {
      await node.close()
      await moveShard(coordinator, 'shard3', servers[2]?.port ?? 0)
      await catalog.close()
      await proxy.close()
    }
  })

  test('a user who may not know the shards is answered by the coordinator', async () => {
    const catalog = await withPlaces()
    const mayRead = `CREATE ROLE reader LOGIN PASSWORD 'reader'; GRANT USAGE ON SCHEMA catalog TO reader;
      GRANT SELECT ON ALL TABLES IN SCHEMA catalog TO reader`
    await coordinator.inTransaction(({ run }) => run(mayRead))
    const reader = await backend.read(Object.assign(new URL(url), { username: 'reader', password: 'reader' }).href)
    assert.deepEqual(await answerOf(reader, EVERYWHERE), await answerOf(catalog, EVERYWHERE))
    await Promise.all([reader.close(), catalog.close()])
  })

  test('an import is seen whole or not at all, whichever server dies at its commit, and leaves nothing', async () => {
    const catalog = await withPlaces()
    const before = await answerOf(catalog, EVERYWHERE)
    const change = () => {
      const writer = backend.write(url)
      for (const { zpid } of PLACES.slice(1)) writer.put('home', placed(zpid - 1, 2000 - zpid))
      writer.remove('home', PLACES[0]?.zpid ?? 0)
      return writer
    }
    let left = 0
    for (const shardUrl of shardUrls) {
      const shard = await Database.open({ url: shardUrl })
      await shard.inTransaction((connection) => connection.run(DYING_AT_COMMIT))
      const writer = change()
      assert.throws(() => writer.commit())
      writer.rollback()
      assert.deepEqual(await answerOf(catalog, EVERYWHERE), before)
      left += await leftBehind(coordinator)
      await shard.query({ name: 'mend', text: 'DROP FUNCTION die CASCADE' })
      await shard.close()
    }
    assert.ok(left > 0, 'no server had committed before another died')
    change().commit()
    assert.deepEqual(await answerOf(catalog, EVERYWHERE), before, 'a node goes on with what it knows')
    await catalog.refresh()
    const after = await answerOf(catalog, EVERYWHERE)
    assert.equal(after.total, BUCKETS - 1)
    assert.notDeepEqual(after.hits, before.hits)
    assert.equal(await leftBehind(coordinator), 0)
    await catalog.close()
  })

  test('homes that one import changes several times are as they were put last, and as they were until it commits', async () => {
    const catalog = await withPlaces()
    const [first, second, third, fourth, ...others] = PLACES
    assert.ok(first && second && third && fourth)
    const writer = backend.write(url)
    const records = async () => Promise.all(PLACES.map((home) => recordOf(catalog, home)))
    const steps = [
      () => writer.put('home', placed(first.zpid - 1, 1)),
      () => writer.put('home', placed(first.zpid - 1, 2)),
      () => writer.remove('home', second.zpid),
      () => writer.put('home', placed(second.zpid - 1, 3)),
      () => writer.put('home', placed(third.zpid - 1, 4)),
      () => writer.put('home', third),
      () => writer.put('home', placed(fourth.zpid - 1, 5)),
      () => writer.remove('home', fourth.zpid),
      () => writer.put('home', placed(300, 6)),
    ]
    const seen = steps.map((step) => {
      step()
      return [...writer.each('home')].length // writes what waits
    })
    assert.deepEqual(seen, [16, 16, 15, 16, 16, 16, 16, 15, 16])
    assert.equal(writer.get('home', first.zpid)?.listing?.listPrice, 2)
    assert.equal(writer.get('home', fourth.zpid), undefined)
    assert.deepEqual(
      [...writer.idsOf('home', 'test')].toSorted(ascending),
      [...writer.each('home')].map(zpidOf).toSorted(ascending),
    )
    assert.deepEqual(await records(), PLACES)
    writer.commit()
    assert.deepEqual(await recordOf(catalog, placed(300)), placed(300, 6), 'a home that has just come is looked for')
    const [one, two] = [placed(first.zpid - 1, 2), placed(second.zpid - 1, 3)]
    assert.deepEqual(await records(), [one, two, third, 'nothing', ...others])
    assert.deepEqual(await recordOf(catalog, placed(300)), placed(300, 6))
    assert.equal(catalog.about().counts.home, BUCKETS)
    await catalog.close()
  })

  test('a new catalogue in the place of another is seen whole or not at all, and nothing of the old one after it', async () => {
    const [one, other] = [unit(0, 1000), unit(1, 1000)]
    assert.notEqual(bucketOf(one), bucketOf(other))
    const catalog = await filled((writer) => {
      writer.put('building', building)
      writer.put('home', one)
    })
    assert.equal(await isSplit(coordinator), false)
    const more = backend.write(url)
    more.put('home', other)
    more.commit()
    await catalog.refresh()
    assert.equal(await isSplit(coordinator), true)
    const before = await answerOf(catalog, GROUPED_RENTALS)
    assert.match(before.cards, /"lotId":"b-1","units"/)
    const written = () => {
      const writer = backend.replace(url)
      writer.put('home', unit(0, 7))
      return writer
    }
    written().rollback()
    assert.deepEqual(await answerOf(catalog, GROUPED_RENTALS), before)
    written().commit()
    await catalog.refresh()
    assert.deepEqual([await recordOf(catalog, one), await recordOf(catalog, other)], [unit(0, 7), 'nothing'])
    const { total, ungrouped, cards } = await answerOf(catalog, GROUPED_RENTALS)
    assert.deepEqual([total, ungrouped], [1, 1])
    assert.match(cards, /"zpid":300/)
    assert.equal(await isSplit(coordinator), false)
    const shown = `SELECT (SELECT count(*) FROM catalog.card)::int4 AS cards, count(*)::int4 AS parts
      FROM shards.building_card WHERE until = 9223372036854775807`
    assert.deepEqual(await coordinator.query({ name: 'cards', text: shown }), [{ cards: 1, parts: 0 }])
    await catalog.close()
  })

  test('what an older version of Plat derived is right on all shards after the next change', async () => {
    const catalog = await withPlaces()
    const everywhere = homeQuery([], { limit: 100 })
    const before = await catalog.search('home').page(everywhere)
    await coordinator.inTransaction((connection) =>
      connection.run(`UPDATE shards.for_sale SET number = 'of another'; DELETE FROM shards.for_sale_text;
        DROP VIEW catalog.for_sale; ALTER TABLE shards.for_sale DROP COLUMN agent;
        CREATE VIEW catalog.for_sale AS SELECT zpid, place, bucket FROM shards.for_sale;
        DELETE FROM shards.card WHERE bucket < 9; DELETE FROM catalog.place_region;
        UPDATE catalog.meta SET value = '0' WHERE name = 'derived'`),
    )
    for (const shardUrl of shardUrls) {
      const shard = await Database.open({ url: shardUrl })
      await shard.query({ name: 'older', text: 'ALTER TABLE plat_shard.for_sale DROP COLUMN agent' })
      await shard.close()
    }
    await backend.bringUp(url)
    const writer = backend.write(url)
    writer.put('school', school('s', 30))
    writer.commit()
    await catalog.refresh()
    assert.deepEqual(await catalog.search('home').page(everywhere), before)
    assert.equal((await catalog.search('home').cards(everywhere)).total, BUCKETS)
    const text = `SELECT count(*) AS homes FROM catalog.for_sale JOIN catalog.for_sale_text USING (zpid)
      JOIN catalog.card USING (zpid) WHERE number IS NULL`
    assert.deepEqual(await coordinator.query({ name: 'derived', text }), [{ homes: BUCKETS }])
    await catalog.close()
  })

  test('cards of another program are made anew on every shard', async () => {
    const before = await filled(putPlacesAndBuilding)
    await before.close()
    const cards = makeTrialCards({ word: 'another' })
    const catalog = await backend.read(url, undefined, { cards })
    const text = `SELECT DISTINCT made FROM (SELECT made FROM shards.card WHERE until = 9223372036854775807
      UNION ALL SELECT made FROM shards.building_card WHERE until = 9223372036854775807
      UNION ALL SELECT made FROM catalog.building_card) all_cards`
    const { made } = new CardPacker(cards)
    const isMade = async () => isDeepStrictEqual(await coordinator.query({ name: 'made', text }), [{ made }])
    await until('all are made', isMade)
    await catalog.close()
  })

  test('a move to a shard of which some server dies leaves nothing, wherever it dies', async () => {
    const catalog = await withPlaces()
    const [first] = servers
    assert.ok(first)
    const whole = await answerOf(catalog, EVERYWHERE)
    const address = await shardOn(first, 'fourth')
    let left = 0
    for (const shardUrl of shardUrls) {
      const shard = await Database.open({ url: shardUrl })
      await shard.inTransaction((connection) => connection.run(DYING_AT_COMMIT))
      await assert.rejects(addShard(coordinator, address))
      left += await leftBehind(coordinator)
      assert.deepEqual(await answerOf(catalog, EVERYWHERE), whole)
      await shard.query({ name: 'mend', text: 'DROP FUNCTION die CASCADE' })
      await shard.close()
    }
    assert.ok(left > 0, 'no server had committed before another died')
    backend.write(url).commit()
    assert.equal(await leftBehind(coordinator), 0)
    assert.deepEqual(await answerOf(catalog, EVERYWHERE), whole)
    await catalog.close()
  })

  test('a fourth shard takes its share while searches go on and imports are refused', async () => {
    const catalog = await withPlaces()
    const whole = await answerOf(catalog, EVERYWHERE)
    const address = servers[0]?.url('fourth') ?? ''
    const writer = backend.write(url)
    await assert.rejects(addShard(coordinator, address), /being changed by another process/)
    writer.rollback()
    let isDone = false
    let refusal = ''
    const importing = () => {
      refusal ||= refusalOf(() => backend.write(url))
    }
    const adding = addShard(coordinator, address, importing).finally(() => {
      isDone = true
    })
    while (!isDone) {
      assert.deepEqual(await answerOf(catalog, EVERYWHERE), whole)
      await catalog.refresh()
    }
    const shards = await adding
    assert.deepEqual(
      shards.map(({ buckets }) => buckets.length),
      [4, 4, 4, 4],
    )
    assert.equal(refusal, CHANGED_BY_ANOTHER)
    assert.deepEqual(await answerOf(catalog, EVERYWHERE), whole)
    const read = await Promise.all(PLACES.map((home) => shardsReading(coordinator, home)))
    assert.deepEqual(
      read,
      PLACES.map(() => 1),
    )
    assert.deepEqual(await Promise.all(PLACES.map((home) => recordOf(catalog, home))), PLACES)
    await assert.rejects(addShard(coordinator, shardUrls[0] ?? ''), /is a shard already/)
    assert.throws(() => serverSql({ url: `${address}?sslrootcert=ca.pem`, number: 5, buckets: [] }), /"sslrootcert"/)
    await catalog.close()
  })

  test('what has moved stays where it was for whoever still reads the change before, until a later change removes it', async () => {
    const [shown] = await coordinator.query<{ change: number }>({ name: 'shown', text: SHOWN_NOW })
    const change = shown?.change ?? 0
    const before = `SELECT (SELECT count(*) FROM shard1.card WHERE ${shownAt(change - 1)}) +
      (SELECT count(*) FROM shard2.card WHERE ${shownAt(change - 1)}) + (SELECT count(*) FROM shard3.card WHERE ${shownAt(change - 1)}) AS cards`
    const oldCards = () => coordinator.query({ name: 'old-cards', text: before })
    const removed = () => coordinator.query({ name: 'removed', text: 'SELECT DISTINCT change FROM shards.removed' })
    backend.write(url).commit()
    assert.deepEqual(await oldCards(), [{ cards: BUCKETS }])
    const longAgo = `UPDATE catalog.meta SET value = '${change} 0' WHERE name = 'retired'`
    await coordinator.query({ name: 'long-ago', text: longAgo })
    const catalog = await backend.read(url)
    const whole = await answerOf(catalog, EVERYWHERE)
    backend.write(url).commit()
    assert.deepEqual([await oldCards(), await removed()], [[{ cards: BUCKETS - BUCKETS / 4 }], [{ change }]])
    assert.deepEqual(await answerOf(catalog, EVERYWHERE), whole)
    await catalog.close()
  })

  test('a database that has lost its last changes goes on from those that it has, unless its shards have forgotten them', async () => {
    const before = await withPlaces()
    const whole = await answerOf(before, EVERYWHERE)
    const [kept] = await coordinator.query<{ change: number }>({ name: 'shown', text: SHOWN_NOW })
    const show = (change: number) =>
      coordinator.query({
        name: 'show',
        text: `UPDATE catalog.meta SET value = $1 WHERE name = 'shards'`,
        values: [String(change)],
      })
    const lost = backend.write(url)
    for (const { zpid } of PLACES) lost.put('home', placed(zpid - 1, 2000))
    lost.remove('home', PLACES[0]?.zpid ?? 0)
    lost.commit()
    await show(kept?.change ?? 0) // as a standby does that had not heard of more
    const text = (change: number) => `UPDATE shards.removed SET change = ${change}`
    await coordinator.query({ name: 'forget', text: text((kept?.change ?? 0) + 1) })
    assert.throws(() => backend.write(url), /is older than its shards/)
    await coordinator.query({ name: 'remember', text: text(0) })
    backend.write(url).commit()
    assert.equal(await leftBehind(coordinator), 0)
    const after = await backend.read(url)
    assert.deepEqual(await answerOf(after, EVERYWHERE), whole)
    assert.deepEqual(await Promise.all(PLACES.map((home) => recordOf(after, home))), PLACES)
    await Promise.all([before.close(), after.close()])
  })

  test('a node that is late for what a shard has removed takes up the newest state and answers, or says that it cannot', async () => {
    const [late, newest] = await Promise.all([withPlaces(), backend.read(url)])
    const before = await answerOf(late, EVERYWHERE)
    for (const price of [2000, 3000]) {
      // As if everything had been shown for more than a minute.
      const text = `UPDATE catalog.meta SET value = split_part(value, ' ', 1) || ' 0' WHERE name = 'retired'`
      await coordinator.query({ name: 'retire', text })
      const writer = backend.write(url)
      for (const { zpid } of PLACES) writer.put('home', placed(zpid - 1, price - zpid))
      writer.commit()
    }
    await newest.refresh()
    const after = await answerOf(newest, EVERYWHERE)
    assert.notDeepEqual(after, before)
    const found = await Promise.all([EVERYWHERE, EVERYWHERE].map((query) => outcomeOf(late, query)))
    assert.deepEqual(found, [after, after])
    assert.equal(late.version(), newest.version())
    const shard = await Database.open({ url: shardUrls[0] ?? '' })
    const removed = (by: number) =>
      shard.query({ name: `removed ${by}`, text: `UPDATE plat_shard.removed SET change = change + ${by}` })
    await removed(1000) // as a replica that is far behind finds it
    assert.equal(await outcomeOf(late, EVERYWHERE), BUSY)
    await removed(-1000)
    assert.deepEqual(await outcomeOf(late, EVERYWHERE), after)
    await Promise.all([late.close(), newest.close(), shard.close()])
  })
})

/** The record of a home, or why there is none. */
async function recordOf(catalog: Catalog, { zpid }: Home): Promise<Home | string> {
  try {
    return (await catalog.records.get('home', zpid)) ?? 'nothing'
  } catch (error) {
    return error instanceof Fault ? error.code : String(error)
  }
}

function zpidOf({ zpid }: Home): number {
  return zpid
}

function ascending(one: number, other: number): number {
  return one - other
}

/** What both ways of asking answer. */
async function answerOf(catalog: Pick<Catalog, 'search'>, query: Query) {
  const page = await catalog.search('home').page(query)
  const cards = (await catalog.search('home').cards(query)).json('', '')
  const text = Buffer.from(cards.bytes).toString()
  cards.release()
  return { ...page, cards: text }
}

/** The same, or the code of the failure. */
async function outcomeOf(catalog: Pick<Catalog, 'search'>, query: Query): Promise<unknown> {
  const found = await answerOf(catalog, query).catch((error: unknown) => error)
  return found instanceof Fault ? found.code : found
}

/** Fails in the end, rather than go on for ever. */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries++) {
    assert.ok(tries < 600, what)
    await sleep(100)
  }
}

function moveShard(coordinator: Database, name: string, port: number): Promise<void> {
  return coordinator.inTransaction(({ run }) => run(`ALTER SERVER ${name} OPTIONS (SET port '${port}')`))
}

/** Of three, by kind of question; the cells of a shape can have homes of several counties. What is not about homes asks none. */
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
  'a record by zpid': 1,
  'twenty records by zpid': 3,
  'an address': 0,
  'an address on a street': 0,
  'streets with a beginning': 0,
  'addresses with a beginning': 0,
  'the line after a text': 0,
  'words one slip away': 0,
  'beginnings one slip away': 0,
  'people at an address': 0,
}

/** Rows of a change that was not finished, on all shards. */
async function leftBehind(coordinator: Database): Promise<number> {
  const text = `SELECT count(*) AS rows FROM shards.for_sale, (SELECT value::int8 AS last FROM catalog.meta WHERE name = 'shards') shown
    WHERE since > last OR until > last AND until < 9223372036854775807`
  const [row] = await coordinator.query<{ rows: number }>({ name: 'left', text })
  return row?.rows ?? 0
}

const SHOWN_NOW = `SELECT value::int8 AS change FROM catalog.meta WHERE name = 'shards'`

function shownAt(change: number): string {
  return `since <= ${change} AND until > ${change}`
}

async function isSplit(coordinator: Database): Promise<boolean> {
  const text = `SELECT FROM catalog.meta WHERE name = 'split buildings'`
  return (await coordinator.query({ name: 'split', text })).length > 0
}

/** On how many shards there is a home that is shown. */
async function shardsReading(coordinator: Database, { zpid }: Home): Promise<number> {
  const text = `SELECT count(DISTINCT tableoid) AS shards FROM shards.card WHERE zpid = $1 AND until = 9223372036854775807`
  const [row] = await coordinator.query<{ shards: number }>({ name: 'shards-reading', text, values: [zpid] })
  return row?.shards ?? 0
}

function refusalOf(act: () => unknown): string {
  try {
    act()
    return 'not refused'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The session ends when it commits that rows are retired, as if its server were killed just then. */
const DYING_AT_COMMIT = `CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
  CREATE CONSTRAINT TRIGGER dies AFTER UPDATE ON plat_shard.for_sale DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.until < 9223372036854775807) EXECUTE FUNCTION die()`

/** The address of a new database for a shard. */
async function shardOn(server: TestServer, name = 'shard'): Promise<string> {
  const admin = await Database.open({ url: server.url() })
  await admin.query({ name: 'make', text: `CREATE DATABASE ${name} TEMPLATE template0` })
  await admin.close()
  return server.url(name)
}
