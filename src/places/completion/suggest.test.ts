import assert from 'node:assert/strict'
import { test } from 'node:test'
import { naiveCompletion } from '../../../test/completion/trial-lines.ts'
import type { AddressEntry } from '../../model/address-entry.ts'
import type { HomeAddress } from '../../model/home.ts'
import type { Region } from '../../model/region.ts'
import { addressEntry } from '../addresses/address-book.ts'
import { loadGazetteer } from '../regions/gazetteer.ts'
import { collectRegions } from '../regions/regions.ts'
import { RegionIndex } from './region-index.ts'
import { type SuggestionSource, suggest } from './suggest.ts'

/** How many homes each ZIP has. */
const HOMES: Readonly<Record<string, number>> = {
  '98107': 50,
  '98178': 40,
  '66210': 12,
  '84060': 8,
  '63101': 9,
  '76102': 7,
  '10001': 30,
  '78701': 20,
  '89030': 6,
  '89101': 10,
  '81212': 2,
  '98402': 11,
  '97477': 3,
  '62701': 5,
}

function regionsOf(homes: Readonly<Record<string, number>>): Region[] {
  const gazetteer = loadGazetteer()
  return collectRegions(
    Object.entries(homes).flatMap(([zipcode, count]) => {
      const place = gazetteer.zip(zipcode)
      assert.ok(place)
      const { city, state, county, countyFips, point } = place
      const address: HomeAddress = { streetAddress: '', city, state, zipcode, county, countyFips }
      const neighborhood = zipcode === '98107' ? { neighborhood: 'Ballard' } : {}
      return Array.from({ length: count }, () => ({ address: { ...address, ...neighborhood }, point }))
    }),
  )
}

const STREETS = [
  '824 Webster St',
  '824 Webster St APT 1',
  '824 Webster St APT 2',
  '824 Weaver Ave',
  '824 N Webster St',
  '98 Oak Ln',
  '30 W 26th St',
]

const entries: readonly AddressEntry[] = STREETS.map((streetAddress, zpid) => {
  const address: HomeAddress = { streetAddress, city: 'Seattle', state: 'WA', zipcode: '98107' }
  const entry = addressEntry({ zpid, address })
  assert.ok(entry)
  return entry
})

function sourceOf(regions: readonly Region[]): SuggestionSource {
  const index = new RegionIndex(regions)
  return {
    regionIndex: () => index,
    addresses: {
      addressesAt: async (houseNumber, street) =>
        entries.filter((entry) => entry.houseNumber === houseNumber && entry.street === street),
      ...naiveCompletion(entries),
    },
  }
}

const source = sourceOf(regionsOf(HOMES))

async function shown(typed: string): Promise<string[]> {
  const suggestions = await suggest(typed, source)
  return suggestions.map((one) =>
    one.kind === 'region' ? `${one.region.type} ${one.region.name}` : one.entry.display.replace(/,.*/, ''),
  )
}

test('regions are found by a prefix of their name, the region with most homes first', async () => {
  assert.deepEqual(await shown('sea'), ['city Seattle', 'metro Seattle-Tacoma-Bellevue'])
  assert.deepEqual((await shown('SPRING')).slice(0, 2), ['city Springfield', 'city Springfield'])
  const [first] = await suggest('springfield', source)
  assert.equal(first?.kind === 'region' && first.region.state, 'IL')
})

test('a city comes before the larger places that contain it', async () => {
  assert.deepEqual(await shown('new york'), [
    'city New York',
    'state New York',
    'county New York County',
    'metro New York-Newark-Jersey City',
  ])
})

test('names that start with the typed text come before names with a word that starts with it', async () => {
  assert.deepEqual(await shown('park'), ['city Park City', 'city Overland Park'])
  assert.deepEqual(await shown('tac'), ['city Tacoma', 'metro Seattle-Tacoma-Bellevue'])
})

test('accents, case, punctuation and abbreviations do not matter', async () => {
  for (const typed of ['saint lo', 'st lo', 'St. Lo', 'SAINT LOUIS', 'sain', 'st.lou']) {
    assert.ok((await shown(typed)).includes('city Saint Louis'), typed)
  }
  for (const typed of ['ft w', 'fort wor', 'FORT WORTH'])
    assert.equal((await shown(typed))[0], 'city Fort Worth', typed)
  for (const typed of ['cañon', 'canon']) assert.equal((await shown(typed))[0], 'city Canon City', typed)
  for (const typed of ['north las', 'n las v', 'N. Las Vegas']) {
    assert.deepEqual(await shown(typed), ['city North Las Vegas', 'metro Las Vegas-Henderson-North Las Vegas'], typed)
  }
})

test('a city may be typed with its state, as a code or in full', async () => {
  for (const typed of ['austin, tx', 'austin t', 'Austin, Tex', 'austin texas', 'AUSTIN TEXAS ']) {
    assert.equal((await shown(typed))[0], 'city Austin', typed)
  }
  assert.deepEqual(await shown('austin, wa'), [])
})

