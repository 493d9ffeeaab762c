import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Change, linesOf, moveOf, moveText } from '../../console/src/parts/changes/change.ts'
import { queryOf } from '../../console/src/service/query.ts'
import { commitsOf } from '../../console/src/views/changes/commits.ts'
import { addressOf, isSame, movesOf, newsText, storedQuery } from '../../console/src/views/search/saved.ts'
import { pointsOf, withMoves } from '../../console/src/views/search/search-page.ts'
import { filtersIn, searchQuery, whereIn } from '../../console/src/views/search/where.ts'

function moved(before: unknown, after: unknown, ...others: NonNullable<Change['changes']>): Change {
  return {
    cursor: 'aaaaaa.1',
    at: '2026-05-01T00:00:00.000Z',
    kinds: ['price'],
    zpid: 7,
    changes: [{ field: 'price', before, after }, ...others],
  }
}

test('a price change is only between two prices of one deal', () => {
  const status = (before: string, after: string) => ({ field: 'homeStatus', before, after })
  assert.deepEqual(moveOf(moved(500, 450)), { before: 500, after: 450, currency: 'USD' })
  assert.deepEqual(moveOf(moved(500, 450, status('FOR_SALE', 'PENDING')))?.after, 450)
  assert.equal(moveOf(moved(500, 490, status('PENDING', 'RECENTLY_SOLD'))), undefined)
  assert.equal(moveOf(moved(500, 2, status('FOR_SALE', 'FOR_RENT'))), undefined)
  assert.equal(moveOf(moved(null, 450)), undefined)
})

test('several price changes of a home are combined, from the first price to the last, and cancel out if these are equal', () => {
  const moves = movesOf([moved(500, 450), moved(450, 520)])
  assert.deepEqual([...moves.values()], [{ before: 500, after: 520, currency: 'USD' }])
  assert.equal(moveText({ before: 500, after: 520, currency: 'USD' }), '$20 more than before')
  assert.equal(movesOf([moved(500, 450), moved(450, 500)]).size, 0)
})

test('a pin shows by an arrow and by words in which direction a price changed', () => {
  const home = {
    id: '7',
    zpid: 7,
    at: { latitude: 1, longitude: 2 },
    shortPrice: '$450',
    size: '',
    street: '',
    kind: 'sale',
  }
  // the test needs only the keys that map pins read
  const homes = [home, { ...home, isBuilding: true }] as unknown as Parameters<typeof withMoves>[0]
  const points = pointsOf(withMoves(homes, movesOf([moved(500, 450)])))
  assert.deepEqual(
    points.map(({ label, says }) => [label, says[0]]),
    [
      ['▼ $450', '▼ $50 less than before'],
      ['$450', ''],
    ],
  )
})

test('changes that follow each other closely belong to one commit, and the last is first', () => {
  const at = (time: string, ...kinds: string[]): Change => ({ cursor: time, at: `2026-05-01T00:00:0${time}Z`, kinds })
  const commits = commitsOf([
    at('3.000', 'gone'),
    at('1.002', 'price'),
    at('1.001', 'price', 'status'),
    at('0.999', 'new'),
  ])
  assert.deepEqual(
    commits.map(({ changes, kinds }) => [changes.map(({ cursor }) => cursor), kinds]),
    [
      [['3.000'], [['gone', 1]]],
      [
        ['1.002', '1.001', '0.999'],
        [
          ['price', 2],
          ['status', 1],
          ['new', 1],
        ],
      ],
    ],
  )
  assert.deepEqual(commitsOf([]), [])
})

test('the address of a saved search contains the saved query, regardless of the map position', () => {
  const pages = [
    'location=Austin, TX&bed_min=2&sortOrder=newest',
    'bounds=-122.4,47.5,-122.2,47.7&listingStatus=For_Rent',
    'circle=47.6,-122.3,1.5',
    'polygon=47.62 -122.36,47.62 -122.3,47.58 -122.33&listPriceRange=min:100',
  ].map((text) => new URLSearchParams(text))
  for (const page of pages) {
    const [where, filters] = [whereIn(page), filtersIn(page)]
    assert(where !== undefined)
    const saved = { ...storedQuery(searchQuery(where, filters)), searchId: 's_1', label: null, seen: '', feed: null }
    const address = new URLSearchParams(addressOf(saved))
    const again = whereIn(address)
    assert.deepEqual(again, where)
    assert.deepEqual(storedQuery(searchQuery(where, filtersIn(address))), storedQuery(searchQuery(where, filters)))
    assert(isSame(saved, where, { ...filters, sortOrder: 'bedrooms' }))
    assert(!isSame(saved, where, { ...filters, bathrooms: 'TwoPlus' }))
  }
  const sentence = {
    ...storedQuery(queryOf('/search/byaiprompt', { ai_search_prompt: 'homes in Austin' })),
    label: null,
  }
  assert.equal(addressOf({ ...sentence, searchId: 's_2', seen: '', feed: null }), undefined)
})

test('updates are summarized by the number of new, changed and removed homes, and say if there may be more', () => {
  const page = { entered: [], left: [], changed: [], next: 'c', more: false }
  const [home] = [moved(2, 1)]
  assert.equal(newsText([page]), 'nothing new')
  assert.equal(newsText([{ ...page, entered: [home], left: [home] }]), '1 new · 1 gone')
  assert.equal(newsText([{ ...page, changed: [{ how: 'priceDown', change: home }], more: true }]), 'at least 1 changed')
})

test('changed values are formatted for people', () => {
  const lines = linesOf(
    moved(
      2,
      1,
      { field: 'resoFacts.hasView', before: null, after: true },
      { field: 'tags', before: [], after: ['A', 'B'] },
    ),
  )
  assert.deepEqual(lines, [
    { name: 'Has view', before: '–', after: 'yes' },
    { name: 'Tags', before: '–', after: 'A, B' },
  ])
})
