import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { DraftTrial, fieldsOf } from '../../../test/ingest/draft-trial.ts'

let trial: DraftTrial
beforeEach(() => {
  trial = new DraftTrial()
})
afterEach(() => trial.remove())

const STREETS = ['7 Elm St', '18 Pine Ave', '29 Birch Rd', '40 Lake Dr', '51 Hill Ct', '62 River Ln'] as const

/** Imports a CSV with one row for each street. Returns the draft, and each home's address in one text. */
async function imported(header: string, cells: (street: string, i: number) => readonly (string | number)[]) {
  const line = (texts: readonly (string | number)[]) =>
    texts.map((text) => `"${String(text).replaceAll('"', '""')}"`).join(',')
  const text = [header.split(','), ...STREETS.map(cells)].map(line).join('\n')
  const result = await trial.imported(trial.files.write('homes.csv', `${text}\n`))
  const places = result.homes.map(({ address: { streetAddress, city, state, zipcode } }) =>
    [streetAddress, city, state, zipcode].join(' / '),
  )
  return { ...result, places: places.sort() }
}

test('a place is read behind a dash, behind a neighborhood, and in a column of its own', async () => {
  const ways = [
    ['address', (street: string) => [`${street} Portland, OR- 97201\``]],
    ['address,state', (street: string) => [`${street} - PORTLAND`, 'OR']],
    ['street,region', (street: string) => [street, 'Pearl District, Portland, OR']],
    ['address,address2', (street: string) => [street, 'PORTLAND , OR- 97201']],
    ['address,zip,state', (street: string, i: number) => [street, '97,201', i < 2 ? 'CA' : 'OR']],
  ] as const
  for (const [header, cells] of ways) {
    trial.remove()
    trial = new DraftTrial()
    const { places, draft } = await imported(header, cells)
    assert.equal(places.length, STREETS.length, draft.text)
    assert.match(places[0] ?? '', /^18 Pine Ave \/ Portland \/ OR \/ (97201)?$/i, draft.text)
  }
})

test('the fuller of two spellings of a street counts, and a street without its number takes it from another column', async () => {
  const whole = await imported('houseNumber,streetName,city,state,address', (street) => {
    const [number = '', name = ''] = street.split(' ')
    return [number, name, 'Portland', 'OR', `${number} NW ${name} St Portland OR 97201`]
  })
  assert.equal(whole.places[0], '18 NW Pine St / Portland / OR / 97201', whole.draft.text)
  trial.remove()
  trial = new DraftTrial()
  const parts = await imported('PROPERTYHOUSENUM,PROPERTYADDRESS,PROPERTYCITY,PROPERTYZIP', (street, i) => {
    return [street.split(' ')[0] ?? '', `${4 + i}TH AVE`, 'PORTLAND', 97_201]
  })
  assert.match(parts.places[0] ?? '', /^18 5TH AVE \//, parts.draft.text)
})

test('paths with slashes are read by their last key, but a price per square foot is no area', async () => {
  const { draft } = await imported(
    'info/streetAddress,info/zipcode,info/bedrooms,price/sqft,latLong/latitude,latLong/longitude',
    (street, i) => [street, 97_201, 2 + (i % 3), 250 + i, 45.51 + i / 1000, -122.68 - i / 1000],
  )
  const found = fieldsOf({ draft })
  assert.partialDeepStrictEqual(found, {
    StreetAddress: 'info/streetAddress',
    PostalCode: 'info/zipcode',
    BedroomsTotal: 'info/bedrooms',
    Latitude: 'latLong/latitude',
  })
  assert.equal(found.LivingArea, undefined)
})

test('the id of an owner is no key, and coordinates tell homes without a street apart', async () => {
  const { homes, draft } = await imported('id,primaryOwner.user.id,address,zip,latitude,longitude', (street, i) => {
    return [i, `u${i % 5}`, i < 3 ? '' : street, 97_201, 45.51 + i / 100, -122.68 - i / 100]
  })
  assert.equal(homes.length, STREETS.length, draft.text)
  assert.doesNotMatch(draft.text, /^key: .*user/m)
})

test('streets with numbers for names are streets', async () => {
  const { places, draft } = await imported('street,city,state,zip', (street, i) => {
    return [`${street.split(' ')[0]} ${11 + i}th St`, 'San Francisco', 'CA', 94_110]
  })
  assert.equal(places[0], '18 12th St / San Francisco / CA / 94110', draft.text)
})

test('a header is found below a title of several lines in quotes', async () => {
  const title = 'Rolling Sales,,,\n"Before the roll,\nand after it",,,\n'
  const rows = STREETS.map((street) => `${street},Portland,OR,97201`).join('\n')
  const { homes } = await trial.imported(trial.files.write('sales.csv', `${title}ADDRESS,CITY,STATE,ZIP\n${rows}\n`))
  assert.equal(homes.length, STREETS.length)
})

test('headers and cells that could be split in countless ways do not hold up an inspection', async () => {
  const header = `street,city,state,zip,${'subtype'.repeat(60)}zz`
  const { places } = await imported(header, (street) => [street, 'Portland', 'OR', 97_201, `-${'sqft'.repeat(60)}!`])
  assert.equal(places.length, STREETS.length)
})

test('a header is found above cells of several lines', async () => {
  const { homes, draft } = await imported('parcel,location', (street, i) => {
    return [`R${i}7`, `${street}\nPORTLAND, OR\n(45.51${i}2, -122.68${i}1)`]
  })
  assert.equal(homes.length, STREETS.length, draft.text)
  assert.ok(homes.every(({ point }) => point !== undefined))
})

test('homes near no county of the United States are abroad, although their coordinates are between its states', async () => {
  const rows = STREETS.map((street, i) => `${street},${(43.7 + i / 100).toFixed(4)},${(-79.4 - i / 100).toFixed(4)}`)
  const file = trial.files.write('homes.csv', `address,latitude,longitude\n${rows.join('\n')}\n`)
  assert.match((await trial.inspect(file)).noDraft ?? '', /another country/)
})
