import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { Trial } from '../../../../test/ingest/trial.ts'
import { derivedOfferId } from '../../../model/identity.ts'
import { momentIn } from '../as-of.ts'

const MAPPING = `
name: flats
source: flats
noun: offer
complete: true
key: id
fields:
  PropertyType: { constant: Apartment }
  SearchType: { constant: For_Sale }
  City: city
  ListPrice: price
  Area: area
  Latitude: { constant: 52.2 }
  Longitude: { constant: 21 }
  FloorNumber: floor
  LiftYN: lift
  FloorsInBuilding: floors
`
const HEADER = 'id,city,price,area,floor,floors,lift\n'

let trial: Trial
beforeEach(() => {
  trial = new Trial()
})
afterEach(() => trial.remove())

function bring(rows: string, asOf: string, mapping = MAPPING) {
  return trial.run(HEADER + rows, mapping, { asOf: momentIn(asOf) })
}

function offer(key: string) {
  const id = derivedOfferId('flats', key)
  return trial.all('offer').find(({ offerId }) => offerId === id)
}

test('an offer has what its row says, plus the county and province of its city, and nothing else', async () => {
  await bring('a,lodz,400000,50.5,0,12,yes\n', '2023-08-01')
  assert.deepEqual(offer('a'), {
    offerId: derivedOfferId('flats', 'a'),
    source: 'flats',
    sourceKey: 'a',
    title: 'Mieszkanie 50,5 m², Łódź',
    propertyType: 'Apartment',
    searchType: 'For_Sale',
    price: 400_000,
    area: 50.5,
    floor: 'Ground',
    floorsInBuilding: 12,
    extras: ['Lift'],
    media: [],
    city: 'Łódź',
    county: 'Łódź',
    province: 'łódzkie',
    createdMs: Date.UTC(2023, 7),
    modifiedMs: Date.UTC(2023, 7),
    lastSeen: '2023-08-01',
    lastListed: '2023-08-01',
    point: { latitude: 52.2, longitude: 21 },
    description: '',
    priceHistory: [{ date: '2023-08-01', price: 400_000 }],
  })
})

test('a newer list updates prices, extends their history and marks missing offers; importing it again changes nothing', async () => {
  await bring('a,krakow,100,50,,,\nb,krakow,200,50,,,\nc,radom,300,50,,,\n', '2023-08-01')
  const report = await bring('a,krakow,90,50,,,\nd,krakow,400,50,,,\n', '2023-09-01')
  assert.deepEqual(report.counts, { new: 1, changed: 1, unchanged: 0, removed: 0, gone: 1 })
  assert.deepEqual(offer('a')?.priceHistory, [
    { date: '2023-08-01', price: 100 },
    { date: '2023-09-01', price: 90 },
  ])
  assert.equal(offer('b')?.goneSince, '2023-09-01')
  assert.equal(offer('c')?.goneSince, undefined, 'the list has no offers in Radom, so it does not cover it')
  const again = await bring('a,krakow,90,50,,,\nd,krakow,400,50,,,\n', '2023-09-01')
  assert.deepEqual(again.counts, { new: 0, changed: 0, unchanged: 2, removed: 0, gone: 0 })
  assert.equal(trial.ending, 'rollback')
})

test('an older list imported later changes only the history', async () => {
  await bring('a,krakow,90,50,,,\n', '2023-09-01')
  const report = await bring('a,krakow,100,50,,,\nb,krakow,200,50,,,\n', '2023-08-01')
  assert.deepEqual(report.counts, { new: 1, changed: 1, unchanged: 0, removed: 0, gone: 1 })
  assert.equal(offer('a')?.price, 90)
  assert.equal(offer('a')?.createdMs, Date.UTC(2023, 7))
  assert.deepEqual(
    offer('a')?.priceHistory?.map(({ price }) => price),
    [100, 90],
  )
  assert.equal(offer('b')?.goneSince, '2023-09-01')
})

test('an offer that reappears is listed again', async () => {
  await bring('a,krakow,1,50,,,\nb,krakow,1,50,,,\n', '2023-08-01')
  await bring('b,krakow,1,50,,,\n', '2023-09-01')
  assert.equal(offer('a')?.goneSince, '2023-09-01')
  await bring('a,krakow,1,50,,,\nb,krakow,1,50,,,\n', '2023-10-01')
  assert.equal(offer('a')?.goneSince, undefined)
  await bring('a,krakow,1,50,,,\n', '2023-11-01', MAPPING.replace('complete: true', 'complete: false'))
  assert.equal(offer('b')?.goneSince, undefined, 'a file that is not a complete list marks nothing as gone')
})

