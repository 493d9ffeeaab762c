import assert from 'node:assert/strict'
import { test } from 'node:test'
import { median } from '../src/kit/algorithms/median.ts'
import { dayOf } from '../src/kit/base/clock.ts'
import type { Home } from '../src/model/home.ts'
import { seriesId } from '../src/model/market.ts'
import { loadGazetteer } from '../src/places/regions/gazetteer.ts'
import { metroOfCounty } from '../src/places/regions/metros.ts'
import * as keys from '../src/places/regions/region-keys.ts'
import { largeSample } from '../test/sample/homes.ts'
import { TRIAL_NOW_MS } from '../test/sample/trial.ts'
import { ECONOMIES } from './words/economies.ts'
import { halfYearGrowth } from './words/growth.ts'

const HOMES = 30_000
const sample = await largeSample(HOMES, 77)
const gazetteer = loadGazetteer()
const { home: homes } = sample
const isUnit = ({ homeType }: Home) => homeType === 'CONDO' || homeType === 'APARTMENT'
const isHouse = ({ homeType }: Home) => homeType === 'SINGLE_FAMILY'
const stateIn = (states: string) => (home: Home) => states.split(' ').includes(home.address.state)
const onMarket: ReadonlySet<string> = new Set(['Active', 'ActiveUnderContract', 'ComingSoon', 'Pending'])
const share = (list: readonly Home[], fits: (home: Home) => boolean) => list.filter(fits).length / list.length

/** Checks that no home contradicts the rule, and that the rule applies to at least one home. */
function never(rule: string, among: (home: Home) => boolean, contradicts: (home: Home) => boolean): void {
  const applicable = homes.filter(among)
  assert.ok(applicable.length > 0, `no home tells whether ${rule}`)
  const wrong = applicable.filter(contradicts)
  assert.equal(
    wrong.length,
    0,
    `${rule}: ${wrong.length} of ${applicable.length} do not, as ${JSON.stringify(wrong[0])}`,
  )
}

const THIS_YEAR = new Date(TRIAL_NOW_MS).getUTCFullYear()

/** Words in descriptions, and what must be true of the home. */
const SAID: readonly (readonly [words: RegExp, isTrue: (home: Home, text: string) => boolean])[] = [
  [/fireplace/i, ({ facts }) => (facts.fireplacesTotal ?? 0) > 0],
  [/hardwood/i, ({ facts }) => facts.flooring?.includes('Hardwood') === true],
  [/carpet/i, ({ facts }) => facts.flooring?.includes('Carpet') === true],
  [/laminate/i, ({ facts }) => facts.flooring?.includes('Laminate') === true],
  [/\bgas\b/i, ({ facts }) => facts.appliances?.some((one) => one.startsWith('Gas')) === true],
  [/induction/i, ({ facts }) => facts.appliances?.includes('Induction Cooktop') === true],
  [/garage/i, (home) => (home.facts.garageSpaces ?? 0) > 1 && !isUnit(home)],
  [/parking space/i, ({ facts }) => (facts.parkingTotal ?? 0) > 0],
  [/\bpool\b/i, ({ facts }) => facts.privatePool === true],
  [/basement/i, ({ facts }) => facts.basement !== undefined && facts.basement !== 'none'],
  [/the water\b/i, ({ facts }) => facts.waterfront === true || facts.views?.includes('Water') === true],
  [/mountains/i, ({ facts }) => facts.views?.includes('Mountain') === true],
  [/the city (glitters|below)|over the city/i, ({ facts }) => facts.views?.includes('City') === true],
  [/\b(patio|porch|yard)\b/i, (home) => !isUnit(home)],
  [/raised beds|lawn that|roses/i, (home) => !isUnit(home)],
  [/\b(lobby|building)\b/i, isUnit],
  [/washer|laundry is/i, ({ facts }) => facts.inUnitLaundry === true],
  [/central air/i, ({ facts }) => facts.hasCooling === true && facts.cooling?.includes('Central Air') === true],
  [/heat pump/i, ({ facts }) => facts.heating?.includes('Heat Pump') === true],
  [/furnished|furniture/i, ({ facts }) => facts.furnished === true],
  [/renovated in/i, ({ facts }, text) => text.includes(`Renovated in ${facts.yearRenovated}.`)],
  [/55 and over/i, ({ facts }) => facts.seniorCommunity === true],
  [/just built|new construction|everything is new/i, ({ facts }) => (facts.yearBuilt ?? THIS_YEAR) >= THIS_YEAR - 1],
  [/an acre/i, ({ facts }) => (facts.lotSizeSquareFeet ?? 0) > 43_560],
  [/no (association )?dues/i, ({ facts }) => facts.associationFee === 0],
  [/hot tub/i, ({ facts }) => facts.spa === true],
  [/walk-in closet/i, ({ facts }) => facts.interiorFeatures?.includes('Walk-In Closet(s)') === true],
  [/vaulted/i, ({ facts }) => facts.interiorFeatures?.includes('Vaulted Ceiling(s)') === true],
]

