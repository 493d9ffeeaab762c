import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { Imports } from '../../../test/ingest/homes-of.ts'
import type { CatalogWriter } from '../../catalog/ports/catalog-writer.ts'
import type { Home } from '../../model/home.ts'
import { derivedZpid } from '../../model/identity.ts'
import { HomeRecords } from './home-records.ts'
import { summaryOf } from './report.ts'

let imports = new Imports()
beforeEach(() => {
  imports = new Imports()
})
afterEach(() => imports.remove())

const COUNTY = derivedZpid('county', '1')
const MLS = derivedZpid('mls', '7')
const AT = { lat: 47.67, lon: -122.34 }

test('the same address in two sources is one home, which both ids find', async () => {
  await imports.import('county', [{ key: 1, street: '12 Main Road', area: 1500, beds: 3, year: 1950, ...AT }])
  const report = await imports.import('mls', [
    {
      key: 7,
      street: '12 main rd',
      area: 1520,
      beds: 3,
      lat: 47.6701,
      lon: -122.3401,
      status: 'Active',
      price: 500000,
    },
  ])
  const catalog = imports.catalog()
  assert.equal(catalog.about().counts.home, 1)
  const home = await catalog.records.get('home', COUNTY)
  assert.equal(home?.listing?.listPrice, 500_000)
  assert.equal(home?.facts.yearBuilt, 1950)
  assert.deepEqual(await catalog.records.get('home', MLS), home)
  assert.equal((await catalog.records.outline(MLS))?.zpid, COUNTY)
  assert.deepEqual(
    (await catalog.records.briefs([MLS])).map(({ zpid }) => zpid),
    [COUNTY],
  )
  catalog.close()
  assert.deepEqual(report.homes, { new: 0, changed: 0, unchanged: 0 })
  assert.equal(report.rows[0]?.merged, 1)
  const text = summaryOf(report).join('\n')
  assert.match(text, /rows {6}1 = 0 new \+ 0 changed \+ 0 unchanged \+ 1 merged/)
  assert.match(text, /1 × Another record has the same address.*\n +"12 main rd" and "12 Main Road"; 13 m apart/)
})

test('a row of the same file with another spelling of the address joins the same home', async () => {
  const report = await imports.import('county', [
    { key: 1, street: '12 Main Road', ...AT },
    { key: 2, street: '12 Main Rd', ...AT },
    { key: 3, street: '14 Main Rd', ...AT },
  ])
  assert.deepEqual(report.homes, { new: 2, changed: 0, unchanged: 0 })
  assert.equal(imports.homes().length, 2)
})

test('importing either source again changes nothing', async () => {
  const county = [{ key: 1, street: '12 Main Road', area: 1500, ...AT }]
  const mls = [{ key: 7, street: '12 Main Rd', area: 1510, ...AT }]
  await imports.import('county', county)
  await imports.import('mls', mls)
  const before = imports.homes()
  const again = [await imports.import('county', county), await imports.import('mls', mls)]
  for (const { homes } of again) assert.deepEqual(homes, { new: 0, changed: 0, unchanged: 1 })
  assert.deepEqual(imports.homes(), before)
})

test('records of one parcel are one home, whatever their addresses, but two units are two homes', async () => {
  await imports.import('county', [
    { key: 1, street: '12 Main St Apt 1', parcel: '123-456-01' },
    { key: 2, street: '12 Main St Apt 2', parcel: '123-456-01' },
    { key: 3, street: '', parcel: '0999000123' },
  ])
  const report = await imports.import('mls', [
    { key: 7, street: '9 Oak Ave', parcel: '999-000-123' },
    { key: 8, street: '12 Main St #2', parcel: '12345601' },
  ])
  assert.equal(report.rows[0]?.merged, 2)
  assert.deepEqual(
    report.joined.map(({ rule, rows }) => [rule, rows]),
    [['joined by parcel', 2]],
  )
  assert.equal(imports.homes().length, 3)
})

test('a unit that one source omits is found by size, unless two units fit', async () => {
  await imports.import('county', [
    { key: 1, street: '12 Main St Apt 1', area: 800, beds: 2, baths: 1, type: 'CONDO', ...AT },
    { key: 2, street: '12 Main St Apt 2', area: 900, beds: 2, baths: 1, type: 'CONDO', ...AT },
    { key: 3, street: '12 Main St Apt 3', area: 900, beds: 2, baths: 1, type: 'CONDO', ...AT },
  ])
  const report = await imports.import('mls', [
    { key: 7, street: '12 Main St', area: 800, beds: 2, baths: 1, type: 'CONDO', ...AT },
    { key: 8, street: '12 Main St', area: 900, beds: 2, baths: 1, type: 'CONDO', ...AT },
  ])
  assert.equal(report.rows[0]?.merged, 1)
  assert.equal(imports.homes().length, 4)
})

