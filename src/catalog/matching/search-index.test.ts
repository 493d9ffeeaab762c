import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { queriesOver, searchedRecords } from '../../../test/search/searched-records.ts'
import { Random } from '../../kit/algorithms/random.ts'
import type { RecordOf, SearchedNoun } from '../../model/searched.ts'
import { matcherOf } from './matcher.ts'
import { SearchIndex } from './search-index.ts'

const SEED = Number(process.env.SEED ?? 1)
const SEARCHES = 150
const CHANGES = 80
const EVENTS = 50

type Matcher<R> = (record: R) => boolean

/** Tests every search with its matcher. Returns the affected searches in order of id. */
function touchedOneByOne<R>(matchers: ReadonlyMap<string, Matcher<R>>, before: R | undefined, after: R | undefined) {
  const touches = Array.from(matchers, ([id, matches]) => {
    const [was, is] = [before !== undefined && matches(before), after !== undefined && matches(after)]
    return { id, how: was && is ? 'changed' : is ? 'entered' : was ? 'left' : undefined }
  })
  return sorted(touches.filter(({ how }) => how !== undefined))
}

function sorted<T extends { readonly id: string }>(touches: readonly T[]): T[] {
  return touches.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

suite(`the index of searches (SEED=${SEED})`, async () => {
  const records = await searchedRecords(SEED)
  const index = new SearchIndex()

  function agree<N extends SearchedNoun>(noun: N, all: readonly RecordOf<N>[]): void {
    test(`an event of any ${noun} affects the same searches as matching each of them, while searches are added and removed`, () => {
      const queries = queriesOver(noun, all)
      const random = new Random(SEED, noun)
      const matchers = new Map<string, Matcher<RecordOf<N>>>()
      const put = (id: string, query: number) => {
        const selection = queries.query(SEED, query)
        index.put(id, noun, selection)
        matchers.set(id, matcherOf(noun, selection))
      }
      const askEvents = () => {
        const hows = new Set<string>()
        for (let event = 0; event < EVENTS; event++) {
          const [before, after] = [0, 1].map(() => (random.chance(0.2) ? undefined : random.pick(all)))
          const touches = index.touched(noun, before, after)
          for (const { how } of touches) hows.add(how)
          assert.deepEqual(sorted(touches), touchedOneByOne(matchers, before, after))
        }
        assert.deepEqual([...hows].sort(), ['changed', 'entered', 'left'], 'the events ask too little')
      }
      for (let i = 0; i < SEARCHES; i++) put(`${noun} ${i}`, i)
      askEvents()
      for (let i = 0; i < CHANGES; i++) {
        const id = `${noun} ${random.below(SEARCHES)}`
        if (random.chance(0.5)) put(id, SEARCHES + i)
        else {
          index.remove(id)
          matchers.delete(id)
        }
      }
      askEvents()
      for (const id of matchers.keys()) index.remove(id)
      for (const record of all) assert.deepEqual(index.touched(noun, record, record), [])
    })
  }
  agree('home', records.home)
  agree('offer', records.offer)
  agree('experience', records.experience)

  test('removed searches leave nothing in memory', () => {
    setFlagsFromString('--expose-gc')
    const heapBytes = () => {
      runInNewContext('gc')()
      return process.memoryUsage().heapUsed
    }
    const before = heapBytes()
    for (let i = 0; i < 10_000; i++) {
      const long = Buffer.alloc(10_000, `${i}x`).toString('latin1')
      const node = { kind: 'words', words: [long], phrases: [] } as const
      index.put('s', 'home', { listingClass: 'For_Sale', where: [{ parameter: 'words', node }] })
    }
    index.remove('s')
    assert.ok(heapBytes() - before < 20e6, 'the words of all searches take five times as much')
  })

  test('an id refers to one search, even if it is put again for another noun', () => {
    index.put('s', 'home', { listingClass: 'For_Sale', where: [] })
    index.put('s', 'offer', { listingClass: 'For_Sale', where: [] })
    assert.equal(index.size, 1)
    assert.deepEqual(index.touched('home', undefined, records.home.at(-1)), [])
    index.remove('s')
    index.remove('s')
    assert.equal(index.size, 0)
  })
})