for (const [words, isTrue] of SAID) {
  test(`what a description says with ${words} is true`, () => {
    const textOf = ({ listing }: Home) => `${listing?.description ?? ''} ${listing?.whatILove ?? ''}`
    never(
      `${words} is true`,
      (home) => words.test(textOf(home)),
      (home) => !isTrue(home, textOf(home)),
    )
  })
}

test('important facts are always mentioned if they are true', () => {
  const described = (home: Home) => home.listing?.description !== undefined
  const says = (words: RegExp) => (home: Home) => words.test(home.listing?.description ?? '')
  never(
    'a pool is told',
    (home) => described(home) && home.facts.privatePool === true,
    (home) => !says(/pool/)(home),
  )
  never(
    'a house at the water is told',
    (home) => described(home) && home.facts.waterfront === true,
    (home) => !says(/water/)(home),
  )
})

test('homes are built as their climate requires', () => {
  never(
    'a hot or wet place has no basements',
    stateIn('FL AZ TX'),
    ({ facts }) => (facts.basement ?? 'none') !== 'none',
  )
  never('snow lies on no tiles or shakes', stateIn('MN IL PA NY MA NJ'), ({ facts }) =>
    /Tile|Shake/.test(facts.roof ?? ''),
  )
  never(
    'snow lies on no flat roof of a house',
    (home) => stateIn('MN IL PA NY MA NJ CO WA OR')(home) && !isUnit(home),
    ({ facts }) => facts.roof === 'Flat',
  )
  never(
    'mountains are seen where there are any',
    ({ facts }) => facts.views?.includes('Mountain') === true,
    (home) => !stateIn('WA OR CA AZ CO')(home),
  )
  never('no steam heats Florida', stateIn('FL AZ TX'), ({ facts }) =>
    /Water|Steam|Oil|Radiant/.test(facts.heating?.join() ?? ''),
  )
  never(
    'a home without gas cooks with none',
    ({ facts }) => facts.appliances?.some((one) => one.startsWith('Gas')) === true,
    ({ facts }) => !facts.heating?.includes('Natural Gas'),
  )
  const houses = homes.filter(isHouse)
  const of = (states: string) => houses.filter(stateIn(states))
  assert.ok(share(of('MN IL'), ({ facts }) => facts.basement !== 'none') > 0.65)
  assert.ok(share(of('FL'), ({ facts }) => (facts.fireplacesTotal ?? 0) > 0) < 0.06)
  assert.ok(share(of('AZ TX FL'), ({ facts }) => facts.hasCooling === true) > 0.97)
  assert.ok(share(of('WA CA'), ({ facts }) => facts.hasCooling === true) < 0.85)
  assert.ok(share(of('AZ FL'), ({ facts }) => facts.privatePool === true) > 0.2)
  assert.ok(share(of('MN IL MA'), ({ facts }) => facts.privatePool === true) < 0.05)
  assert.ok(share(of('AZ'), ({ facts }) => facts.waterfront === true) < 0.02)
  assert.ok(share(of('FL'), ({ facts }) => facts.waterfront === true) > 0.02)
})

