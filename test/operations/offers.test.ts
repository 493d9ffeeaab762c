import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { suite, test } from 'node:test'
import { Random } from '../../src/kit/algorithms/random.ts'
import { DAY_MS } from '../../src/kit/base/clock.ts'
import type { Offer } from '../../src/model/offer.ts'
import type { offerFilters } from '../../src/service/operations/search/offer-filters.ts'
import { call } from './call.ts'
import { NOW_MS } from './made-homes.ts'
import { OFFERS } from './made-portals.ts'
import { smallContext } from './small-catalog.ts'

const PATH = '/search/bylocation'
const context = smallContext({ offers: OFFERS })

interface Row extends Readonly<Record<string, unknown>> {
  readonly id: number
}
interface Found {
  readonly total: number
  readonly totalPages: number
  readonly nextPage: boolean
  readonly locations: readonly { readonly name: string | null; found: boolean }[]
  readonly searchResults: readonly Row[]
}

async function search(parameters: Readonly<Record<string, string>>): Promise<Found> {
  // other tests check the answer's shape
  return (await call(PATH, { location: 'Polska', ...parameters }, context)) as unknown as Found
}

/** Returns the results of all pages, in order. */
async function all(parameters: Readonly<Record<string, string>>): Promise<number[]> {
  const ids: number[] = []
  for (let page = 1; ; page++) {
    const { searchResults, nextPage } = await search({ ...parameters, resultCount: '200', page: String(page) })
    ids.push(...searchResults.map(({ id }) => id))
    if (!nextPage) return ids
  }
}

const byNumber = (one: number, other: number) => one - other

const SALES = OFFERS.filter(({ searchType, goneSince }) => searchType === 'For_Sale' && goneSince === undefined)
const shownPrice = (offer: Offer) => (offer.hidePrice ? undefined : offer.price)

/** By parameter: how to draw a value, and which offers match it. */
type Trial = (random: Random, offer: Offer) => readonly [value: string, fits: (offer: Offer) => boolean]

function oneOf(values: readonly string[], of: (offer: Offer) => string | undefined): Trial {
  return (random) => {
    const value = random.pick(values)
    return [value, (offer) => value === 'Any' || of(offer) === value]
  }
}

function someOf(values: readonly string[], of: (offer: Offer) => string | undefined): Trial {
  return (random) => {
    const some = random.some(values, random.whole(1, 4))
    return [some.join(random.pick([',', ', '])), (offer) => some.includes(of(offer) ?? '')]
  }
}

function range(of: (offer: Offer) => number | undefined): Trial {
  return (random, aim) => {
    const at = Math.max(0, Math.round(of(aim) ?? 100))
    const [min, max] = [Math.floor(at * random.between(0.5, 1)), Math.ceil(at * random.between(1, 2))]
    const [text, low, high] = random.pick([
      [`min:${min}, max:${max}`, min, max],
      [`max:${max},min:${min}`, min, max],
      [`min: ${min}`, min, Number.POSITIVE_INFINITY],
      [`max:${max}`, Number.NEGATIVE_INFINITY, max],
    ] as const)
    return [text, (offer) => (of(offer) ?? Number.NaN) >= low && (of(offer) ?? Number.NaN) <= high]
  }
}

function only(has: (offer: Offer) => boolean | undefined): Trial {
  return (random) => {
    const value = random.pick(['true', 'True', '1', 'false', '0'])
    return [value, (offer) => ['false', '0'].includes(value) || has(offer) === true]
  }
}

function every(values: readonly string[], of: (offer: Offer) => readonly string[]): Trial {
  return (random) => {
    const some = random.some(values, random.whole(1, 2))
    return [some.join(','), (offer) => some.every((value) => of(offer).includes(value))]
  }
}