test('neighborhoods, counties, states and the country are found too', async () => {
  assert.equal((await shown('ball'))[0], 'neighborhood Ballard')
  assert.equal((await shown('ballard, seattle'))[0], 'neighborhood Ballard')
  assert.equal((await shown('king c'))[0], 'county King County')
  assert.equal((await shown('wa'))[0], 'state Washington')
  assert.equal((await shown('texas'))[0], 'state Texas')
  assert.equal((await shown('usa'))[0], 'country United States')
})

test('addresses are found once a house number is typed', async () => {
  assert.deepEqual(await shown('824 we'), [
    '824 Weaver Ave',
    '824 Webster St',
    '824 Webster St APT 1',
    '824 Webster St APT 2',
  ])
  assert.deepEqual(await shown('824 webster stre'), ['824 Webster St', '824 Webster St APT 1', '824 Webster St APT 2'])
  assert.deepEqual(await shown('824 Webster Street #2'), ['824 Webster St APT 2'])
  assert.deepEqual(await shown('824 North Web'), ['824 N Webster St'])
  assert.deepEqual(await shown('30 w 26'), ['30 W 26th St'])
})

test('a direction, a suffix and the word for a unit may be missing, and words may be cut short', async () => {
  assert.deepEqual(await shown('30 26'), ['30 W 26th St'])
  assert.deepEqual(await shown('30 26th seattle'), ['30 W 26th St'])
  assert.deepEqual(await shown('824 webster st 2'), ['824 Webster St APT 2'])
  assert.deepEqual(await shown('824 Webster 2, Seattle'), ['824 Webster St APT 2'])
  assert.deepEqual(await shown('824 weav ave'), ['824 Weaver Ave'])
  assert.deepEqual(await shown('824 weav 98107'), ['824 Weaver Ave'])
  assert.deepEqual((await shown('824 webs str sea'))[0], '824 Webster St')
  for (const typed of ['30 e 26th', '824 webster st 3', '82 webster st 2', '824 st', '824 oak 98']) {
    assert.deepEqual(await shown(typed), [], typed)
  }
})

test('if an address begins with the typed text, looser matches are not suggested', async () => {
  assert.ok(!(await shown('824 webster')).includes('824 N Webster St'))
})

test('an address is found in every word order that look-ups understand', async () => {
  assert.deepEqual(await shown('Apt 2, 824 Webster St, Seattle'), ['824 Webster St APT 2'])
  assert.deepEqual(await shown('98 Oak Ln, 98107 Seattle'), ['98 Oak Ln'])
})

test('streets are found without a house number and follow regions', async () => {
  assert.deepEqual(await shown('oak'), ['98 Oak Ln'])
  assert.deepEqual(await shown('oak lane, seattle'), ['98 Oak Ln'])
  assert.deepEqual(await shown('26th st'), ['30 W 26th St'])
  assert.deepEqual((await shown('webster st sea'))[0], '824 Webster St')
})

test('a ZIP may be typed after its city, its state or both', async () => {
  for (const typed of ['seattle 981', 'Seattle, WA 981', 'seattle washington 981', 'wa 981']) {
    assert.deepEqual(await shown(typed), ['zipcode 98107', 'zipcode 98178'], typed)
  }
  assert.deepEqual(await shown('seattle 98107'), ['zipcode 98107'])
  assert.deepEqual((await shown('seattle 78701'))[0], undefined)
})

test('while only digits are typed, ZIPs come first and addresses follow', async () => {
  assert.deepEqual(await shown('98'), ['zipcode 98107', 'zipcode 98178', 'zipcode 98402', '98 Oak Ln'])
  assert.deepEqual(await shown('98178'), ['zipcode 98178'])
})

test('at most ten suggestions are made', async () => {
  const many = sourceOf(
    Array.from({ length: 50 }, (_, index): Region => {
      const [region] = regionsOf({ '98107': 1 })
      assert.ok(region)
      return { ...region, type: 'city', name: `Seaside ${index}`, key: `city/wa/${index}` }
    }),
  )
  assert.equal((await suggest('s', many)).length, 10)
  assert.equal((await suggest('seaside', many)).length, 10)
})

test('nothing typed, nonsense and hostile text suggest nothing', async () => {
  for (const typed of ['', '  ', ',', 'zzzz', '\u0000', 'x'.repeat(10_000), '824 '.repeat(2500), '9'.repeat(10_000)]) {
    assert.deepEqual(await shown(typed), [], typed.slice(0, 20))
  }
})

test('regions that an import changed are found immediately', async () => {
  assert.deepEqual(await suggest('boston', source), [])
  const after = await suggest('boston', sourceOf(regionsOf({ '02108': 1 })))
  assert.equal(after[0]?.kind === 'region' && after[0].region.name, 'Boston')
})
