import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type JsonRow, textOf } from './asked.ts'
import { type CoreDoor, coreDoors, query } from './core-doors.ts'
import { type DeclaredType, readMetadata } from './metadata-document.ts'

suite('the checks of EntityEvent', () => {
  const doors = coreDoors()

  async function typesOf({ door }: CoreDoor): Promise<readonly DeclaredType[]> {
    return readMetadata((await door.ask('/$metadata')).text).types
  }

  async function each(check: (core: CoreDoor) => Promise<void>): Promise<void> {
    assert.equal(doors().length, 2)
    for (const core of doors()) await check(core)
  }

  const sequencesOf = (rows: readonly JsonRow[]) => rows.map((row) => row.EntityEventSequence as number)
  const isRising = (numbers: readonly number[]) =>
    numbers.every((number, i) => i === 0 || number > Number(numbers[i - 1]))

  test('metadata-valid: the metadata declare the number as the key, and names and keys as texts', () =>
    each(async (core) => {
      const event = (await typesOf(core)).find(({ name }) => name === 'EntityEvent')
      assert.deepEqual(event?.keys, ['EntityEventSequence'])
      const types = Object.fromEntries(event.fields.map(({ name, type }) => [name, type]))
      assert.deepEqual(types, {
        EntityEventSequence: 'Edm.Int64',
        ResourceName: 'Edm.String',
        ResourceRecordKey: 'Edm.String',
        ResourceRecordUrl: 'Edm.String',
      })
    }))

  test('read-only-enforced: nothing is written, changed or removed, and the answer is a 4xx', () =>
    each(async ({ door }) => {
      const before = (await door.page('/EntityEvent?$count=true&$top=0'))['@odata.count']
      const json = { 'content-type': 'application/json' }
      for (const [method, address] of [
        ['POST', '/EntityEvent'],
        ['PATCH', "/EntityEvent('1')"],
        ['PUT', "/EntityEvent('1')"],
        ['DELETE', "/EntityEvent('1')"],
      ] as const) {
        const { status, body } = await door.ask<JsonRow>(address, json, method, method === 'DELETE' ? undefined : '{}')
        assert.ok(status >= 400 && status < 500, `${method} is a ${status}`)
        assert.equal(typeof (body.error as JsonRow).code, 'string')
      }
      assert.equal((await door.page('/EntityEvent?$count=true&$top=0'))['@odata.count'], before)
    }))

  test('event-structure: each event has a resource, a key and a number within the range of JSON', () =>
    each(async ({ door }) => {
      const rows = await door.rows('/EntityEvent?$top=1000&$orderby=EntityEventSequence%20asc')
      assert.ok(rows.length > 0)
      for (const { ResourceName, ResourceRecordKey, EntityEventSequence } of rows) {
        assert.ok(['Property', 'Member', 'Office'].includes(String(ResourceName)))
        assert.ok(typeof ResourceRecordKey === 'string' && ResourceRecordKey !== '')
        assert.ok(Number.isSafeInteger(EntityEventSequence))
      }
    }))

  test('sequence-monotonic: numbers rise from event to event', () =>
    each(async ({ door }) => {
      assert.ok(isRising(sequencesOf(await door.rows('/EntityEvent?$top=1000&$orderby=EntityEventSequence%20asc'))))
      assert.ok(isRising(sequencesOf(await door.rows('/EntityEvent?$top=1000'))))
    }))

  test('query-filter: all events of the requested resource, and no others', () =>
    each(async ({ door, samples }) => {
      for (const name of ['Property', 'Member', 'Office']) {
        const rows = await door.rows(`/EntityEvent?${query({ $filter: `ResourceName eq '${name}'`, $top: 1000 })}`)
        assert.ok(rows.every(({ ResourceName }) => ResourceName === name))
        const keys = samples.find((sample) => sample.name === name)?.rows.map((row) => row[`${KEYS[name]}`])
        assert.deepEqual(rows.map((row) => textOf(row.ResourceRecordKey)).sort(), keys?.map(textOf).sort())
      }
    }))

  test('query-orderby-top-skip: the latest events first, and all but the first event', () =>
    each(async ({ door }) => {
      const all = sequencesOf(await door.rows('/EntityEvent?$top=2000'))
      const last = await door.rows('/EntityEvent?$orderby=EntityEventSequence%20desc&$top=5')
      assert.deepEqual(sequencesOf(last), all.slice(-5).toReversed())
      const skipped = await door.rows('/EntityEvent?$orderby=EntityEventSequence%20asc&$top=2&$skip=1')
      assert.deepEqual(sequencesOf(skipped), all.slice(1, 3))
    }))

  test('query-count: the number of all events', () =>
    each(async ({ door }) => {
      const all = await door.rows('/EntityEvent?$top=2000')
      assert.equal((await door.page('/EntityEvent?$count=true&$top=1'))['@odata.count'], all.length)
    }))

  test('incremental-sync: events after a number, until there are none', () =>
    each(async ({ door }) => {
      const all = sequencesOf(await door.rows('/EntityEvent?$top=2000'))
      const read: number[] = []
      for (;;) {
        const last = read.at(-1) ?? 0
        const $filter = `EntityEventSequence gt ${last}`
        const rows = await door.rows(
          `/EntityEvent?${query({ $filter, $orderby: 'EntityEventSequence asc', $top: 100 })}`,
        )
        if (rows.length === 0) break
        read.push(...sequencesOf(rows))
      }
      assert.deepEqual(read, all)
    }))

  test('data-validation: the records of events are found by a hundred keys at once, and each at its address', () =>
    each(async ({ door, samples }) => {
      const events = await door.rows('/EntityEvent?$top=2000')
      for (const [name, key] of Object.entries(KEYS)) {
        const own = events.filter(({ ResourceName }) => ResourceName === name).slice(0, 100)
        const keys = own.map((event) => String(event.ResourceRecordKey))
        const items = keys.map((one) => `'${one.replaceAll("'", "''")}'`).join(',')
        const rows = await door.rows(`/${name}?$filter=${encodeURIComponent(`${key} in (${items})`)}`)
        assert.deepEqual(rows.map((row) => textOf(row[key])).sort(), keys.toSorted())
        const sampled = new Map(samples.find((sample) => sample.name === name)?.rows.map((row) => [row[key], row]))
        for (const row of rows) assert.deepEqual(row, sampled.get(row[key]))
        for (const event of own.slice(0, 10)) {
          const { status, body } = await door.ask<JsonRow>(String(event.ResourceRecordUrl))
          assert.deepEqual([status, body[key]], [200, event.ResourceRecordKey])
        }
      }
    }))
})

const KEYS: Readonly<Record<string, string>> = { Property: 'ListingKey', Member: 'MemberKey', Office: 'OfficeKey' }
