import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { type ResoOptions, ResoTrialServer } from '../../../test/sync/reso-server.ts'
import { listing, SyncTrial } from '../../../test/sync/trial.ts'
import { CommandFault } from '../../kit/base/failure.ts'

let trial: SyncTrial
afterEach(() => trial.close())

async function begin(configuration: string, options: Partial<ResoOptions> = {}): Promise<SyncTrial> {
  trial = new SyncTrial(await ResoTrialServer.start(options), configuration)
  return trial
}

function later(): void {
  trial.server.nowMs += 3_600_000
  trial.clock.pass(3_600_000)
}

function medium(key: string, of: string, change: Readonly<Record<string, unknown>> = {}) {
  const url = `https://media.example/${key}.jpg`
  return { MediaKey: key, ResourceName: 'Property', ResourceRecordKey: of, MediaURL: url, Order: 1, ...change }
}

function openHouse(key: string, of: string, change: Readonly<Record<string, unknown>> = {}) {
  const [OpenHouseStartTime, OpenHouseEndTime] = ['2026-02-01T18:00:00Z', '2026-02-01T20:00:00Z']
  return {
    OpenHouseKey: key,
    ListingKey: of,
    OpenHouseStatus: 'Active',
    OpenHouseStartTime,
    OpenHouseEndTime,
    ...change,
  }
}

/** Returns the URLs of a home's pictures. */
function photos(key: string): (string | undefined)[] | undefined {
  return trial.homes.get(key)?.listing?.photos?.map(({ url }) => url.match(/([^/]+)\.jpg$/)?.[1])
}

const SEPARATE = 'resources: [Property, Media, OpenHouse]'
const EXPANDED = 'resources: { Property: { expand: [Media, OpenHouses] } }'

test('pictures and open houses are the same whether they are expanded or in their own resources', async () => {
  const homes: unknown[] = []
  for (const configuration of [SEPARATE, EXPANDED]) {
    const { server } = await begin(configuration, { pageMax: 2 })
    for (const key of ['a', 'b', 'c']) server.put('Property', listing(key))
    for (const [i, key] of ['m1', 'm2', 'm3', 'm4'].entries()) server.put('Media', medium(key, 'a', { Order: 4 - i }))
    server.put('Media', medium('n1', 'b', { Order: 2 }))
    server.put('Media', medium('n2', 'b', { Order: 9, PreferredPhotoYN: true }))
    server.put('OpenHouse', openHouse('o1', 'a'))
    await trial.turn()
    assert.deepEqual([photos('a'), photos('b'), photos('c')], [['m4', 'm3', 'm2', 'm1'], ['n2', 'n1'], undefined])
    assert.deepEqual(trial.homes.get('a')?.listing?.openHouses, [
      { startMs: Date.UTC(2026, 1, 1, 18), endMs: Date.UTC(2026, 1, 1, 20) },
    ])
    homes.push([...trial.homes])
    if (configuration === SEPARATE) trial.close()
  }
  assert.deepEqual(homes[0], homes[1])
})

test('a changed picture reaches the home although the home’s own row has not changed', async () => {
  const { server } = await begin(SEPARATE)
  server.put('Property', listing('a'))
  server.put('Media', medium('m1', 'a'))
  await trial.turn()
  later()
  server.put('Media', medium('m2', 'a', { Order: 0 }))
  server.put('OpenHouse', openHouse('o1', 'a'))
  await trial.turn()
  assert.deepEqual(photos('a'), ['m2', 'm1'])
  assert.equal(trial.homes.get('a')?.listing?.openHouses?.length, 1)
  later()
  server.put('OpenHouse', openHouse('o1', 'a', { OpenHouseStatus: 'Canceled' }))
  await trial.turn()
  assert.equal(trial.homes.get('a')?.listing?.openHouses, undefined)
})

