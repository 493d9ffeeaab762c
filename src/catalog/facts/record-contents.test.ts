import assert from 'node:assert/strict'
import { test } from 'node:test'
import { home, listed } from '../../../test/catalog/contract/records.ts'
import { DISTINCT_MAX } from '../ports/record-pages.ts'
import { RecordContents } from './record-contents.ts'

const inCity = (zpid: number, city: string) => home(zpid, { address: { ...home(zpid).address, city } })

test('a stored copy continues like the original; keys and values of removed records stay listed', () => {
  const records = [
    listed(1, { status: 'Closed', photos: [{ url: 'https://a.example/1' }, { url: 'https://a.example/2' }] }),
    home(2, { facts: { cooling: ['__proto__', 'Fan', 'Fan'] } }),
    home(3),
  ]
  const contents = new RecordContents('home')
  for (const record of records) contents.add(record)
  const stored = contents.json()
  const restored = new RecordContents('home', stored)
  assert.equal(restored.json(), stored)
  assert.deepEqual(restored.contents(), contents.contents())
  assert.deepEqual([...(restored.contents().values.get('facts.cooling') ?? [])], ['Fan', '__proto__'])
  assert.deepEqual(restored.contents().rows.get('listing.photos'), { records: 1, rows: 2 })
  for (const record of records.toReversed()) restored.remove(record)
  assert.deepEqual([...restored.contents().rows], [])
  assert.deepEqual(restored.contents().held, contents.contents().held)
  assert.deepEqual(restored.contents().values, contents.contents().values)
})

test('the stored text does not depend on the order of records', () => {
  const [one, other] = [new RecordContents('home'), new RecordContents('home')]
  const records = [inCity(1, 'Austin'), inCity(2, 'Dallas'), listed(3, {})]
  for (const record of records) one.add(record)
  for (const record of records.toReversed()) other.add(record)
  assert.equal(one.json(), other.json())
})

test('the values of a key are dropped for good once there are too many', () => {
  const contents = new RecordContents('home')
  for (let zpid = 1; zpid <= DISTINCT_MAX; zpid++) contents.add(inCity(zpid, `city ${zpid}`))
  assert.equal(contents.contents().values.get('address.city')?.size, DISTINCT_MAX)
  contents.add(inCity(DISTINCT_MAX + 1, 'one too many'))
  assert.equal(contents.contents().values.has('address.city'), false)
  assert.ok(contents.json().length < 5_000)
  const restored = new RecordContents('home', contents.json())
  restored.add(inCity(1, 'Austin'))
  assert.equal(restored.contents().values.has('address.city'), false)
  assert.ok(restored.contents().held.has('address.city'))
  assert.deepEqual([...(restored.contents().values.get('address.state') ?? [])], ['TX'])
})
