import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Handling } from '../../src/kit/params/index.ts'
import type { Home } from '../../src/model/home.ts'
import { homeInputs, inputAt } from '../../src/worth/estimator/home-inputs.ts'
import { dissimilarityAt, TRAIT_NUMBERS, traitsOf, writeTraits } from '../../src/worth/estimator/likeness.ts'
import { call } from './call.ts'
import { pointAt, RICH, SOLD } from './made-homes.ts'
import { smallContext } from './small-catalog.ts'

/** Makes a home like another, but with this number of bedrooms. If undefined, the number is unknown. */
function homeWith(zpid: number, bedroomsTotal: number | undefined, like: Home = RICH): Home {
  const { bedroomsTotal: _, ...facts } = like.facts
  return {
    ...like,
    zpid,
    sourceKey: String(zpid),
    point: pointAt(zpid % 5, zpid % 7),
    facts: bedroomsTotal === undefined ? facts : { ...facts, bedroomsTotal },
  }
}

const [UNKNOWN, STUDIO, THREE] = [homeWith(2001, undefined), homeWith(2002, 0), homeWith(2003, 3)]
const [SOLD_UNKNOWN, SOLD_STUDIO] = [homeWith(2004, undefined, SOLD), homeWith(2005, 0, SOLD)]
const context = smallContext({ homes: [UNKNOWN, STUDIO, THREE, SOLD_UNKNOWN, SOLD_STUDIO] })

type Loose = { readonly [key: string]: Loose } & readonly Loose[]
const ask = async (path: string, query: Readonly<Record<string, string>>, handling?: Handling) =>
  (await call(path, query, context, handling)) as Loose

const URL = 'https://portal.example/austin-tx/'

/** Functions that call an operation and return the numbers of bedrooms in its answer, by zpid. */
const ANSWERS: Readonly<Record<string, (handling?: Handling) => Promise<ReadonlyMap<number, readonly unknown[]>>>> = {
  'the full document': async (handling) => {
    const zpids = [UNKNOWN.zpid, STUDIO.zpid, THREE.zpid]
    const bodies = await Promise.all(zpids.map((zpid) => ask('/pro/byzpid', { zpid: String(zpid) }, handling)))
    return new Map(
      bodies.map(({ propertyDetails: home }, i) => [zpids[i] ?? 0, [home?.bedrooms, home?.resoFacts?.bedrooms]]),
    )
  },
  'similar homes': async (handling) => {
    const { similar_properties } = await ask('/similar', { byzpid: String(SOLD_STUDIO.zpid) }, handling)
    return ofRows(similar_properties?.propertyDetails)
  },
  'nearby homes': async (handling) =>
    ofRows((await ask('/nearby', { byzpid: String(SOLD_STUDIO.zpid) }, handling)).nearby_properties),
  'the homes of an agent': async (handling) =>
    ofRows((await ask('/agent/for_sale', { encodedZuid: 'agent-ann' }, handling)).forSaleListings),
  'rows of results': async (handling) =>
    new Map(
      (await ask('/search/byurl', { url: URL }, handling)).Results?.map((row) => [
        Number(row.zpid),
        [row.beds, row.hdpData?.homeInfo?.bedrooms],
      ]),
    ),
}

function ofRows(rows: Loose | undefined): ReadonlyMap<number, readonly unknown[]> {
  return new Map(rows?.map((row) => [Number(row.zpid), [row.bedrooms]]))
}

suite('an unknown number of bedrooms is null, and that of a studio is 0', () => {
  for (const [what, askFor] of Object.entries(ANSWERS))
    test(`in ${what}; a program that cannot read null gets 0`, async () => {
      for (const [handling, unknown] of [
        ['normal', null],
        ['lenient', 0],
      ] as const) {
        const bedrooms = await askFor(handling)
        const expected = [unknown, 0, 3]
        for (const [i, { zpid }] of [UNKNOWN, STUDIO, THREE].entries())
          assert.deepEqual(new Set(bedrooms.get(zpid)), new Set([expected[i]]), `${what}, ${zpid}, ${handling}`)
      }
    })
})

test('comparables, whose answers require a number, show no difference from a home with unknown bedrooms', async () => {
  const { comparable_homes = [] } = await ask('/comparable_homes', { byzpid: String(THREE.zpid) })
  const differences = comparable_homes.map(({ property, comparison }) => [
    property?.zpid,
    property?.bedrooms,
    comparison?.differences?.bedrooms,
  ])
  assert.deepEqual(
    differences.toSorted(([one], [other]) => Number(one) - Number(other)),
    [
      [SOLD_UNKNOWN.zpid, 0, null],
      [SOLD_STUDIO.zpid, 0, -3],
    ],
  )
})

test('a search by bedrooms leaves unknown ones out, and a range from 0 matches all', async () => {
  const zpidsOf = async (query: Readonly<Record<string, string>>) => {
    const body = await ask('/search/byaddress', { location: 'Austin, TX', listingStatus: 'For_Sale', ...query })
    return body.searchResults?.map(({ property }) => Number(property?.zpid)).sort()
  }
  const [unknown, studio, three] = [UNKNOWN.zpid, STUDIO.zpid, THREE.zpid]
  assert.deepEqual(await zpidsOf({}), [unknown, studio, three])
  assert.deepEqual(await zpidsOf({ bed_min: '0' }), [unknown, studio, three])
  assert.deepEqual(await zpidsOf({ bed_min: 'Studio' }), [studio, three])
  assert.deepEqual(await zpidsOf({ bed_max: 'Studio' }), [studio])
  assert.deepEqual(await zpidsOf({ bed_min: 'Studio', bed_max: 'Studio' }), [studio])
  assert.deepEqual(await zpidsOf({ bed_min: '1' }), [three])
  assert.deepEqual(await zpidsOf({ bed_max: '3' }), [studio, three])
})

test('an estimator and a comparison distinguish unknown bedrooms from none', () => {
  const inputs = [UNKNOWN, STUDIO].map((home) => homeInputs(home)[inputAt('bedrooms')])
  assert.deepEqual(inputs, [Number.NaN, 0])
  const numbers = new Float64Array(3 * TRAIT_NUMBERS)
  for (const [i, home] of [UNKNOWN, STUDIO, THREE].entries()) writeTraits(traitsOf(home), numbers, i * TRAIT_NUMBERS)
  const unlike = (one: number, other: number) =>
    dissimilarityAt(numbers, one * TRAIT_NUMBERS, numbers, other * TRAIT_NUMBERS)
  assert.deepEqual([unlike(0, 1), unlike(0, 2)], [0, 0])
  assert.ok(unlike(1, 2) > 0)
})