test('the time of changed pictures is followed besides that of the row', async () => {
  const { server } = await begin(
    'resources: { Property: { changed: [ModificationTimestamp, PhotosChangeTimestamp] }, Media: {} }',
  )
  server.put('Property', listing('a', { PhotosChangeTimestamp: '2026-01-01T00:00:00Z' }))
  server.put('Media', medium('m1', 'a'))
  await trial.turn()
  later()
  const { ModificationTimestamp } = server.table('Property').get('a') ?? {}
  server.remove('Media', 'm1')
  const PhotosChangeTimestamp = new Date(server.nowMs).toISOString()
  server.put('Property', { ListingKey: 'a', ModificationTimestamp, PhotosChangeTimestamp })
  await trial.turn()
  assert.equal(photos('a'), undefined)
})

test('nonpublic parts are excluded: private pictures, documents, tours for brokers', async () => {
  for (const configuration of [SEPARATE, EXPANDED]) {
    const { server } = await begin(configuration)
    server.put('Property', listing('a'))
    const media = {
      shown: {},
      public: { Permission: ['Public'], MediaCategory: 'Photo' },
      private: { Permission: ['Private'] },
      office: { Permission: 'Office Only' },
      document: { MediaCategory: 'Document' },
      deleted: { MediaStatus: 'Deleted' },
      hidden: { MlgCanView: false },
      unlinked: { MediaURL: null },
    }
    for (const [key, change] of Object.entries(media)) server.put('Media', medium(key, 'a', change))
    server.put('OpenHouse', openHouse('public', 'a', { OpenHouseType: 'Public' }))
    server.put('OpenHouse', openHouse('broker', 'a', { OpenHouseType: 'Broker' }))
    server.put('OpenHouse', openHouse('endless', 'a', { OpenHouseEndTime: null }))
    const { resources } = await trial.turn()
    assert.deepEqual(photos('a'), ['public', 'shown'])
    assert.equal(trial.homes.get('a')?.listing?.openHouses?.length, 1)
    assert.deepEqual(resources[0]?.reported, [])
    if (configuration === SEPARATE) trial.close()
  }
})

test('agents and offices come from the same server, with the pictures of agents', async () => {
  const { server, catalogue } = await begin('resources: [Property, Member, Office, Media]')
  server.put('Office', { OfficeKey: 'o', OfficeName: 'Acme', OfficeCity: 'Seattle' })
  server.put('Member', {
    MemberKey: 'm',
    MemberFullName: 'Ann Lee',
    OfficeKey: 'o',
    MemberLanguages: ['English', 'Klingon'],
  })
  server.put('Property', listing('a', { ListAgentKey: 'm' }))
  server.put('Media', medium('p', 'm', { ResourceName: 'Member' }))
  server.put('Media', medium('q', 'm'))
  const report = await trial.turn()
  const [agent] = catalogue.all('agent')
  const [office] = catalogue.all('office')
  assert.partialDeepStrictEqual(agent, {
    name: 'Ann Lee',
    photoUrl: 'https://media.example/p.jpg',
    languages: ['english'],
  })
  assert.equal(agent?.officeId, office?.officeId)
  assert.equal(trial.homes.get('a')?.listing?.listAgentId, agent?.agentId)
  assert.deepEqual(
    report.resources.map(({ resource, counts }) => [resource, counts.new]),
    [
      ['Office', 1],
      ['Member', 1],
      ['Property', 1],
    ],
  )
})

test('a numbered list of changes shows changed and deleted rows', async () => {
  const { server } = await begin(`${SEPARATE}\nentityEvents: true\nreconcile: 0s`)
  for (const key of ['a', 'b', 'c']) server.put('Property', listing(key))
  server.put('Media', medium('m1', 'c'))
  await trial.turn()
  server.put('Property', { ListingKey: 'a', ListPrice: 1_000 })
  server.remove('Property', 'b')
  server.put('Media', medium('m2', 'c', { Order: 0 }))
  server.requests.length = 0
  await trial.turn()
  assert.deepEqual([...trial.homes.keys()], ['a', 'c'])
  assert.equal(trial.homes.get('a')?.listing?.listPrice, 1_000)
  assert.deepEqual(photos('c'), ['m2', 'm1'])
  assert.ok(!server.requests.some((request) => request.includes('ModificationTimestamp')))
  server.requests.length = 0
  await trial.turn()
  assert.deepEqual(server.requests.length, 1)
})