test('the risks of a county are those of its climate', () => {
  const risk = (peril: string, areaId: string) => {
    const scores = sample.climate.filter((score) => score.peril === peril && score.areaId === areaId)
    return (
      scores.reduce((sum, { score, scaleMin, scaleMax }) => sum + (score - scaleMin) / (scaleMax - scaleMin), 0) / 2
    )
  }
  const [miami, phoenix, boston, angeles] = ['12086', '04013', '25025', '06037'] as const
  assert.ok(risk('wind', miami) > risk('wind', angeles) && risk('flood', miami) > risk('flood', phoenix))
  assert.ok(risk('heat', phoenix) > risk('heat', boston) && risk('fire', angeles) > risk('fire', boston))
})

test('the size and density of homes match the density of their place', () => {
  const inManhattan = ({ address }: Home) => address.countyFips === '36061'
  never('nobody has a house, a lot or a trailer in Manhattan', inManhattan, ({ homeType }) =>
    /SINGLE|LOT|MANUFACTURED/.test(homeType),
  )
  never('nobody parks two cars in Manhattan', inManhattan, ({ facts }) => (facts.garageSpaces ?? 0) > 1)
  never(
    'a unit has one parking space at most',
    isUnit,
    ({ facts }) => (facts.parkingTotal ?? 0) > 1 || (facts.lotSizeSquareFeet ?? 0) > 0,
  )
  never('a town has sewers', stateIn('NY NJ'), ({ facts }) => facts.sewer?.includes('Septic Tank') === true)
  const septic = homes.filter(({ facts }) => facts.sewer?.includes('Septic Tank'))
  assert.ok(septic.length > HOMES * 0.005 && septic.length < HOMES * 0.05, `${septic.length} septic tanks`)
  assert.ok(share(homes.filter(inManhattan), isUnit) > 0.9)
  assert.ok(share(homes.filter(stateIn('AZ')), isHouse) > 0.45)
})

test('the units of a building are alike, and have what the building offers', () => {
  const buildings = new Map(sample.building.map((building) => [building.lotId, building]))
  const first = new Map<string, Home>()
  for (const home of homes) {
    if (home.lotId === undefined) continue
    const { facts } = home
    const other = first.get(home.lotId) ?? home
    first.set(home.lotId, other)
    assert.deepEqual(
      [facts.roof, facts.heating, facts.constructionMaterials],
      [other.facts.roof, other.facts.heating, other.facts.constructionMaterials],
    )
    const amenities = buildings.get(home.lotId)?.amenities ?? []
    if (amenities.includes('Air Conditioning')) assert.equal(facts.hasCooling, true)
    if (amenities.includes('In-Unit Laundry')) assert.equal(facts.inUnitLaundry, true)
    if (amenities.includes('Shared Laundry')) assert.equal(facts.inUnitLaundry, false)
    if (!amenities.includes('On-Site Parking')) assert.equal(facts.parkingTotal, 0)
  }
  assert.ok(first.size > 100)
})

test('homes stand in towns, in proportion to real homes, and in their county', () => {
  const zips = [...new Set(homes.map(({ address }) => address.zipcode))].map((zipcode) => gazetteer.zip(zipcode))
  for (const zip of zips) assert.ok((zip?.population ?? 0) >= 1000 && (zip?.housingUnits ?? 0) >= 500, zip?.zipcode)
  const counties = Map.groupBy(homes, ({ address }) => address.countyFips ?? '')
  assert.deepEqual(new Set(counties.keys()), new Set(ECONOMIES.flatMap(({ counties: own }) => own)))
  const unitsOf = (fips: string) => gazetteer.county(fips)?.housingUnits ?? 0
  const units = [...counties.keys()].reduce((sum, fips) => sum + unitsOf(fips), 0)
  for (const [fips, own] of counties) {
    const expected = (HOMES * unitsOf(fips)) / units
    assert.ok(Math.abs(own.length - expected) < 50 + 0.06 * expected, `${fips}: ${own.length} for ${expected}`)
  }
  never(
    'the Bronx is a county of its own',
    ({ address }) => address.city === 'Bronx',
    ({ address }) => address.countyFips !== '36005',
  )
  const elsewhere = homes.filter(
    ({ point, address }) => point && gazetteer.countyAt(point)?.fips !== address.countyFips,
  )
  assert.ok(elsewhere.length < HOMES * 0.01, `${elsewhere.length} homes stand in another county`)
})

