import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { homeQuery } from '../../../test/catalog/contract/home-search.ts'
import { building, home, listed, person, school } from '../../../test/catalog/contract/records.ts'
import { catalogContract } from '../../../test/catalog/contract.ts'
import { derivedLines } from '../../../test/catalog/derived-lines.ts'
import { frozenRecords } from '../../../test/catalog/frozen-records.ts'
import { PostgresBackend } from '../../../test/catalog/postgres-backend.ts'
import { cardsOf } from '../../../test/catalog/shown-page.ts'
import { makeTrialCards, trialCards } from '../../../test/catalog/trial.ts'
import { checkVersion } from '../../../test/guarded-version.ts'
import { SALES_MAPPING, Trial } from '../../../test/ingest/trial.ts'
import { IS_LONG } from '../../../test/long-run.ts'
import { needs } from '../../../test/needs.ts'
import { Explained, type PlanNode } from '../../../test/postgres/explained.ts'
import { startServer, type TestServer } from '../../../test/postgres/server.ts'
import { oddExperience, oddOffer } from '../../../test/search/odd-records.ts'
import { soldHome } from '../../../test/sold-homes.ts'
import { DAY_MS } from '../../kit/base/clock.ts'
import { CommandFault, EXIT, Fault } from '../../kit/base/failure.ts'
import { silentLog } from '../../kit/base/log.ts'
import { Database, type PreparedStatement } from '../../kit/postgres/database.ts'
import type { Home } from '../../model/home.ts'
import type { Person } from '../../model/person.ts'
import { countWords, WordList, wordArrays } from '../../places/completion/word-list.ts'
import { loadGazetteer } from '../../places/regions/gazetteer.ts'
import { zipcodeRegionKey } from '../../places/regions/region-keys.ts'
import { homeInputs } from '../../worth/estimator/home-inputs.ts'
import { TREE_INPUTS } from '../../worth/estimator/tree-row.ts'
import { hilbertDistance } from '../engine/hilbert.ts'
import { STORED_WORDS } from '../facts/card-words.ts'
import { openFacts } from '../facts/fact-bytes.ts'
import { homeFacts } from '../facts/home-facts.ts'
import { PlaceFacts } from '../facts/place-facts.ts'
import { openCatalog, openWriter } from '../opening/open.ts'
import type { CardMaker } from '../ports/cards.ts'
import type { Catalog } from '../ports/catalog.ts'
import type { CatalogWriter } from '../ports/catalog-writer.ts'
import type { EstimatorLookup } from '../ports/estimator-lookup.ts'
import type { Noun } from '../ports/nouns.ts'
import type { EncodedPage, QueryNode } from '../ports/query.ts'
import { nobody, type Withheld } from '../ports/withheld.ts'
import { CardWriter } from './cards.ts'
import type { PostgresCatalog } from './catalog.ts'
import { onlyStateOf } from './read/held-regions.ts'
import { Session } from './session.ts'
import { PostgresStore } from './store.ts'
import { type BlobKind, HeldBlobs, storeBlob } from './tables/blobs.ts'
import { stateCode } from './tables/columns.ts'
import { COMMIT_CHANNEL, NEXT_COMMIT } from './tables/commits.ts'
import { DERIVED_FINGERPRINT, DERIVED_VERSION } from './tables/derived-version.ts'
import { derivedTables } from './write/derive-all.ts'
import { erasePersonAt } from './write/erase.ts'
import { PostgresFactStore } from './write/tallies/fact-store.ts'
import { beginAlone } from './write/writer-lock.ts'
import type { PostgresWriter } from './writer.ts'