test('lists of one source do not change the offers of another source, even with the same key', async () => {
  await bring('a,krakow,1,50,,,\n', '2023-08-01')
  await bring('b,krakow,1,50,,,\n', '2023-09-01', MAPPING.replace('source: flats', 'source: other'))
  assert.equal(offer('a')?.goneSince, undefined)
})

const list = fc.uniqueArray(
  fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), price: fc.integer({ min: 1, max: 3 }) }),
  {
    selector: ({ id }) => id,
  },
)

test('the order in which lists are imported does not change the offers', async () => {
  const lists = fc.tuple(list, list, list, fc.shuffledSubarray([0, 1, 2], { minLength: 3 }))
  await fc.assert(
    fc.asyncProperty(lists, async ([one, two, three, order]) => {
      const states = []
      for (const way of [[0, 1, 2], order]) {
        trial.records = new Map()
        for (const month of way) {
          const rows = [one, two, three][month] ?? []
          // Every list needs an offer that changes, because an empty or unchanged list has no effect.
          const only = `only${month},krakow,5,50,,,\n`
          await bring(
            rows.map(({ id, price }) => `${id},krakow,${price},50,,,\n`).join('') + only,
            `2023-0${month + 1}-01`,
          )
        }
        const course = trial.all('offer').map(({ sourceKey, goneSince, price, lastSeen, createdMs }) => {
          return { sourceKey, goneSince, price, lastSeen, createdMs }
        })
        states.push(course.sort((a, b) => (a.sourceKey < b.sourceKey ? -1 : 1)))
      }
      assert.deepEqual(states[0], states[1])
    }),
    { numRuns: 15 },
  )
})

test('impossible rows are rejected, each by its rule', async () => {
  const report = await bring(
    'a,Nowhere,1,50,,,\nb,krakow,0,50,,,\nc,krakow,1,0,,,\nd,krakow,x,50,12,3,maybe\ne,krakow,1,,,,\n,krakow,1,1,,,\n',
    '2023-08-01',
  )
  assert.deepEqual(report.rejected.map(({ rule, rows }) => `${rule} ${rows}`).sort(), [
    'Area.missing 1',
    'city.unknown 1',
    'key.missing 1',
    'price.positive 2',
  ])
  assert.deepEqual(report.reported.map(({ rule }) => rule).sort(), ['LiftYN.unreadable', 'ListPrice.unreadable'])
  assert.equal(offer('d')?.floor, 'Above_10')
})

test('a complete list without a day is rejected before the catalog is opened', async () => {
  await assert.rejects(
    trial.run(`${HEADER}a,krakow,1,50,,,\n`, MAPPING, { openWriter: () => assert.fail('it was opened') }),
    /The complete list ".*" has no date: pass --as-of/,
  )
})

test('the day is read from the file name when the mapping says so', async () => {
  const mapping = `${MAPPING}asOf: { fileName: flats_YYYY_MM.csv }\n`
  const file = trial.file(`${HEADER}a,krakow,1,50,,,\n`, 'flats_2023_08.csv')
  await trial.run(HEADER, mapping, { files: [file] })
  assert.equal(offer('a')?.lastSeen, '2023-08-01')
  const other = trial.file(HEADER, 'flats_2023_13.csv')
  await assert.rejects(
    trial.run(HEADER, mapping, { files: [other] }),
    /The name of "flats_2023_13\.csv" has no date: pass --as-of, or name the file like flats_YYYY_MM\.csv/,
  )
})

test('an offer may lack coordinates, and keeps known ones if a later file lacks the columns', async () => {
  const mapping = MAPPING.replace('{ constant: 52.2 }', 'lat').replace('{ constant: 21 }', 'lon')
  const header = 'id,city,price,area,floor,floors,lift,lat,lon\n'
  const rows = `${header}a,lodz,400000,50,0,12,yes,51.7,19.4\nb,lodz,400000,50,0,12,yes,,\n`
  const { reported } = await trial.run(rows, mapping, { asOf: momentIn('2023-08-01') })
  assert.deepEqual(
    reported.map(({ rule, rows: count }) => [rule, count]),
    [['point.missing', 1]],
  )
  assert.deepEqual([offer('a')?.point, offer('b')?.point], [{ latitude: 51.7, longitude: 19.4 }, undefined])
  const without = MAPPING.replace(/ {2}(Latitude|Longitude): .*\n/g, '')
  const report = await bring('a,lodz,390000,50,0,12,yes\nc,lodz,1,50,0,12,yes\n', '2023-09-01', without)
  assert.equal(report.rowsRejected, 0)
  assert.deepEqual([offer('a')?.price, offer('a')?.point], [390_000, { latitude: 51.7, longitude: 19.4 }])
  assert.equal(offer('c')?.point, undefined)
})