test('there are luxury homes and homes in bad repair', () => {
  const values = homes.flatMap(({ homeType, estimate }) => (homeType === 'LOT' ? [] : (estimate?.value ?? [])))
  const areas = homes.flatMap(({ facts }) => facts.livingArea ?? [])
  const countOf = (list: readonly number[], fits: (one: number) => boolean) => list.filter(fits).length / list.length
  assert.ok(Math.max(...values) > 15_000_000 && Math.max(...values) < 50_000_000, `${Math.max(...values)}`)
  assert.ok(
    countOf(values, (value) => value > 5_000_000) > 0.0005 && countOf(values, (value) => value > 5_000_000) < 0.01,
  )
  assert.ok(Math.min(...values) < 60_000 && Math.min(...values) > 10_000, `${Math.min(...values)}`)
  assert.ok(Math.max(...areas) > 11_000 && Math.max(...areas) <= 15_000 && Math.min(...areas) < 400)
})

test('4 to 6 of 100 homes are sold in each of the last years, and about as many in earlier years', () => {
  const sales = homes.flatMap(({ history }) => history.filter(({ event }) => event === 'Sold').map(({ date }) => date))
  for (let years = 0; years < 10; years++) {
    const from = dayOf(Date.UTC(2025 - years, 5, 15))
    const until = dayOf(Date.UTC(2026 - years, 5, 15))
    const sold = (100 * sales.filter((date) => date > from && date <= until).length) / HOMES
    assert.ok(sold > (years < 3 ? 4 : 3) && sold < 6, `${sold} of 100 were sold in the year to ${until}`)
  }
})

const series = new Map(sample.series.map((one) => [one.seriesId, one]))
const at = (id: string, end: string) => series.get(id)?.points.find(([day]) => day === end)?.[1] ?? Number.NaN

test('prices from 2020 to 2022 moved as published indices did, in series and in sales', () => {
  for (const { city, counties } of ECONOMIES) {
    const published = [0, 1, 2, 3, 4].reduce(
      (product, half) => product * (1 + halfYearGrowth(city, 2020 + Math.floor(half / 2), half % 2) / 100),
      1,
    )
    const code = metroOfCounty(counties[0] ?? '')?.code ?? ''
    const id = seriesId('home_value', keys.metroRegionKey(code))
    const drawn = at(id, '2022-06-30') / at(id, '2019-12-31')
    assert.ok(Math.abs(drawn / published - 1) < 0.04, `${city}: ${drawn} for ${published}`)
  }
  const paid = (from: string, until: string) =>
    homes.flatMap(({ history, estimate }) =>
      history
        .filter(({ event, date }) => event === 'Sold' && date >= from && date <= until)
        .flatMap(({ price = 0 }) => (estimate?.value === undefined ? [] : price / estimate.value)),
    )
  const grown = median(paid('2022-03-01', '2022-08-31')) / median(paid('2019-07-01', '2019-12-31'))
  assert.ok(grown > 1.3 && grown < 1.55, `sales rose by ${grown}`)
})

/** Checks that published figures rarely differ from the homes' own figures by more than 10 %, and never by far more. */
function agree(
  what: string,
  groups: ReadonlyMap<string, readonly number[]>,
  least: number,
  idOf: (key: string) => string,
): void {
  const off = [...groups]
    .filter(([, amounts]) => amounts.length >= least)
    .map(([key, amounts]) => {
      const ratio = (series.get(idOf(key))?.points.at(-1)?.[1] ?? Number.NaN) / median([...amounts])
      return Math.max(ratio, 1 / ratio)
    })
  assert.ok(off.length > 20, `${off.length} places tell of ${what}`)
  const apart = off.filter((ratio) => !(ratio < 1.1)).length
  assert.ok(apart <= off.length * 0.03, `${what}: ${apart} of ${off.length} are more than 10 % apart`)
  assert.ok(
    off.every((ratio) => ratio < 1.35),
    `${what}: ${Math.max(...off)} apart`,
  )
}

