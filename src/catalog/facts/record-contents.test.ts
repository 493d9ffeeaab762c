import assert from 'node:assert/strict'
import { test } from 'node:test'
import { home, listed } from '../../../test/catalog/contract/records.ts'
import { DISTINCT_MAX } from '../ports/record-pages.ts'
import { RecordContents } from './record-contents.ts'

const inCity = (zpid: number, city: string) => home(zpid, { address: { ...home(zpid).address, city } })

test('what was stored goes on as if it had never been, and what has gone leaves nothing', () => {
  const records = [
    listed(1, { status: 'Closed' }),
    home(2, { facts: { cooling: ['__proto__', 'Fan', 'Fan'] } }),
    home(3),
  ]
  const contents = new RecordContents('home')
  for (const record of records) contents.add(record)
  const stored = contents.json()
  const restored = new RecordContents('home', stored)
  assert.equal(restored.json(), stored)
  assert.deepEqual(restored.contents(), contents.contents())
  assert.deepEqual(
    [...(restored.contents().values.get('facts.cooling') ?? [])],
    [
      ['Fan', 1],
      ['__proto__', 1],
    ],
  )
  for (const record of records.toReversed()) restored.remove(record)
  assert.equal(restored.json(), new RecordContents('home').json())
})

test('the order of records makes no difference to what is stored', () => {
  const [one, other] = [new RecordContents('home'), new RecordContents('home')]
  const records = [inCity(1, 'Austin'), inCity(2, 'Dallas'), listed(3, {})]
  for (const record of records) one.add(record)
  for (const record of records.toReversed()) other.add(record)
  assert.equal(one.json(), other.json())
})

test('the values of a key are dropped once there are too many, and stay so until they are counted afresh', () => {
  const contents = new RecordContents('home')
  for (let zpid = 1; zpid <= DISTINCT_MAX; zpid++) contents.add(inCity(zpid, `city ${zpid}`))
  assert.equal(contents.contents().values.get('address.city')?.size, DISTINCT_MAX)
  contents.add(inCity(DISTINCT_MAX + 1, 'one too many'))
  assert.equal(contents.contents().values.has('address.city'), false)
  assert.ok(contents.json().length < 5_000)
  const restored = new RecordContents('home', contents.json())
  for (let zpid = 1; zpid <= DISTINCT_MAX; zpid++) restored.remove(inCity(zpid, `city ${zpid}`))
  assert.equal(restored.contents().values.has('address.city'), false)
  assert.equal(restored.contents().held.get('address.city'), 1)
  assert.deepEqual([...(restored.contents().values.get('address.state') ?? [])], [['TX', 1]])
})