suite('the catalog in PostgreSQL keeps the contract of its ports', needs('PostgreSQL'), () => {
  let server: TestServer
  let backend: PostgresBackend

  before(async () => {
    server = await startServer()
    backend = await PostgresBackend.on(server)
  })
  after(async () => {
    await backend?.close()
    await server?.remove()
  })

  const newBackend = async () => {
    const url = await backend.newUrl()
    return {
      write: (withheld?: Withheld) => backend.write(url, withheld),
      replace: () => backend.replace(url),
      read: (withheld?: Withheld) => backend.read(url, withheld),
      refresh: (catalog: Catalog) => (catalog as PostgresCatalog).refresh(), // `read` returned a PostgresCatalog
      remove() {},
    }
  }
  catalogContract('PostgreSQL', newBackend, IS_LONG ? 40 : 4)

  const write = (url: string, change: (writer: PostgresWriter) => void) => {
    const writer = backend.write(url)
    change(writer)
    writer.commit()
  }

  const zpidsIn = (catalog: PostgresCatalog) => foundBy(catalog)
  const foundBy = async (catalog: PostgresCatalog, ...nodes: QueryNode[]) => {
    const { hits } = await catalog.search('home').page(homeQuery(nodes))
    return hits.map((hit) => hit.kind === 'home' && hit.zpid)
  }

  test('a check reads every table, finds a row that is missing, and nodes report it until it is back', async () => {
    const url = await backend.newUrl()
    const writer = backend.write(url)
    for (const zpid of [1, 2, 3]) writer.put('home', listed(zpid, {}))
    writer.commit()
    const store = new PostgresStore(url, 'plat')
    const findings = () => store.check(() => {})?.findings
    const catalog = await backend.read(url)
    const damage = async () => {
      await catalog.refresh()
      return catalog.about().damage
    }
    const { dataVersion } = catalog.about()
    assert.deepEqual(findings(), [])
    assert.equal(await damage(), undefined)
    assert.equal(catalog.about().dataVersion, dataVersion, 'a check that finds nothing changes nothing')
    const copied = 'CREATE TABLE public.kept AS SELECT * FROM catalog.home WHERE id = 2'
    for (const sql of [copied, 'DELETE FROM catalog.home WHERE id = 2']) await backend.rows(url, sql)
    assert.deepEqual(findings(), ['in home: 2 rows instead of 3'])
    assert.match((await damage()) ?? '', /is damaged: restore plat .* found: in home: 2 rows/)
    await backend.rows(url, 'INSERT INTO catalog.home SELECT * FROM public.kept')
    assert.deepEqual(findings(), [])
    assert.equal(await damage(), undefined)
    await catalog.close()
  })

  test('nodes do not find an erased person after a refresh, and a later import leaves the record out', async () => {
    const url = await backend.newUrl()
    const importPeople = (withheld: Withheld) => {
      const writer = backend.write(url, withheld)
      for (const id of ['gone', 'stays']) writer.put('person', person(id, '1 Main St'))
      writer.commit()
    }
    importPeople(nobody)
    const store = new PostgresStore(url, 'plat')
    const there = () => store.peopleAt('1', 'main').map(({ id }) => id)
    assert.deepEqual(there(), ['gone', 'stays'])
    const catalog = await backend.read(url)
    const { dataVersion } = catalog.about()
    const dump = new Session(url)
    dump.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
    dump.query('SELECT 1')
    assert.deepEqual(await erasePersonAt(url, 'gone', 1), { wasThere: true, clean: false })
    dump.end()
    assert.deepEqual(await erasePersonAt(url, 'gone'), { wasThere: false, clean: true })
    assert.deepEqual(there(), ['stays'])
    assert.deepEqual(
      await backend.rows(url, `SELECT FROM pg_stats WHERE tablename = 'person' AND attname = 'record'`),
      [],
    )
    const shown = async () => {
      await catalog.refresh()
      const records = await Promise.all(['gone', 'stays'].map((id) => catalog.records.get('person', id)))
      return [...records.map((record) => record?.personId), catalog.about().counts.person]
    }
    assert.deepEqual(await shown(), [undefined, 'stays', 1])
    assert.notEqual(catalog.about().dataVersion, dataVersion)
    const isErased = ({ personId }: Person) => personId === 'gone'
    importPeople({ version: '1', has: isErased, isErased })
    assert.deepEqual(await shown(), [undefined, 'stays', 1])
    await catalog.close()
  })

  test('a removed or changed home disappears from all data derived from it', async () => {
    const url = await backend.newUrl()
    const first = backend.write(url)
    for (const zpid of [1, 2, 3]) first.put('home', listed(zpid, { listPrice: zpid }))
    const elsewhere = { streetAddress: '2 Elm Ave', city: 'Waco', state: 'TX', zipcode: '76701' }
    first.put('home', { ...listed(2, { listPrice: 2 }), address: elsewhere })
    first.commit()
    const second = backend.write(url)
    assert.equal(second.remove('home', 1), true)
    assert.equal(second.remove('home', 1), false)
    second.put('home', home(2))
    second.commit()
    const catalog = await backend.read(url)
    assert.deepEqual(await zpidsIn(catalog), [3])
    assert.deepEqual(await catalog.near.homes({ latitude: 30, longitude: -97 }, 9), [2, 3])
    assert.deepEqual(await catalog.addresses.addressesAt('1', 'main'), [])
    const stored = await backend.rows(url, 'SELECT line FROM catalog.address_line')
    const words = await backend.rows(url, 'SELECT word, uses FROM catalog.address_word')
    const counted = countWords(stored.map(({ line }) => String(line)))
    assert.deepEqual(new Map(words.map(({ word, uses }) => [word, uses])), counted)
    const lines = await catalog.addresses.addressesBeginning('main', 9)
    assert.deepEqual(
      lines.map(({ id }) => id),
      [2, 3],
    )
    assert.equal(catalog.about().counts.home, 2)
    await catalog.close()
  })

  test('a home that moves to another state, or to none, leaves no rows in the state before', async () => {
    const url = await backend.newUrl()
    const inState = (state: string) => ({ ...listed(1, {}), address: { ...listed(1, {}).address, state } })
    for (const state of ['TX', 'OK', '', 'TX']) {
      const writer = backend.write(url)
      writer.put('home', inState(state))
      writer.commit()
      for (const table of ['home', 'card', 'for_sale', 'for_sale_text', 'home_point'])
        assert.deepEqual(
          await backend.rows(url, `SELECT state FROM catalog.${table}`),
          [{ state: stateCode({ state }) }],
          `${table} in ${state}`,
        )
    }
    const catalog = await backend.read(url)
    assert.equal(catalog.about().counts.home, 1)
    await catalog.close()
  })

  test('a search by ZIP code is restricted to a state only while all of its homes are in that state', async () => {
    const url = await backend.newUrl()
    const put = (zpid: number, state: string) => {
      const writer = backend.write(url)
      writer.put('home', { ...listed(zpid, { listPrice: zpid }), address: { ...listed(zpid, {}).address, state } })
      writer.commit()
    }
    put(1, 'TX')
    const catalog = await backend.read(url)
    const inZip = { kind: 'place', regions: [zipcodeRegionKey(listed(1, {}).address.zipcode)] } as const
    const isRestricted = () => onlyStateOf(inZip.regions[0], catalog.regions())
    assert.equal(isRestricted(), 'TX')
    assert.deepEqual(await foundBy(catalog, inZip), [1])
    put(2, 'OK')
    await catalog.refresh()
    assert.equal(isRestricted(), undefined)
    assert.deepEqual(await foundBy(catalog, inZip), [1, 2])
    put(1, 'OK')
    await catalog.refresh()
    assert.equal(isRestricted(), 'OK')
    assert.deepEqual(await foundBy(catalog, inZip), [1, 2])
    await catalog.close()
  })

  test('the unit with the lowest id is the head of its building, also after units were added, moved and removed', async () => {
    const url = await backend.newUrl()
    const heads = async (change: (writer: CatalogWriter) => void) => {
      const writer = backend.write(url)
      change(writer)
      writer.commit()
      const rows = await backend.rows(url, 'SELECT id FROM catalog.home_point WHERE is_head ORDER BY id')
      return rows.map(({ id }) => id)
    }
    const unit = (zpid: number, lotId: string) => ({ ...home(zpid), lotId })
    assert.deepEqual(
      await heads((writer) => {
        for (const zpid of [3, 2, 4]) writer.put('home', unit(zpid, 'tower'))
        writer.put('home', home(5))
      }),
      [2, 5],
    )
    assert.deepEqual(await heads((writer) => writer.put('home', unit(1, 'tower'))), [1, 5])
    assert.deepEqual(await heads((writer) => writer.put('home', unit(1, 'other'))), [1, 2, 5])
    assert.deepEqual(await heads((writer) => writer.remove('home', 2)), [1, 3, 5])
  })

  test('a search result shows a change of the agent, even if the home was not put again', async () => {
    const url = await backend.newUrl()
    const first = backend.write(url)
    first.put('home', listed(1, { listAgentId: 'a' }))
    first.put('agent', { agentId: 'a', username: 'a', name: 'Ann' })
    first.commit()
    const second = backend.write(url)
    second.put('agent', { agentId: 'a', username: 'a', name: 'Anna' })
    second.commit()
    const catalog = await backend.read(url)
    const [card] = cardsOf(await catalog.search('home').cards(homeQuery([])))
    assert.equal((card as { agent: string }).agent, 'Anna')
    await catalog.close()
  })

  test('nodes read blobs again only if their bytes have changed', async () => {
    const url = await backend.newUrl()
    const made: string[] = []
    const kind = (name: string): BlobKind<string | undefined> => ({
      name,
      read(bytes) {
        made.push(name)
        return bytes && Buffer.from(bytes).toString()
      },
    })
    const kinds = [kind('one'), kind('other')] as const
    const [one, other] = kinds
    const database = await Database.open({ url })
    const read = (before?: HeldBlobs) =>
      database.inTransaction((connection) => HeldBlobs.read(connection, kinds, before))
    const session = new Session(url)
    const empty = await read()
    assert.deepEqual([empty.get(one), empty.get(other)], [undefined, undefined])
    for (const { name } of kinds) storeBlob(session, { name }, Buffer.from(name))
    const first = await read(empty)
    storeBlob(session, one, Buffer.from('one'))
    storeBlob(session, other, Buffer.from([0, 255]))
    made.length = 0
    const second = await read(first)
    assert.deepEqual(made, ['other'])
    assert.deepEqual([second.get(one), second.get(other)], ['one', Buffer.from([0, 255]).toString()])
    session.query("DELETE FROM catalog.blob WHERE name = 'one'")
    assert.equal((await read(second)).get(one), undefined)
    session.end()
    await database.close()
  })

  /** Makes search results with this word and this origin of pictures instead of the service's. */
  const cardsOfProgram = (word: string, mediaOrigin: string): CardMaker => {
    const cards = makeTrialCards({ word, mediaOrigin })
    const picture = (zpid: number) => `,"by":"${word}","photo":"${STORED_WORDS.mediaOrigin}/media/${zpid}.svg"}`
    const { offer, experience } = cards
    return {
      ...cards,
      card: (one, people) => cards.card(one, people).slice(0, -1) + picture(one.zpid),
      offer: { ...offer, card: (one) => offer.card(one).slice(0, -1) + picture(one.offerId) },
      experience: { ...experience, card: (one) => experience.card(one).slice(0, -1) + picture(1) },
    }
  }
  const rental = (zpid: number) =>
    listed(zpid, {
      kind: 'lease',
      listPrice: 1000 + zpid,
      listAgentId: 'a',
      ...(zpid > 4 && { onMarketMs: zpid * DAY_MS }),
    })
  const putRentals = (writer: Pick<PostgresWriter, 'put'>) => {
    writer.put('agent', { agentId: 'a', username: 'a', name: 'Łucja "media"' })
    writer.put('building', building)
    for (let zpid = 1; zpid < 9; zpid++)
      writer.put('home', { ...rental(zpid), ...(zpid % 3 === 0 && { lotId: 'b-1' }) })
    for (const offerId of [1, 2]) writer.put('offer', oddOffer(offerId))
    for (const id of ['a', 'b']) writer.put('experience', oddExperience(id))
  }
  const rentals = homeQuery([], { listingClass: 'For_Rent', grouped: true })
  const textOf = ({ json }: EncodedPage) => Buffer.from(json('{"a":[', ']}').bytes).toString()

  /** Returns one page each of homes, offers and experiences. */
  const pagesOf = async (catalog: Pick<Catalog, 'search'>) => {
    const { offset, limit, today } = rentals
    const all = { where: [], offset, limit, grouped: false, today }
    const pages = await Promise.all([
      catalog.search('home').cards(rentals),
      catalog.search('offer').cards({ ...all, listingClass: oddOffer(1).searchType, order: 'Newest' }),
      catalog.search('experience').cards({ ...all, listingClass: 'Bookable', order: 'Steady' }),
    ])
    return pages.map(textOf)
  }

  test('addresses requested in one turn are read by one statement, figures by one statement per day, and each call gets its own result', async () => {
    const catalog = await backend.read(await frozenCatalog())
    const { agents, addresses } = catalog
    const { agentIds } = await agents.page({
      regions: [],
      nameWords: [],
      traits: [],
      specialties: [],
      languages: [],
      today: 0,
      offset: 0,
      limit: 20,
    })
    const days = [20_000, 20_500]
    const lines = ['1', '12', '8', 'zz', '\0']
    const places = (await addresses.addressesBeginning('1', 5)).map(({ houseNumber, street }) => ({
      houseNumber,
      street,
    }))
    const questions = [
      ...agentIds.flatMap((id) => days.map((day) => () => agents.figuresOf(id, day))),
      ...lines.map((line) => () => addresses.addressesBeginning(line, 5)),
      ...places.map(
        ({ houseNumber, street }) =>
          () =>
            addresses.addressesAt(houseNumber, street),
      ),
      ...places.map(
        ({ houseNumber, street }) =>
          () =>
            addresses.addressesAt(houseNumber, street, '1'),
      ),
    ]
    assert(agentIds.length > 1 && places.length > 1)
    const apart: unknown[] = []
    for (const ask of questions) apart.push(await ask())
    const { query } = Database.prototype
    let statements = 0
    Database.prototype.query = function <Row extends object>(this: Database, statement: PreparedStatement) {
      statements++
      return query.call(this, statement) as Promise<readonly Row[]> // the statement returns rows
    }
    try {
      assert.deepEqual(await Promise.all(questions.map((ask) => ask())), apart)
    } finally {
      Database.prototype.query = query
    }
    assert.equal(statements, 2 + days.length)
    await catalog.close()
  })

  test('search results of another version are made again for each answer until the next change; results with another picture origin are shared', async () => {
    const url = await backend.newUrl()
    const old = cardsOfProgram('old', 'https://one.example')
    const before = backend.write(url, nobody, old)
    putRentals(before)
    before.commit()
    const oldNode = await backend.read(url, nobody, { cards: old })
    const was = await pagesOf(oldNode)
    const elsewhere = await backend.read(url, nobody, { cards: cardsOfProgram('old', 'https://three.example') })
    assert.deepEqual(
      await pagesOf(elsewhere),
      was.map((page) => page.replaceAll('https://one.example/media', 'https://three.example/media')),
    )
    const cards = cardsOfProgram('new', 'https://two.example')
    const warnings: string[] = []
    const log = { ...silentLog, warn: (_: object, message: string) => void warnings.push(message) }
    const catalog = await backend.read(url, nobody, { cards, log })
    assert.match(
      warnings.join(),
      /^Search results in the database were rendered by another version .* until \.\/plat upgrade/,
    )
    const shown = await pagesOf(catalog)
    for (const [at, photo] of ['1.svg', '2.svg', '1.svg'].entries())
      assert.ok(shown[at]?.includes(`"by":"new","photo":"https://two.example/media/${photo}"`), shown[at])
    assert.doesNotMatch(shown.join(), /old|one\.example/)
    const made = async () =>
      new Set(
        (
          await backend.rows(url, 'SELECT made FROM catalog.card UNION ALL SELECT made FROM catalog.experience_card')
        ).map((row) => row.made),
      )
    assert.deepEqual(await made(), new Set([new CardWriter(old).made]))
    backend.write(url, nobody, cards).commit()
    assert.deepEqual(await made(), new Set([new CardWriter(cards).made]))
    await Promise.all([catalog.refresh(), oldNode.refresh()])
    assert.deepEqual(await pagesOf(catalog), shown)
    assert.deepEqual(await pagesOf(oldNode), was)
    assert.equal(warnings.length, 1)
    await Promise.all([oldNode.close(), elsewhere.close(), catalog.close()])
  })

  test('a large first import leaves the same indexes and keys as before, and rows in geographic order', async () => {
    const url = await backend.newUrl()
    const indexes = () =>
      backend.rows(url, `SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'catalog' ORDER BY 1`)
    const before = await indexes()
    const writer = backend.write(url, nobody, trialCards, 1)
    for (const [zpid, longitude] of [1, 2, 3, 4, 5].map((id) => [id, -97 - ((id * 3) % 5)] as const))
      writer.put('home', { ...listed(zpid, { listPrice: zpid }), point: { latitude: 30, longitude } })
    assert.equal(writer.get('home', 9), undefined)
    assert.equal([...writer.each('home')].length, 5)
    writer.put('home', listed(2, { listPrice: 7 }))
    assert.equal(writer.remove('home', 5), true)
    writer.commit()
    assert.deepEqual(await indexes(), before)
    const catalog = await backend.read(url)
    assert.deepEqual(await zpidsIn(catalog), [1, 3, 4, 2])
    assert.equal(catalog.about().counts.home, 4)
    const rows = await backend.rows(url, 'SELECT zpid FROM catalog.for_sale ORDER BY ctid')
    const along = ({ zpid }: Readonly<Record<string, unknown>>) => hilbertDistance(-97 - ((Number(zpid) * 3) % 5), 30)
    assert.deepEqual(
      rows,
      rows.toSorted((one, other) => along(one) - along(other)),
    )
    await catalog.close()
  })

  test('texts that PostgreSQL rejects are imported and shown unchanged, and found by the parts that it accepts', async () => {
    const url = await backend.newUrl()
    const odd = 'odd \0 \ud800 \\u0000 \\\0\0 end'
    const long = '長'.repeat(2000)
    const words = Array.from({ length: 5000 }, (_, i) => `word${i}`.padEnd(250, 'x')).join(' ')
    const one = listed(1, { mlsId: 'A\0B', listAgentId: 'a', description: `${odd} ${long} pool` })
    const many = { ...listed(2, { listAgentId: 'a', description: words }), source: 'odd\0' }
    const agent = { agentId: 'a', username: 'a', name: odd, officeId: 'o' }
    const noise = Array.from({ length: 9000 }, (_, i) => ((i * i * 7919) % 1009).toString(36)).join('')
    const endless = {
      ...listed(3, { mlsId: noise, listAgentId: noise, coListAgentId: `${noise}2` }),
      lotId: noise,
      address: { streetAddress: `3 ${noise} St`, city: noise, state: 'TX', zipcode: noise, neighborhood: noise },
    }
    const lived = [{ ...endless.address, streetAddress: `4 ${noise} St` }]
    const first = backend.write(url, nobody, trialCards, 1)
    first.put('home', endless)
    first.put('building', { ...building, name: noise, address: endless.address })
    first.put('person', { ...person('p'), addresses: lived })
    for (const each of [{ ...one, address: { ...one.address, city: 'Aus\0tin' } }, many]) first.put('home', each)
    first.put('agent', agent)
    first.commit()
    write(url, (writer) => {
      assert.deepEqual([...writer.idsOf('home', 'odd\0')], [2])
      writer.put('office', { officeId: 'o', name: 'The \0ffice' })
    })
    const store = new PostgresStore(url, 'plat')
    const tallied = store.tallySources('', () => {}).records.filter(({ noun }) => noun === 'home')
    assert.deepEqual(
      tallied.map(({ source }) => source),
      ['odd\ufffd', 'test'],
    )
    const cards = cardsOfProgram('other', 'http://127.0.0.1')
    const catalog = await backend.read(url, nobody, { cards })
    assert.deepEqual(await catalog.records.get('agent', 'a'), agent)
    assert.equal((await catalog.records.get('home', 1))?.listing?.description, one.listing?.description)
    assert.deepEqual(await catalog.search('home').homesWithMlsId('a\0b'), [1])
    assert.deepEqual(await catalog.search('home').homesWithMlsId(noise), [3])
    assert.deepEqual(await catalog.records.get('home', 3), endless)
    const query = (...searched: string[]) => homeQuery([{ kind: 'words', words: searched, phrases: [] }])
    const totals = [[long, 'pool'], ['word9'.padEnd(250, 'x')], ['elsewhere']].map(
      async (searched) => (await catalog.search('home').page(query(...searched))).total,
    )
    assert.deepEqual(await Promise.all(totals), [1, 1, 0])
    assert.equal(cardsOf(await catalog.search('home').cards(homeQuery([]))).length, 3)
    const [region] = catalog.regions().filter(({ key }) => key.startsWith('city/tx/') && key.length > 50)
    assert.equal(region?.key.length, 101)
    const place = { kind: 'place', regions: [region?.key ?? ''] } as const
    assert.deepEqual(await foundBy(catalog, place), [3])
    assert.deepEqual(await catalog.addresses.addressesBeginning('\0', 9), [])
    await catalog.close()
    write(url, (writer) => {
      writer.remove('home', 3)
      writer.remove('building', building.lotId)
    })
    const endlessId = { agentId: 'é'.repeat(1500), username: 'a', name: 'Ann' }
    const refused = backend.write(url)
    assert.throws(
      () => refused.put('agent', endlessId),
      faulty(EXIT.data, /^The id "é+"… of a record of the noun agent/),
    )
    refused.rollback()
    assert.deepEqual(await backend.rows(url, 'SELECT DISTINCT id FROM catalog.address_line ORDER BY 1'), [
      { id: '1' },
      { id: '2' },
    ])
  })

  test('a first import counts its listings directly, since tables without keys cannot look them up', async () => {
    const url = await backend.newUrl()
    const asked: string[] = []
    const { query } = Session.prototype
    Session.prototype.query = function (text, values) {
      asked.push(text)
      return query.call(this, text, values)
    }
    try {
      const writer = backend.write(url, nobody, trialCards, 1)
      for (const zpid of [1, 2, 3]) writer.put('home', zpid === 3 ? home(3) : listed(zpid, {}))
      writer.commit()
    } finally {
      Session.prototype.query = query
    }
    assert.deepEqual(
      asked.filter((text) => /catalog\.for_sale WHERE zpid = ANY/.test(text)),
      [],
    )
    write(url, (writer) => writer.remove('home', 1))
    const [row] = await backend.rows(url, "SELECT value FROM catalog.meta WHERE name = 'listed'")
    assert.equal(JSON.parse(String(row?.value)).For_Sale, 1)
  })

  let ofFrozenRecords: string | undefined
  const frozenCatalog = async () => {
    if (ofFrozenRecords !== undefined) return ofFrozenRecords
    ofFrozenRecords = await backend.newUrl()
    write(ofFrozenRecords, (writer) => {
      for (const [noun, records] of Object.entries(frozenRecords()))
        for (const record of records) writer.put(noun as Noun, record) // each key is a record type
    })
    return ofFrozenRecords
  }

  test('a change of derived data requires a new version number, so that everything is derived again', async () => {
    const url = await frozenCatalog()
    const gazetteer = loadGazetteer()
    const zips = Array.from({ length: 100_000 }, (_, zip) => gazetteer.zip(String(zip).padStart(5, '0')))
    checkVersion(
      {
        name: 'DERIVED_VERSION',
        fingerprintName: 'DERIVED_FINGERPRINT',
        file: 'src/catalog/postgres/tables/derived-version.ts',
        version: DERIVED_VERSION,
        fingerprint: DERIVED_FINGERPRINT,
      },
      [...derivedLines(url, ['ModificationTimestamp']), JSON.stringify(zips), JSON.stringify(TREE_INPUTS)],
    )
  })

  test('data derived by an older version of Plat is correct after the next change', async () => {
    const fresh = await frozenCatalog()
    const url = await backend.copyOf(fresh)
    const node = await backend.read(url)
    const regions = node.regions()
    const admin = new Session(url)
    const kept = ['home_point', 'place', 'agent_deal', 'event_day', 'address_word', 'region']
    const tables = derivedTables(admin).filter((name) => !kept.includes(name.slice('catalog.'.length)))
    for (const [at, table] of tables.entries()) if (at % 2 === 0) admin.query(`DELETE FROM ${table}`)
    admin.query(`UPDATE catalog.place SET homes = 7, west = -180; UPDATE catalog.agent_deal SET sold_for = 1;
      UPDATE catalog.event_day SET uses = 9; UPDATE catalog.address_word SET uses = 9; UPDATE catalog.region SET value = NULL, revision = 2;
      UPDATE catalog.meta SET value = '0' WHERE name = 'derived'`)
    admin.query(NEXT_COMMIT)
    admin.end()
    await node.refresh()
    assert.notDeepEqual(node.regions(), regions)
    write(url, () => {})
    await node.refresh()
    assert.deepEqual(derivedLines(url, ['revision']), derivedLines(fresh, ['revision']))
    assert.deepEqual(node.regions(), regions)
    await node.close()
    await backend.rows(url, `UPDATE catalog.meta SET value = '99' WHERE name = 'derived'`)
    assert.throws(() => backend.write(url), faulty(EXIT.data, /^A newer version of Plat derived/))
  })

  test('after changes by a version of Plat without change numbers, the next commit numbers all records', async () => {
    const url = await backend.newUrl()
    write(url, (writer) => {
      for (const zpid of [1, 2]) writer.put('home', home(zpid))
    })
    const node = await backend.read(url)
    const all = { from: 0, to: Number.MAX_SAFE_INTEGER }
    const [last] = await node.pages.changes(['home'], all, 1, 'last')
    await backend.rows(url, `UPDATE catalog.home SET id = 3, record = replace(record, ':2', ':3') WHERE id = 2`)
    await backend.rows(url, `UPDATE catalog.meta SET value = 'of another' WHERE name = 'token'`)
    write(url, (writer) => writer.put('home', home(4)))
    const changes = await node.pages.changes(['home'], all, 9)
    assert.deepEqual(
      changes.map(({ id, isGone }) => [id, isGone]),
      [
        [1, false],
        [2, true],
        [3, false],
        [4, false],
      ],
    )
    assert.ok((changes[0]?.sequence ?? 0) > (last?.sequence ?? 0))
    assert.ok((await node.pages.contents('home')).held.has('zpid'))
    await node.close()
  })

  test('a commit of one record per type scans no table of a large catalog', async () => {
    const url = await backend.newUrl()
    const office = { officeId: 'o', name: 'Office' }
    const agent = (name: string) => ({ agentId: name, username: name, name, officeId: 'o' })
    write(url, (writer) => {
      putRentals(writer)
      for (let zpid = 20; zpid < 80; zpid++) {
        const one = zpid < 50 ? soldHome(zpid) : listed(zpid, { listAgentId: `of ${zpid}`, listPrice: zpid })
        writer.put('home', { ...one, address: { ...one.address, city: `City ${zpid}`, zipcode: `${zpid}601` } })
      }
      for (const name of ['a', 'b', 'c', 'd']) writer.put('agent', agent(name))
      for (const id of ['p', 'q', 'r', 's']) {
        writer.put('person', person(id, `${id.length} Main St`))
        writer.put('school', school(id, 30))
      }
      writer.put('office', office)
    })
    const large = await Explained.connect(url)
    await large.pretend(1_000_000)
    await large.close()
    const passedOver = new Set<string>()
    const { query } = Session.prototype
    Session.prototype.query = function (text, values) {
      if (/^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/.test(text)) {
        for (const { 'QUERY PLAN': plans } of query.call(this, `EXPLAIN (FORMAT JSON, VERBOSE) ${text}`, values)) {
          const [{ Plan: plan }] = plans as [{ Plan: PlanNode }] // EXPLAIN returns such a plan
          for (const table of passedOverIn(plan)) passedOver.add(`${table}: ${text}`)
        }
      }
      const rows = query.call(this, text, values)
      if (text === 'BEGIN') query.call(this, LOOK_UP)
      return rows
    }
    try {
      write(url, (writer) => {
        writer.put('home', { ...rental(1), address: { ...rental(1).address, city: 'Newtown' } })
        writer.put('home', listed(90, { listPrice: 7 }))
        writer.remove('home', 30)
        writer.put('building', { ...building, name: 'Another' })
        writer.put('agent', { ...agent('b'), name: 'Anna' })
        writer.put('office', { ...office, name: 'Another' })
        writer.put('person', person('p', '9 Elm St'))
        writer.put('school', school('p', 31))
        writer.put('offer', { ...oddOffer(1), title: 'Another' })
        writer.put('experience', { ...oddExperience('a'), title: 'Another' })
      })
    } finally {
      Session.prototype.query = query
    }
    assert.deepEqual([...passedOver], [])
  })

  test('imports that read records in advance result in the same homes as imports into a file, with few statements', async () => {
    const trial = new Trial()
    const url = await backend.newUrl()
    const newCatalogId = () => '0'.repeat(16)
    const inFolder = () =>
      openWriter({ dataDir: trial.folder, kind: 'imported', replace: false, cards: trialCards, newCatalogId })
    const fields = '  StreetAddress: street\n  LivingArea: area\n  PostalCode'
    const mapping = (source: string) =>
      SALES_MAPPING.replace('source: county', `source: ${source}`).replace('  PostalCode', fields)
    const row = (id: number, street: string, price: number) =>
      `${id},98103,2015-01-02,${price},${(id % 4) + 1},${street},${900 + (id % 7)}\n`
    const rows = (from: number, to: number, price: number, shift = 0) =>
      Array.from({ length: to - from }, (_, i) =>
        row(from + i, `${(from + i) % 37} ${shift + 1} Main St`, price + i),
      ).join('')
    const statements = counting()
    const selectsOfRuns: (readonly unknown[])[] = []
    const imports = [
      ['county', rows(1, 40, 200_000)],
      ['mls', rows(1, 60, 310_000) + rows(10, 20, 320_000)],
      ['mls', rows(1, 30, 330_000, 1) + rows(20, 70, 340_000) + row(25, '3 1 Main St', 340_000)],
    ] as const
    for (const [source, content] of imports) {
      const run = (open: () => CatalogWriter) =>
        trial.run(`id,zip,date,price,beds,street,area\n${content}`, mapping(source), {
          openWriter: open,
          acceptRejects: true,
        })
      const { seconds: _, ...inFile } = await run(inFolder)
      statements.reset()
      const { seconds: __, ...report } = await run(() => backend.write(url))
      selectsOfRuns.push([source, report.rowsRead, statements.selects()])
      assert.deepEqual(report, inFile)
    }
    const [one, other] = [inFolder(), backend.write(url)].map((writer) => {
      const homes = [...writer.each('home')].sort((a, b) => a.zpid - b.zpid)
      const joined = writer.sourceHomes.homes().map((id) => writer.sourceHomes.of(id))
      writer.rollback()
      return { homes, joined }
    })
    assert.deepEqual(other, one)
    assert.ok((one?.joined.length ?? 0) > 5, 'some are joined')
    statements.end()
    trial.remove()
    assert.ok(
      selectsOfRuns.slice(0, 2).every(([, read, selects]) => Number(selects) < Number(read) / 4),
      JSON.stringify(selectsOfRuns),
    )
  })

  test('time limits of statements do not apply to imports and to reading the state of a node', async () => {
    const url = await backend.newUrl()
    const hurried = new Session(url)
    hurried.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET statement_timeout = 1000', current_database()); END $$`,
    )
    hurried.query(`CREATE FUNCTION catalog.late() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(1.1); RETURN NEW; END $$`)
    hurried.query(`CREATE TRIGGER late BEFORE INSERT ON catalog.card FOR EACH ROW EXECUTE FUNCTION catalog.late()`)
    hurried.query('ALTER TABLE catalog.region RENAME TO listed_region')
    hurried.query('CREATE VIEW catalog.region AS SELECT * FROM catalog.listed_region')
    hurried.end()
    write(url, (writer) => writer.put('home', listed(1, {})))
    await backend.rows(
      url,
      `CREATE OR REPLACE VIEW catalog.region AS
      SELECT listed_region.* FROM catalog.listed_region, (SELECT pg_sleep(1.1)::text <> 'never') slow`,
    )
    const database = await Database.open({ url, statementMs: 1000 })
    const catalog = await backend.over(database)
    assert.equal(catalog.about().counts.home, 1)
    await catalog.close()
  })

  test('words that differ by one typo are the same as from a file, in the same order', async () => {
    const url = await backend.newUrl()
    const unit = fc.constantFrom('a', 'b', 'c', 'd', '2', 'ж', '字')
    const typed = fc.string({ unit, minLength: 1, maxLength: 6 })
    const counted = fc.sample(fc.tuple(typed, fc.integer({ min: 1, max: 3 })), { numRuns: 400, seed: 1 })
    const words = new Map(counted)
    const values = Array.from(words, ([word, uses]) => `('${word}', ${uses})`).join(', ')
    await backend.rows(url, `INSERT INTO catalog.address_word VALUES ${values}`)
    const catalog = await backend.read(url)
    const { addresses } = catalog
    const list = new WordList(wordArrays(words))
    for (const word of fc.sample(typed, { numRuns: 150, seed: 2 })) {
      assert.deepEqual(await addresses.wordsOneSlipAway(word), list.wordsOneSlipAway(word), word)
      assert.deepEqual(await addresses.beginningsOneSlipAway(word), list.beginningsOneSlipAway(word), word)
    }
    await catalog.close()
  })

  test('an interruption ends the writer’s running statement, and earlier statements can still be undone', async () => {
    const url = await backend.newUrl()
    const reason = new CommandFault('Interrupted.', EXIT.interrupted)
    let looks = Number.NEGATIVE_INFINITY
    const signal = Object.defineProperty(AbortSignal.abort(reason), 'aborted', { get: () => ++looks > 1 })
    const session = new Session(url, signal)
    session.query('BEGIN')
    session.query(`INSERT INTO catalog.meta VALUES ('undone', '')`)
    looks = 0 // starts counting here, after the statement before the training
    assert.throws(() => session.query('SELECT pg_sleep(3600)'), reason)
    session.query('ROLLBACK')
    assert.deepEqual(session.query(`SELECT FROM catalog.meta WHERE name = 'undone'`), [])
    session.end()
  })

  test('a session begins with a new connection, although it uses the thread of an ended session', async () => {
    const url = await backend.newUrl()
    const first = new Session(url)
    first.query(`SET application_name = 'first'`)
    first.query('CREATE TEMPORARY TABLE left_over ()')
    first.end()
    const unreachable = new Session('postgres://127.0.0.1:1/none')
    assert.throws(() => unreachable.query('SELECT'), CommandFault)
    unreachable.end()
    const next = new Session(url)
    const [seen] = next.query(`SELECT to_regclass('left_over') AS table, current_setting('application_name') AS name`)
    assert.deepEqual({ ...seen }, { table: null, name: 'plat import' })
    next.end()
  })

  test('the server ends the transaction of a writer within seconds if its machine disappears, even during a statement', async () => {
    const url = await backend.newUrl()
    const session = new Session(url)
    beginAlone(session)
    const settings = ['client_connection_check_interval', 'tcp_keepalives_idle', 'tcp_user_timeout']
    const values = session.query('SELECT current_setting(name) AS value FROM unnest($1::text[]) name', [settings])
    assert.deepEqual(
      values.map(({ value }) => value),
      ['1s', '5', '20000'],
    )
    session.end()
  })

  test('the server ends the transaction of a writer that hangs, but not of a writer that sends no statement for a long time', async () => {
    const url = await backend.newUrl()
    const session = new Session(url)
    beginAlone(session)
    const [limit] = session.query(`SELECT current_setting('idle_in_transaction_session_timeout') AS is`)
    assert.equal(limit?.is, '1min')
    session.query(`SET LOCAL idle_in_transaction_session_timeout = '12s'`)
    await sleep(14_000) // longer than the limit, with one keep-alive message in between
    session.query(`SET LOCAL idle_in_transaction_session_timeout = '50ms'`)
    await sleep(500)
    assert.throws(() => session.query('SELECT'), /closed the connection because this process was idle for a minute/)
    session.end()
    const next = new Session(url)
    beginAlone(next)
    next.end()
  })

  for (const [how, channel, pollMs] of [
    ['looks for', undefined, 5],
    ['is notified of', COMMIT_CHANNEL, undefined],
  ] as const)
    test(`a node switches by itself to a commit of another node, which it ${how}`, async () => {
      const url = await backend.newUrl()
      write(url, (writer) => writer.put('home', listed(1, {})))
      const database = await Database.open({ url, ...(channel && { channel }) })
      const catalog = await backend.over(database, pollMs && { pollMs })
      const { dataVersion } = catalog.about()
      const version = catalog.version()
      write(url, (writer) => writer.put('home', listed(2, {})))
      await until(() => catalog.about().dataVersion !== dataVersion)
      assert.notEqual(catalog.version(), version)
      assert.deepEqual(await zpidsIn(catalog), [1, 2])
      await catalog.close()
    })

  test('after a restored database has caught up, no answer contains lost data', async () => {
    const url = await backend.newUrl()
    const put = (to: string, city: string, zpid: number) => {
      const address = { streetAddress: `${zpid} Elm St`, city, state: 'TX', zipcode: '' }
      write(to, (writer) => writer.put('home', { ...listed(zpid, { listPrice: zpid }), address }))
    }
    put(url, 'Austin', 1)
    const dump = await backend.copyOf(url)
    put(url, 'Losttown', 2)
    put(dump, 'Newtown', 2)
    const database = await Database.open({ url })
    const catalog = await backend.over(database)
    const wordsAndCities = async () => [
      catalog.regions().flatMap(({ key }) => (key.startsWith('city/') ? [key] : [])),
      await catalog.addresses.wordsOneSlipAway('losttow'),
      await catalog.addresses.wordsOneSlipAway('newtow'),
    ]
    assert.deepEqual(await wordsAndCities(), [['city/tx/austin', 'city/tx/losttown'], ['losttown'], []])
    const lost = catalog.about().dataVersion
    await backend.restore(url, dump)
    const refreshed = () => catalog.refresh().then(() => true)
    await until(() => refreshed().catch(() => false)) // fails while connections are cut
    assert.notEqual(catalog.about().dataVersion, lost)
    const restored = [['city/tx/austin', 'city/tx/newtown'], [], ['newtown']]
    assert.deepEqual(await wordsAndCities(), restored)
    const page = await catalog.market.facts('sales', 'city/tx/newtown')
    assert.equal(page.dataVersion, catalog.about().dataVersion)
    // The service continues from the restored state, and reads only what is new.
    put(url, 'Austin', 3)
    await catalog.refresh()
    assert.deepEqual(await wordsAndCities(), restored)
    assert.deepEqual(await zpidsIn(catalog), [1, 2, 3])
    await catalog.close()
  })

  test('while the server is unreachable, calls fail with advice to retry; they work again once it is back', async () => {
    const url = await backend.newUrl()
    write(url, (writer) => writer.put('home', listed(1, {})))
    const lines: string[] = []
    const say = (_: object, message: string) => void lines.push(message)
    const catalog = await backend.read(url, nobody, { pollMs: 5, log: { info: say, warn: say, error: say } })
    await server.stop()
    const busy = (error: unknown) => error instanceof Fault && error.code === 'server.busy'
    await assert.rejects(catalog.records.get('home', 1), busy)
    await assert.rejects(catalog.search('home').cards(homeQuery([])), busy)
    await until(() => lines.length > 0)
    await server.start()
    assert.deepEqual(await zpidsIn(catalog), [1])
    await until(() => lines.at(-1)?.endsWith(' works again') === true)
    assert.match(lines[0] ?? '', /^The database postgres:.* refused until then\.$/)
    await catalog.close()
  })

  test('a search that takes too long is rejected as too costly, and a record lookup may be retried', async () => {
    const url = await backend.newUrl()
    write(url, (writer) => writer.put('home', listed(1, {})))
    const catalog = await backend.over(await Database.open({ url, statementMs: 200 }))
    const locking = new Session(url)
    locking.query('BEGIN')
    for (const table of ['for_sale', 'offer_for_sale', 'experience_bookable', 'home'])
      locking.query(`LOCK TABLE catalog.${table} IN ACCESS EXCLUSIVE MODE`)
    const page = { where: [], offset: 0, limit: 10, grouped: false, today: 20_000 }
    const sale: QueryNode = { kind: 'flags', all: ['garage'], some: [], none: [] }
    const searches = [
      () => catalog.search('home').page(homeQuery([])),
      () => catalog.search('home').cards(homeQuery([])),
      () => catalog.search('home').explain(homeQuery([sale])),
      () => catalog.search('home').countBy(homeQuery([]), 'zipcode'),
      () => catalog.search('home').selectAll(homeQuery([]), []),
      () => catalog.search('offer').cards({ ...page, listingClass: 'For_Sale', order: 'Newest' }),
      () => catalog.search('experience').cards({ ...page, listingClass: 'Bookable', order: 'Steady' }),
    ]
    const refused = (code: string) => (error: unknown) => error instanceof Fault && error.code === code
    for (const search of searches) await assert.rejects(search, refused('search.too_costly'))
    await assert.rejects(catalog.records.get('home', 1), refused('server.busy'))
    locking.end()
    await catalog.close()
  })

  test('a writer that cannot reach its database, or loses it, reports one sentence and changes nothing', async () => {
    const url = await backend.newUrl()
    const refused = new URL(url)
    refused.password = 'wrong'
    assert.throws(() => backend.write(refused.href), faulty(EXIT.denied, /refuses the user or the password/))
    assert.throws(() => backend.write('postgres://127.0.0.1:1/plat'), faulty(EXIT.busy, /nothing listens there/))
    assert.throws(() => backend.write('postgres://['), faulty(EXIT.usage, /^The database address must look like/))
    const writer = backend.write(url)
    writer.put('home', listed(1, {}))
    await backend.endImports()
    assert.throws(() => writer.commit(), faulty(EXIT.busy, /^The database postgres:/))
    writer.rollback()
    write(url, (next) => assert.equal(next.get('home', 1), undefined))
  })

  test('estimates are the same as from a file with the same homes', async () => {
    const put = (writer: Pick<CatalogWriter, 'put'>) => {
      for (let zpid = 1; zpid <= 620; zpid++) writer.put('home', soldHome(zpid))
    }
    const dataDir = mkdtempSync(join(tmpdir(), 'plat-postgres-'))
    const newCatalogId = () => '0'.repeat(16)
    const writer = openWriter({ dataDir, kind: 'imported', replace: false, cards: trialCards, newCatalogId })
    put(writer)
    writer.commit()
    const file = openCatalog(dataDir, silentLog, trialCards)
    const catalog = await backend.catalogWith(put)
    const learned = await learnedFrom(catalog.estimators)
    assert.deepEqual(learned, await learnedFrom(file.estimators))
    assert.equal(learned.estimates.length, 2)
    const today = await catalog.estimators.of('price', 'TX', Number.POSITIVE_INFINITY)
    await catalog.refresh()
    assert.equal(await catalog.estimators.of('price', 'TX', Number.POSITIVE_INFINITY), today)
    await catalog.close()
    file.close()
    rmSync(dataDir, { recursive: true })
  })

  test('estimators are trained again once a tenth of the homes has changed, and if a source is removed', async () => {
    const url = await backend.newUrl()
    const change = (work: (writer: PostgresWriter) => void) => {
      const writer = backend.write(url)
      work(writer)
      writer.commit()
    }
    const homes = Array.from({ length: 100 }, (_, i) => soldHome(i + 1))
    change((writer) => {
      for (const each of homes) writer.put('home', each)
    })
    const catalog = await backend.read(url)
    const sales = async () => {
      await catalog.refresh()
      return (await catalog.estimators.all()).map((market) => market.sales)
    }
    assert.deepEqual(await sales(), [100, 100], 'of the state, and of the country')
    change((writer) => {
      for (const { zpid } of homes.slice(0, 10)) writer.remove('home', zpid)
    })
    change((writer) => {
      for (const { zpid } of homes.slice(0, 10)) writer.put('home', { ...soldHome(zpid + 500), zpid })
    })
    change((writer) => {
      for (const { zpid } of homes.slice(0, 10)) writer.remove('home', zpid)
    })
    assert.deepEqual(await sales(), [100, 100], 'the same ten homes, thrice')
    change((writer) => writer.remove('home', 11))
    assert.deepEqual(await sales(), [89, 89])
    change((writer) => {
      writer.remove('home', 12)
      writer.learnAgain()
    })
    assert.deepEqual(await sales(), [88, 88])
    await catalog.close()
  })

  test('market facts that a large import stores in parts include all its homes, and become one part when they change', async () => {
    const url = await backend.newUrl()
    const session = new Session(url)
    const placed = (home: Home) => ({ place: 0, facts: homeFacts(home) })
    const homes = [1, 2, 3, 4].map((zpid) => listed(zpid, { listPrice: zpid, status: 'Active' }))
    const inParts = new PlaceFacts(new PostgresFactStore(session), 1)
    for (const one of homes) inParts.replace(undefined, placed({ ...one, estimate: { value: 1000 * one.zpid } }))
    inParts.store()
    const asked = () =>
      session
        .query('SELECT bytes FROM catalog.market_sales WHERE place = 0 ORDER BY part')
        .map(({ bytes }) => [...openFacts('sales', bytes as Uint8Array).asked]) // the column contains bytes
    const parts = asked()
    assert.ok(parts.length > 1)
    assert.deepEqual(parts.flat().sort(byNumber), [1, 2, 3, 4])
    const again = new PlaceFacts(new PostgresFactStore(session), 1)
    for (const one of homes) again.replace(undefined, placed({ ...one, zpid: one.zpid + 9 }))
    again.store()
    assert.deepEqual(asked().flat().sort(byNumber), [1, 1, 2, 2, 3, 3, 4, 4])
    for (const one of homes) again.replace(placed({ ...one, zpid: one.zpid + 9 }), undefined)
    again.store()
    const [first, , third] = homes
    assert.ok(first !== undefined && third !== undefined)
    const change = new PlaceFacts(new PostgresFactStore(session))
    change.replace(placed({ ...third, estimate: { value: 3000 } }), undefined)
    change.replace(undefined, placed({ ...first, zpid: 5, estimate: { value: 1000 } }))
    change.store()
    assert.deepEqual(
      asked().map((prices) => prices.sort(byNumber)),
      [[1, 1, 2, 4]],
    )
    const [values, ...others] = session.query('SELECT bytes FROM catalog.market_values WHERE place = 0')
    assert.equal(others.length, 0)
    assert.deepEqual([...openFacts('values', values?.bytes as Uint8Array).homes], [4]) // the column contains bytes
    session.end()
  })
})