test('a parcel number alone identifies no home if the parcel has several, whichever record comes first', async () => {
  const flats = [1, 2].map((unit) => ({ key: unit, street: `12 Main St Apt ${unit}`, parcel: '0999000123', ...AT }))
  const report = await imports.import('county', flats)
  await imports.import('tax', [{ key: 7, street: '', parcel: '0999000123' }])
  assert.deepEqual([report.rows[0]?.merged, imports.homes().length], [0, 3])
  await imports.import('mls', [{ key: 8, street: '12 Main St Apt 3', parcel: '0999000123', ...AT }])
  assert.equal(imports.homes().length, 4, 'nor does a third flat become the home that is known by the parcel alone')
})

test('a part that one source forbids showing is not shown', async () => {
  await imports.import('mls', [{ key: 7, street: '12 Main Rd', shown: 'false', ...AT }])
  await imports.import('county', [{ key: 1, street: '12 Main Rd', ...AT }])
  const [home, ...others] = imports.homes()
  assert.deepEqual(others, [])
  assert.equal(home?.address.undisclosed, true)
})

test('every record is returned as its source gave it, whatever home it belongs to', async () => {
  await imports.import('county', [
    { key: 1, street: '12 Main Rd', area: 1500, ...AT },
    { key: 2, street: '14 Main Rd', ...AT },
  ])
  await imports.import('mls', [{ key: 7, street: '12 Main Rd', beds: 3, ...AT }])
  const records = imports.change((writer) => [...eachHomeRecord(writer)])
  const factsOf = new Map(records.map(({ source, sourceKey, facts }) => [`${source} ${sourceKey}`, facts]))
  assert.equal(records.length, 3)
  assert.deepEqual(factsOf.get('county 1'), { livingArea: 1500 })
  assert.deepEqual(factsOf.get('county 2'), {})
  assert.deepEqual(factsOf.get('mls 7'), { bedroomsTotal: 3 })
})

test('deleting a record removes its values, and deleting the last record removes the home', async () => {
  await imports.import('county', [{ key: 1, street: '12 Main Rd', area: 1500, ...AT }])
  await imports.import('mls', [{ key: 7, street: '12 Main Rd', beds: 3, ...AT }])
  const withdraw = (id: number) => imports.change((writer) => withdrawHome(writer, id))
  assert.deepEqual(withdraw(COUNTY), { home: COUNTY, isGone: false })
  const [home] = imports.homes()
  assert.deepEqual([home?.zpid, home?.source, home?.facts], [COUNTY, 'mls', { bedroomsTotal: 3 }])
  const back = await imports.import('county', [{ key: 1, street: '12 Main Rd', area: 1500, ...AT }])
  assert.equal(back.rows[0]?.merged, 1)
  assert.deepEqual(imports.homes()[0]?.facts, { livingArea: 1500, bedroomsTotal: 3 })
  assert.deepEqual(withdraw(MLS), { home: COUNTY, isGone: false })
  assert.deepEqual(withdraw(COUNTY), { home: COUNTY, isGone: true })
  assert.equal(withdraw(COUNTY), undefined)
  assert.deepEqual(imports.homes(), [])
})

function byHand(work: (homes: HomeRecords) => boolean): boolean {
  return imports.change((writer) => {
    const homes = new HomeRecords(writer)
    const isDone = work(homes)
    homes.flush()
    return isDone
  })
}

test('records that were split by hand stay separate, until they are merged by hand', async () => {
  const county = [{ key: 1, street: '12 Main Rd', area: 1500, ...AT }]
  await imports.import('county', county)
  await imports.import('mls', [{ key: 7, street: '12 Main Rd', area: 1510, ...AT }])
  let area = 1510
  for (const id of [MLS, COUNTY]) {
    assert.equal(
      byHand((homes) => homes.apart(id)),
      true,
    )
    area++
    await imports.import('mls', [{ key: 7, street: '12 Main Road', area, ...AT }])
    assert.deepEqual(new Set(imports.homes().map(({ zpid }) => zpid)), new Set([MLS, COUNTY]))
    assert.equal(
      byHand((homes) => homes.together(MLS, COUNTY)),
      true,
    )
    assert.deepEqual(
      imports.homes().map(({ zpid, facts }) => [zpid, facts.livingArea]),
      [[COUNTY, 1500]],
    )
  }
})

test('homes that were merged by hand stay one home, whichever record changes later', async () => {
  await imports.import('county', [{ key: 1, street: '12 Main Rd', ...AT }])
  await imports.import('mls', [{ key: 7, street: '12 Main Rd', ...AT }])
  await imports.import('tax', [{ key: 3, street: '40 Oak St', ...AT }])
  await imports.import('permits', [{ key: 4, street: '40 Oak St', ...AT }])
  const tax = derivedZpid('tax', '3')
  assert.equal(
    byHand((homes) => homes.together(tax, COUNTY)),
    true,
  )
  for (const [source, key] of [
    ['county', 1],
    ['mls', 7],
    ['tax', 3],
    ['permits', 4],
  ] as const) {
    await imports.import(source, [{ key, street: `${key} Elm St`, ...AT }])
    assert.deepEqual(
      imports.homes().map(({ zpid }) => zpid),
      [COUNTY],
      source,
    )
  }
})

