import type { Catalog } from '../../src/catalog/catalog.ts'
import type { Context } from '../../src/catalog/context.ts'
import { LISTING_CLASSES, type ListingClass } from '../../src/model/home-columns.ts'
import type { RegionType } from '../../src/model/region.ts'
import { Random } from '../../test/engine/random.ts'
import { placeArea } from './drawn-areas.ts'
import { type Draw, MixDrawer } from './mix.ts'
import { TODAY } from './setting.ts'

/** A place and how many listings of a class it has: what a search there has to choose from. */
export interface Sized {
  readonly key: string
  readonly type: RegionType
  readonly listingClass: ListingClass
  readonly candidates: number
}

const TYPES: ReadonlySet<RegionType> = new Set(['city', 'zipcode', 'neighborhood', 'county'])

export async function sizesOf(catalog: Catalog): Promise<Sized[]> {
  const sizes: Sized[] = []
  for (const { key, type } of catalog.regions().filter((region) => TYPES.has(region.type))) {
    for (const listingClass of LISTING_CLASSES) {
      const where = [{ parameter: 'location', node: { kind: 'place', regions: [key] } as const }]
      const page = { order: 'Newest', offset: 0, limit: 0, grouped: false, today: TODAY } as const
      const { ungrouped } = await catalog.search('home').page({ listingClass, where, ...page })
      sizes.push({ key, type, listingClass, candidates: ungrouped })
    }
  }
  return sizes
}

/** A place of the small catalogue, and one of the large catalogue with as many candidates. */
export interface Pair {
  readonly small: Sized
  readonly large: Sized
}

/** Places count as equally large up to this difference. */
const MAX_DIFFERENCE = 0.03

/**
 * Pairs up places of two catalogues, cities of the small one by their candidates: with ten times the homes every city
 * has ten times the candidates, and a search there more to do, so the large catalogue is asked about places that are
 * as large as the small one's cities.
 */
export function pairUp(seed: number, count: number, small: readonly Sized[], large: readonly Sized[]): Pair[] {
  const random = new Random(seed)
  const cities = small.filter(({ type }) => type === 'city')
  const pairs: Pair[] = []
  for (let tries = 0; pairs.length < count && tries < count * 20; tries++) {
    const city = byCandidates(cities, random)
    const fitting = large.filter(
      ({ listingClass, candidates }) =>
        listingClass === city.listingClass &&
        Math.abs(candidates - city.candidates) <= city.candidates * MAX_DIFFERENCE,
    )
    if (fitting.length > 0) pairs.push({ small: city, large: random.pick(fitting) })
  }
  return pairs
}

function byCandidates(cities: readonly Sized[], random: Random): Sized {
  let rest = random.next() * cities.reduce((sum, { candidates }) => sum + candidates, 0)
  const chosen = cities.find(({ candidates }) => {
    rest -= candidates
    return rest < 0
  })
  return chosen ?? (cities[0] as Sized) // there is a city in every catalogue
}

/** First pages in these places, with filters that the seed draws: the same ones for both sides of the pairs. */
export async function drawCitySized(
  context: Context,
  { seed, places }: { readonly seed: number; readonly places: readonly Sized[] },
): Promise<Draw[]> {
  const drawer = new MixDrawer(seed, context)
  const [anyCity] = context.catalog.regions().filter(({ type }) => type === 'city')
  if (anyCity === undefined) throw new Error('the catalogue has no cities')
  const stand = placeArea('city', anyCity)
  const draws: Draw[] = []
  for (const { key, listingClass } of places) {
    const draw = await drawer.read(stand, { ...stand.parameters, ...drawer.filters(listingClass) }, 1)
    const [, ...filters] = draw.query.where
    const location = { parameter: 'location', node: { kind: 'place', regions: [key] } as const }
    draws.push({ ...draw, query: { ...draw.query, where: [location, ...filters] } })
  }
  return draws
}
