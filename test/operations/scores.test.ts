import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { DAY_MS, startOfDay } from '../../src/kit/base/clock.ts'
import type { Home } from '../../src/model/home.ts'
import { HOME_ORDERS } from '../../src/model/home-orders.ts'
import { gatherSample } from '../sample/trial.ts'
import { call } from './call.ts'
import { NOW_MS, RENTAL, RICH, TOWER, UNITS } from './made-homes.ts'
import { smallContext } from './small-catalog.ts'

const DOCS = readFileSync(new URL('../../docs/answers.md', import.meta.url), 'utf8')

/** Returns the number in the documented table for a part of the score. */
function daysFor(part: RegExp): number {
  const row = DOCS.split('\n').find((line) => line.trim().startsWith('|') && part.test(line))
  const days = Number.parseFloat(row?.split('|')[2] ?? '')
  assert.ok(days > 0, `the table of docs/answers.md has ${part}`)
  return days
}

const PER_DAY = daysFor(/When the home came on the market/)
const FOR_FACTS = daysFor(/Known facts/)
const PER_PICTURE = daysFor(/Pictures/)
const FOR_FEATURED = daysFor(/featured/)
const FOR_APPLICATIONS = daysFor(/Applications/)
const COUNTED_PICTURES = Number(/first (\d+) count/.exec(DOCS)?.[1])

/** Computes the score of a home as the docs say. */
function documentedScore({ facts, listing, point }: Home): number {
  const sold = listing?.closeDate === undefined ? 0 : startOfDay(listing.closeDate)
  const freshMs = listing?.status === 'Closed' ? sold : (listing?.onMarketMs ?? 0)
  const { bedroomsTotal, bathrooms, livingArea, lotSizeSquareFeet, yearBuilt } = facts
  const asked = [bedroomsTotal, bathrooms, livingArea, lotSizeSquareFeet, yearBuilt, listing?.description, point]
  const pictures = listing?.photos?.length ?? listing?.drawnPhotos ?? 0
  return (
    (PER_DAY * freshMs) / DAY_MS +
    (FOR_FACTS * asked.filter((fact) => fact !== undefined).length) / 7 +
    PER_PICTURE * Math.min(pictures, COUNTED_PICTURES) +
    (listing?.featured ? FOR_FEATURED : 0)
  )
}

function documentedPriority(home: Home): number {
  return documentedScore(home) + (home.listing?.lease?.acceptsApplications ? FOR_APPLICATIONS : 0)
}

const { records } = await gatherSample(3000, 7, NOW_MS)

test('the two scores of every home of the sample are those of the documented formulas', () => {
  const merits = { featured: 0, applications: 0, pictures: 0 }
  for (const home of [...records.home, RICH, RENTAL]) {
    assert.ok(Math.abs(HOME_ORDERS.HomesForYou.of(home) - documentedScore(home)) < 1e-6, String(home.zpid))
    assert.ok(Math.abs(HOME_ORDERS.RentalPriority.of(home) - documentedPriority(home)) < 1e-6, String(home.zpid))
    if (home.listing?.featured) merits.featured++
    if (home.listing?.lease?.acceptsApplications) merits.applications++
    if (home.listing?.drawnPhotos) merits.pictures++
  }
  for (const [merit, homes] of Object.entries(merits)) assert.ok(homes > 3, merit)
})

const COUNTRY = { eastLongitude: '-66', northLatitude: '50', southLatitude: '24', westLongitude: '-125' }

interface Found {
  readonly searchResults: readonly { readonly property: { readonly zpid: number; readonly buildingId?: number } }[]
}

test('searches without an order put homes for sale, and homes for rent, in the order of those scores', async () => {
  const houses = records.home.filter(({ lotId }) => lotId === undefined)
  const where = smallContext({ homes: houses })
  const byZpid = new Map(houses.map((home) => [home.zpid, home]))
  for (const [listingStatus, score] of [
    ['For_Sale', documentedScore],
    ['For_Rent', documentedPriority],
  ] as const) {
    const answer = (await call('/search/bymapbounds', { ...COUNTRY, listingStatus }, where)) as unknown as Found
    // all results are homes of this test
    const scores = answer.searchResults.map(({ property }) => score(byZpid.get(property.zpid) as Home))
    assert.ok(scores.length > 20)
    // in bounds
    for (const [at, one] of scores.entries()) assert.ok(at === 0 || (scores[at - 1] as number) >= one - 1e-6)
  }
})

test('Agent listed means plain listings by an agent, and Apartment Community units of a building, as the docs say', async () => {
  const { conditions: _c, newConstruction: _n, ...plain } = { ...RICH.listing, conditions: [], newConstruction: true }
  // the listing has a few other values
  const home = (zpid: number, listing: object): Home => ({ ...RICH, zpid, listing: { ...plain, ...listing } }) as Home
  const homes = [
    home(1, { listedBy: 'agent' }),
    home(2, { listedBy: 'owner' }),
    home(3, { listedBy: 'agent', conditions: ['Auction'] }),
    home(4, { listedBy: 'agent', newConstruction: true }),
    RENTAL,
    ...UNITS.map((unit): Home => ({ ...unit, homeType: 'CONDO' })),
  ]
  const where = smallContext({ homes, buildings: [TOWER] })
  const zpidsFor = async (query: Readonly<Record<string, string>>) => {
    const answer = (await call('/search/bymapbounds', { ...COUNTRY, ...query }, where)) as unknown as Found
    return answer.searchResults.map(({ property }) => property.zpid).sort((one, other) => one - other)
  }
  const sale = (listingTypeOptions: string) =>
    zpidsFor({ listingStatus: 'For_Sale', listingTypeOptions, listingType: 'By_Agent' })
  assert.deepEqual(await sale('Agent listed'), [1])
  assert.deepEqual(await sale('Agent listed,Auctions'), [1, 3])
  assert.deepEqual(await sale('Agent listed,New Construction'), [1, 4])
  const rent = { listingStatus: 'For_Rent', otherAmenities: 'Apartment Community' }
  assert.deepEqual(await zpidsFor(rent), [1101])
  assert.deepEqual(await zpidsFor({ listingStatus: 'For_Rent' }), [RENTAL.zpid, 1101])
})
