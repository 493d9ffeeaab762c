import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KeptIndexes } from './kept-indexes.ts'
import { placeHomes } from './placed-homes.ts'
import { type TileIndex, tileIndex } from './tile-index.ts'

/** Returns a function that makes indexes of a given size, and the list of indexes that it has made. */
function maker(sizeBytes = 40) {
  const made: string[] = []
  const make = (name: string) => async (): Promise<TileIndex> => {
    made.push(name)
    const none = new Float64Array()
    const values = { price: none, saleState: none, homeType: none, latitude: none, longitude: none }
    return {
      ...(await tileIndex(placeHomes('Sold', { zpids: none, flags: new Uint32Array(), values }), 'homes')),
      sizeBytes,
    }
  }
  return { made, make }
}

test('the cache holds the most recently used indexes up to its size, always the newest, and none after a change of the data', async () => {
  const { made, make } = maker()
  const kept = new KeptIndexes(100)
  const find = (name: string, moment = 'now') => kept.find(name, moment, make(name))
  await Promise.all([find('a'), find('a')])
  await find('b')
  await find('a')
  await find('c') // evicts b
  await find('a')
  await find('b') // evicts c
  assert.deepEqual(made.join(''), 'abcb')
  await find('a', 'later')
  assert.deepEqual(made.join(''), 'abcba')
  const large = maker(1000)
  await kept.find('large', 'later', large.make('large'))
  await kept.find('large', 'later', large.make('again'))
  assert.deepEqual(large.made, ['large'])
})

test('an index that could not be made is made again for the next caller', async () => {
  const { made, make } = maker()
  const kept = new KeptIndexes(100)
  await assert.rejects(
    kept.find('a', 'now', () => Promise.reject(new Error('no'))),
    /no/,
  )
  await kept.find('a', 'now', make('a'))
  assert.deepEqual(made, ['a'])
})