const MATERIALS = ['Brick', 'Wood', 'Breezeblock', 'Hydroton', 'Concrete_Plate', 'Concrete', 'Silikat', 'Other']
const BUILDINGS = ['Block', 'Tenement', 'House', 'Infill', 'Ribbon', 'Apartment_Building', 'Loft', 'Detached', 'Farm']
const TRIALS: Readonly<Record<keyof typeof offerFilters.parameters, Trial>> = {
  propertyType: oneOf(['Any', 'Apartment', 'House', 'Plot', 'Garage'], ({ propertyType }) => propertyType),
  market: oneOf(['Any', 'Primary', 'Secondary'], ({ market }) => market),
  ownerType: oneOf(['Any', 'Private', 'Agency', 'Developer'], ({ ownerType }) => ownerType),
  priceRange: range(shownPrice),
  areaRange: range(({ area }) => area),
  pricePerMeterRange: range((offer) => {
    const price = shownPrice(offer)
    return price === undefined || offer.area === 0 ? undefined : Math.round((price / offer.area) * 100) / 100
  }),
  plotAreaRange: range(({ plotArea }) => plotArea),
  roomsRange: range(({ rooms }) => rooms),
  yearBuiltRange: range(({ yearBuilt }) => yearBuilt),
  buildingType: someOf(BUILDINGS, ({ buildingType }) => buildingType),
  floors: someOf(['Cellar', 'Ground', '1', '2', '3', '10', 'Above_10', 'Attic'], ({ floor }) => floor),
  buildingMaterial: someOf(MATERIALS, ({ buildingMaterial }) => buildingMaterial),
  heating: someOf(['Urban', 'Gas', 'Electrical', 'Boiler_Room', 'Tiled_Stove'], ({ heating }) => heating),
  extras: every(['Balcony', 'Terrace', 'Lift', 'Two_Storey', 'Non_Smokers_Only'], ({ extras }) => extras),
  media: every(['Internet', 'Cable_TV', 'Phone'], ({ media }) => media),
  daysSinceCreated: (random) => {
    const days = random.whole(0, 200)
    return [String(days), ({ createdMs }) => Math.floor(createdMs / DAY_MS) >= Math.floor(NOW_MS / DAY_MS) - days]
  },
  hasPhotos: only(({ photos, drawnPhotos = 0 }) => (photos ? photos.length > 0 : drawnPhotos > 0)),
  hasVideo: only(({ hasVideo }) => hasVideo),
  has3DView: only(({ has3DView }) => has3DView),
  openDay: only(({ openDay }) => openDay),
  exclusiveOffer: only(({ exclusiveOffer }) => exclusiveOffer),
}

const seed = process.env.SEED === undefined ? randomInt(2 ** 31) : Number(process.env.SEED)