test('published figures of a place match its homes', () => {
  const dwellings = homes.filter(({ homeType }) => homeType !== 'LOT')
  const placesOf: readonly ((home: Home) => string)[] = [
    () => keys.COUNTRY_KEY,
    ({ address }) => keys.stateRegionKey(address.state),
    ({ address }) => keys.metroRegionKey(metroOfCounty(address.countyFips ?? '')?.code ?? ''),
    ({ address }) => keys.cityRegionKey(address.city, address.state),
    ({ address }) => keys.zipcodeRegionKey(address.zipcode),
  ]
  const amountsBy = (list: readonly Home[], amount: (home: Home) => number | undefined) => {
    const groups = new Map<string, number[]>()
    for (const home of list) {
      const value = amount(home)
      if (value === undefined) continue
      for (const placeOf of placesOf) groups.set(placeOf(home), [...(groups.get(placeOf(home)) ?? []), value])
    }
    return groups
  }
  const asking = dwellings.filter(({ listing }) => listing?.kind === 'sale' && onMarket.has(listing.status))
  const rentals = dwellings.filter(({ listing }) => listing?.kind === 'lease' && listing.status === 'Active')
  agree(
    'values',
    amountsBy(dwellings, ({ estimate }) => estimate?.value),
    20,
    (key) => seriesId('home_value', key),
  )
  agree(
    'rents',
    amountsBy(rentals, ({ listing }) => listing?.listPrice),
    10,
    (key) => seriesId('rent', key),
  )
  const wide = [...amountsBy(asking, ({ listing }) => listing?.listPrice)].filter(([key]) => !key.startsWith('zip'))
  agree('asking prices', new Map(wide), 20, (key) => seriesId('median_list_price', key))
  const byType = Map.groupBy(
    rentals.filter(({ address, facts }) => address.city === 'Chicago' && facts.bedroomsTotal !== undefined),
    ({ facts }) => Math.min(4, facts.bedroomsTotal ?? 0),
  )
  const whole = at(seriesId('rent', keys.cityRegionKey('Chicago', 'IL')), '2026-05-31')
  const rents = [...byType.keys()].map((rooms) =>
    at(seriesId('rent', keys.cityRegionKey('Chicago', 'IL'), undefined, rooms), '2026-05-31'),
  )
  assert.ok(Math.min(...rents) <= whole && whole <= Math.max(...rents), `${whole} of ${rents.join()}`)
})

test('published inventories end with the number of homes for sale that a search shows, without land', () => {
  const applicable = homes.filter(({ listing, homeType }) => listing?.kind === 'sale' && homeType !== 'LOT')
  const active = applicable.filter(({ listing }) => listing?.status === 'Active')
  for (const [key, shown] of [
    [keys.COUNTRY_KEY, active],
    [keys.stateRegionKey('CA'), active.filter(stateIn('CA'))],
    [keys.cityRegionKey('Austin', 'TX'), active.filter(({ address }) => address.city === 'Austin')],
  ] as const)
    assert.equal(series.get(seriesId('for_sale_inventory', key))?.points.at(-1)?.[1], shown.length, key)
})

test('descriptions and reviews are written from many parts', () => {
  const sentences = (texts: readonly string[]) => new Set(texts.flatMap((text) => text.split(/(?<=[.?!]) /)))
  const descriptions = homes.flatMap(({ listing }) => listing?.description ?? [])
  assert.ok(new Set(descriptions).size > descriptions.length * 0.97)
  assert.ok(sentences(descriptions.map((text) => text.replaceAll(/\b[A-Z]\w+( [A-Z]\w+)*\b/g, 'X'))).size > 150)
  const reviews = sample.agent.flatMap(({ reviews: own = [] }) => own)
  assert.ok(new Set(reviews.map(({ comment }) => comment)).size > 400)
  for (const { comment = '', workDescription = '' } of reviews) {
    if (/bought|finding a (house|condo)/i.test(comment)) assert.match(workDescription, /Bought/)
    if (/\bsold|selling/i.test(comment)) assert.match(workDescription, /Sold/)
    if (/rented|finding an apartment/i.test(comment)) assert.match(workDescription, /Rented/)
  }
})