test('no event is lost if events are switched on later, or if a resource is added', async () => {
  const { server } = await begin('reconcile: 0s')
  for (const key of ['a', 'b']) server.put('Property', listing(key))
  await trial.turn()
  later()
  server.put('Property', { ListingKey: 'a', ListPrice: 1_000 })
  trial.configuration = 'entityEvents: true\nreconcile: 0s'
  await trial.turn()
  assert.equal(trial.homes.get('a')?.listing?.listPrice, 1_000)
  server.put('Property', { ListingKey: 'a', ListPrice: 2_000 })
  server.remove('Property', 'b')
  trial.configuration = 'resources: [Office, Property]\nentityEvents: true\nreconcile: 0s'
  await trial.turn()
  assert.equal(trial.homes.get('a')?.listing?.listPrice, 2_000)
  assert.deepEqual([...trial.homes.keys()], ['a'])
})

test('the events since the start of a copy show what changed while it was interrupted', async () => {
  const { server } = await begin('resources: { Property: { top: 2 } }\nentityEvents: true\nreconcile: 0s', {
    pageMax: 2,
  })
  for (const key of ['a', 'b', 'c', 'd']) server.put('Property', listing(key))
  server.trouble = (number) => (number > 2 ? { kind: 'gone' } : undefined)
  await assert.rejects(trial.turn(), CommandFault)
  assert.deepEqual([...trial.homes.keys()], ['a', 'b'])
  server.trouble = () => undefined
  server.put('Property', { ListingKey: 'a', ListPrice: 1_000 })
  server.remove('Property', 'b')
  await trial.turn()
  assert.deepEqual([...trial.homes.keys()].sort(), ['a', 'c', 'd'])
  assert.equal(trial.homes.get('a')?.listing?.listPrice, 1_000)
})

test('a refused resource does not prevent others from being copied and followed, also with events', async () => {
  const { server } = await begin(
    'resources: { Member: { path: People }, Property: {} }\nentityEvents: true\nreconcile: 0s',
  )
  server.put('Property', listing('a'))
  await assert.rejects(trial.turn(), /rejected the query for People: it answers 404/)
  server.put('Property', { ListingKey: 'a', ListPrice: 1_000 })
  server.put('Property', listing('b'))
  await assert.rejects(trial.turn(), /rejected the query for People: it answers 404/)
  assert.deepEqual([...trial.homes.keys()], ['a', 'b'])
  assert.equal(trial.homes.get('a')?.listing?.listPrice, 1_000)
})

test('a server’s own values are translated into the standard values that it states', async () => {
  const { server } = await begin('lookups: true')
  const lookup = (LookupName: string, LookupValue: string, StandardLookupValue: string | null) =>
    server.put('Lookup', { LookupKey: `${LookupName} ${LookupValue}`, LookupName, LookupValue, StandardLookupValue })
  lookup('PropertySubType', 'Row House', 'Townhouse')
  lookup('View', 'Sea', 'Ocean')
  lookup('View', 'Golf', null)
  server.put('Property', listing('a', { PropertySubType: 'Row House', View: ['Sea', 'Golf'] }))
  server.put('Property', listing('b', { PropertySubType: 'Townhouse', View: 'Golf,Sea' }))
  await trial.turn()
  for (const key of ['a', 'b']) {
    assert.equal(trial.homes.get(key)?.homeType, 'TOWNHOUSE')
    assert.deepEqual(trial.homes.get(key)?.facts.views, ['Water'])
  }
})

test('a server that refuses long requests gets requests with fewer keys', async () => {
  const { server } = await begin(SEPARATE, { filterMax: 60 })
  for (let i = 0; i < 30; i++) {
    server.put('Property', listing(`k${i}`))
    server.put('Media', medium(`m${i}`, `k${i}`))
  }
  await trial.turn()
  for (let i = 0; i < 30; i++) assert.deepEqual(photos(`k${i}`), [`m${i}`])
})