suite(`${PATH} (SEED=${seed})`, () => {
  for (const [name, trial] of Object.entries(TRIALS)) {
    test(`${name} finds exactly the matches`, async () => {
      const random = new Random(seed, name)
      let matches = 0
      for (let i = 0; i < 6; i++) {
        const [value, fits] = trial(random, random.pick(SALES))
        const expected = SALES.filter(fits).map(({ offerId }) => offerId)
        assert.deepEqual((await all({ [name]: value })).sort(byNumber), expected.sort(byNumber), value)
        matches += expected.length
      }
      assert.ok(matches > 0, 'nothing was ever found')
    })
  }

  test('filters given together must all match', async () => {
    const random = new Random(seed, 'together')
    for (let i = 0; i < 16; i++) {
      const aim = random.pick(SALES)
      const chosen = random
        .some(Object.entries(TRIALS), random.whole(2, 4))
        .map(([name, trial]) => [name, trial(random, aim)] as const)
      const parameters = Object.fromEntries(chosen.map(([name, [value]]) => [name, value]))
      const expected = SALES.filter((offer) => chosen.every(([, [, fits]]) => fits(offer))).map(
        ({ offerId }) => offerId,
      )
      assert.deepEqual((await all(parameters)).sort(byNumber), expected.sort(byNumber), JSON.stringify(parameters))
    }
  })

  const orders: readonly (readonly [name: string, of: (offer: Offer) => number | undefined, highestFirst: boolean])[] =
    [
      ['Newest', ({ createdMs }) => createdMs, true],
      ['Price_Low_to_High', shownPrice, false],
      ['Price_High_to_Low', shownPrice, true],
      ['Area_Low_to_High', ({ area }) => area, false],
      ['Area_High_to_Low', ({ area }) => area, true],
      ['Price_Per_Meter_Low_to_High', (offer) => perMeter(offer), false],
      ['Price_Per_Meter_High_to_Low', (offer) => perMeter(offer), true],
    ]
  function perMeter(offer: Offer): number | undefined {
    const price = shownPrice(offer)
    return price === undefined || offer.area === 0 ? undefined : Math.round((price / offer.area) * 100) / 100
  }
  for (const [sortOrder, of, highestFirst] of orders) {
    test(`${sortOrder} puts unknown values last, with ties in order of id`, async () => {
      const expected = SALES.toSorted((one, other) => {
        const [a, b] = [of(one), of(other)]
        if (a === b) return one.offerId - other.offerId
        if (a === undefined || b === undefined) return a === undefined ? 1 : -1
        return highestFirst ? b - a : a - b
      })
      assert.deepEqual(
        await all({ sortOrder }),
        expected.map(({ offerId }) => offerId),
      )
    })
  }

  test('Default puts a new exclusive offer with photos before an old one without', async () => {
    const ids = await all({})
    assert.equal(ids.length, SALES.length)
    const first = OFFERS.find(({ offerId }) => offerId === ids[0])
    assert.ok(first && NOW_MS - first.createdMs < 40 * DAY_MS && (first.drawnPhotos ?? 0) > 0)
  })

  test('every row is for sale or for rent, as requested', async () => {
    for (const searchType of ['For_Sale', 'For_Rent']) {
      const answer = await search({ searchType, resultCount: '200' })
      assert.ok(answer.searchResults.every((row) => row.searchType === searchType))
    }
  })

  test('an offer with a hidden price shows none, and is not found by price', async () => {
    const hidden = OFFERS.find(({ hidePrice, searchType, price }) => hidePrice && searchType === 'For_Sale' && price)
    const { searchResults } = await search({ resultCount: '200' })
    const row = [
      searchResults,
      (await search({ resultCount: '200', page: '2' })).searchResults,
      (await search({ resultCount: '200', page: '3' })).searchResults,
    ]
      .flat()
      .find(({ id }) => id === hidden?.offerId)
    assert.deepEqual([row?.price, row?.pricePerMeter, row?.hidePrice], [null, null, true])
    const price = String(hidden?.price)
    assert.ok(!(await all({ priceRange: `min:${price}, max:${price}` })).includes(hidden?.offerId ?? 0))
  })

  test('a removed offer is no longer found', async () => {
    const gone = OFFERS.find(({ goneSince }) => goneSince !== undefined)
    assert.ok(gone && !(await all({})).includes(gone.offerId))
  })

  const places: readonly (readonly [location: string, lies: (offer: Offer) => boolean])[] = [
    ['Kraków', ({ city }) => city === 'Kraków'],
    ['krakow', ({ city }) => city === 'Kraków'],
    ['Mokotow, Warszawa', ({ city, district }) => city === 'Warszawa' && district === 'Mokotów'],
    ['Warszawa, Śródmieście', ({ city, district }) => city === 'Warszawa' && district === 'Śródmieście'],
    ['SLASKIE', ({ province }) => province === 'śląskie'],
    ['Gdynia, pomorskie; Łódź', ({ city }) => city === 'Gdynia' || city === 'Łódź' || city === 'Lodz'],
    ['Gdynia;pomorskie', ({ province }) => province === 'pomorskie'],
    ['Gdynia, śląskie', () => false],
    ['Atlantis', () => false],
    ['Atlantis; Gdynia', ({ city }) => city === 'Gdynia'],
  ]
  for (const [location, lies] of places) {
    test(`"${location}" finds the offers there, each once`, async () => {
      const expected = SALES.filter(lies).map(({ offerId }) => offerId)
      assert.deepEqual((await all({ location })).sort(byNumber), expected.sort(byNumber))
    })
  }

  test('the answer says how each location was understood', async () => {
    const { locations } = await search({ location: 'Atlantis; gdynia' })
    assert.deepEqual(
      locations.map(({ name, found }) => [name, found]),
      [
        [null, false],
        ['Gdynia, pomorskie', true],
      ],
    )
  })

  test('any page can be requested; one past the last is empty, with the same totals', async () => {
    const whole = await search({})
    assert.equal(whole.searchResults.length, 50)
    assert.equal(whole.total, SALES.length)
    assert.equal(whole.totalPages, Math.ceil(SALES.length / 50))
    for (const page of [whole.totalPages + 1, 1e9, Number.MAX_SAFE_INTEGER]) {
      const { total, nextPage, searchResults } = await search({ page: String(page), resultCount: '200' })
      assert.deepEqual([total, nextPage, searchResults], [SALES.length, false, []])
    }
  })
})