/** The planner chooses no indexes for so few rows. With these settings, it chooses an index wherever it can use one. */
const LOOK_UP = 'SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off'

/** Tables whose number of rows does not grow with the number of records, or that each commit reads completely. */
const FEW = ['meta', 'blob', 'event_day', 'place_state', 'estimator']

/**
 * Yields the catalog's tables that a plan reads without an index condition. Ignores tables of which the plan reads only
 * the first rows.
 */
function* passedOverIn(plan: PlanNode): Generator<string> {
  if (plan['Node Type'] === 'Limit') return
  const { Schema: schema, 'Relation Name': table = '', 'Index Cond': condition, 'Recheck Cond': recheck } = plan
  const isRead = plan['Node Type'].endsWith('Scan') && schema === 'catalog' && !FEW.includes(table)
  if (isRead && condition === undefined && recheck === undefined) yield table
  for (const child of plan.Plans ?? []) yield* passedOverIn(child)
}

/** Returns each estimator's estimate of a home, and the backtest of the newest estimator. */
async function learnedFrom(estimators: EstimatorLookup) {
  const all = await estimators.all()
  const estimates = all.map(async ({ kind, market, day }) => {
    const estimator = await estimators.of(kind, market, day)
    return estimator && [estimator.sales, estimator.effects, estimator.estimate(homeInputs(soldHome(9001)), [], day)]
  })
  const backtest = await estimators.backtest('price', 'TX')
  return { all, estimates: await Promise.all(estimates), backtest: backtest && Buffer.from(backtest) }
}

/** Counts the statements by which writers look up records by id, or homes by key. Stops counting when closed. */
function counting() {
  const { query } = Session.prototype
  let selects = 0
  Session.prototype.query = function (text, values) {
    if (/FROM catalog\.(home|source_home|home_key)\b/.test(text) && text.startsWith('SELECT')) selects++
    return query.call(this, text, values)
  }
  return {
    reset: () => {
      selects = 0
    },
    selects: () => selects,
    end: () => {
      Session.prototype.query = query
    },
  }
}

function byNumber(one: number, other: number): number {
  return one - other
}

/** Resolves when the condition becomes true. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(5)
}

function faulty(exitCode: number, message: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof CommandFault, String(error))
    assert.equal(error.exitCode, exitCode)
    assert.match(error.message, message)
    return true
  }
}