test('a record with a new address leaves its home, and keeps its id', async () => {
  await imports.import('county', [{ key: 1, street: '12 Main Rd', ...AT }])
  await imports.import('mls', [{ key: 7, street: '12 Main Rd', beds: 3, ...AT }])
  await imports.import('county', [{ key: 1, street: '40 Oak St', ...AT }])
  const homes = new Map(imports.homes().map((home) => [home.zpid, home]))
  assert.deepEqual([homes.size, homes.get(COUNTY)?.address.streetAddress], [2, '40 Oak St'])
  assert.equal(homes.get(MLS)?.facts.bedroomsTotal, 3)
  await imports.import('mls', [{ key: 7, street: '40 Oak Street', beds: 3, ...AT }])
  assert.deepEqual(
    imports.homes().map(({ zpid, facts }) => [zpid, facts.bedroomsTotal]),
    [[COUNTY, 3]],
  )
})

const TWO = [
  { key: 1, street: '12 Main Rd', area: 1500, beds: 3, taxYear: 2020, assessed: 300000, ...AT },
  { key: 7, street: '12 Main Rd', area: 1540, baths: 2, taxYear: 2021, assessed: 310000, ...AT },
] as const

async function areaAfter(county: string, mls: string): Promise<number | undefined> {
  await imports.import('county', [TWO[0]], county)
  await imports.import('mls', [TWO[1]], mls)
  return imports.homes()[0]?.facts.livingArea
}

test('for each field the newest record counts, and other records fill gaps', async () => {
  assert.equal(await areaAfter('', ''), 1540)
  const [home] = imports.homes()
  assert.deepEqual(home?.facts, { livingArea: 1540, bedroomsTotal: 3, bathrooms: 2 })
  assert.deepEqual(
    home?.taxes.map(({ year }) => year),
    [2020, 2021],
  )
})

test('among equal records the one with the home’s id counts, then the lowest id, in any order of import', async () => {
  await imports.import('county', [{ key: 1, street: '12 Main Rd', ...AT }])
  const others = ['mls', 'tax', 'permits'].toSorted((a, b) => derivedZpid(b, '7') - derivedZpid(a, '7'))
  for (const [i, source] of others.entries())
    await imports.import(source, [{ key: 7, street: '12 Main Rd', baths: i + 1, ...AT }])
  const before = imports.homes()
  assert.deepEqual(
    before.map(({ facts }) => facts.bathrooms),
    [others.length],
  )
  await imports.import('county', [{ key: 1, street: '12 Main Rd', beds: 3, ...AT }])
  assert.equal(
    imports.homes()[0]?.facts.bathrooms,
    others.length,
    'and another record that changes changes nothing of it',
  )
})

test('a higher precedence counts more than a later moment', async () => {
  assert.equal(await areaAfter('precedence: 10', ''), 1500)
})

test('an order of sources sets their precedence, and a change applies to existing homes', async () => {
  assert.equal(await areaAfter('', 'precedence: [county, mls]'), 1500)
  await imports.import('mls', [TWO[1]], 'precedence: [mls, county]')
  assert.equal(imports.homes()[0]?.facts.livingArea, 1540)
})

test('a precedence list without an order is refused in one sentence', async () => {
  const refused = (more: string) =>
    assert.rejects(imports.import('mls', [TWO[1]], more), (error: Error) => {
      assert.match(error.message, /^sales\.yaml, line 5: /)
      return true
    })
  await refused('precedence: 1.5')
  await refused('precedence: high')
  await refused('precedence: [county]')
  await refused('precedence: [mls, mls]')
})

test('a newer listing replaces an ended one, whatever the precedence', async () => {
  const sold = {
    key: 1,
    street: '12 Main Rd',
    status: 'Closed',
    closed: '2019-03-01',
    paid: 400000,
    listing: 'A1',
    ...AT,
  }
  const active = {
    key: 7,
    street: '12 Main Rd',
    status: 'Active',
    price: 600000,
    listing: 'B1',
    modified: '2024-01-01T00:00:00Z',
    ...AT,
  }
  await imports.import('county', [sold], 'precedence: 10')
  await imports.import('mls', [active])
  const [home] = imports.homes()
  assert.equal(home?.listing?.listPrice, 600_000)
  assert.deepEqual(
    home?.history.map(({ event, price }) => [event, price]),
    [['Sold', 400_000]],
  )
})

/**
 * Deletes one source record. Its home is merged from the remaining records, or deleted if none remain. The home keeps
 * its id. Undefined if the record does not exist.
 */
function withdrawHome(writer: CatalogWriter, id: number): ReturnType<HomeRecords['withdraw']> {
  const homes = new HomeRecords(writer)
  const outcome = homes.withdraw(id)
  homes.flush()
  return outcome
}

/** Yields the source records of all homes, before merging. Write no homes during the iteration. */
function* eachHomeRecord(writer: CatalogWriter): Generator<Home> {
  const several = new Set(writer.sourceHomes.homes())
  for (const home of writer.each('home')) {
    if (several.has(home.zpid)) for (const { record } of writer.sourceHomes.of(home.zpid)) yield record
    else yield home
  }
}
