import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { Condition } from '../../catalog/ports/query.ts'
import type { RecordLookup } from '../../catalog/ports/record-lookup.ts'
import { upperMedian } from '../../kit/algorithms/median.ts'
import type { Home } from '../../model/home.ts'

/** The number of homes to examine for a good example. */
const HOMES_LOOKED_AT = 500

/** The weight of rare data. Common data has weight 1. */
const RARE = 2
/** The weight of an address that identifies a home. */
const NAMED = 100

/** Single-family houses with a scheduled open house. */
const OPEN_HOUSES: readonly Condition[] = [
  { parameter: 'homeType', node: { kind: 'oneOf', column: 'homeType', values: ['SINGLE_FAMILY'] } },
  { parameter: 'tours', node: { kind: 'range', column: 'openHouseDay', min: 0, max: Infinity, orMissing: false } },
]

/**
 * Returns the home with the most data, for use in examples. Prefers a house for sale with an open house; otherwise a
 * home near the center of the largest place. The same catalog always returns the same home.
 */
export async function exampleHome(catalog: Catalog): Promise<Home | undefined> {
  const onShow = richest(await homesOf(await openHouses(catalog), catalog.records))
  return onShow ?? richest(await homesOf(await homesInTheMiddle(catalog), catalog.records))
}

async function openHouses(catalog: Catalog): Promise<readonly number[]> {
  const page = { order: 'HomesForYou', offset: 0, limit: HOMES_LOOKED_AT, grouped: false, today: 0 } as const
  const { hits } = await catalog.search('home').page({ listingClass: 'For_Sale', where: OPEN_HOUSES, ...page })
  return hits.flatMap((hit) => (hit.kind === 'home' ? [hit.zpid] : []))
}

async function homesInTheMiddle(catalog: Catalog): Promise<readonly number[]> {
  const [largest] = catalog.regions().toSorted((one, other) => other.homes - one.homes)
  return largest === undefined ? [] : catalog.near.homes(largest.point, HOMES_LOOKED_AT)
}

async function homesOf(zpids: readonly number[], records: RecordLookup): Promise<Home[]> {
  const homes = await Promise.all(zpids.map((zpid) => records.get('home', zpid)))
  return homes.filter((home) => home !== undefined)
}

function richest(homes: readonly Home[]): Home | undefined {
  const usual = medianPrices(homes)
  const score = (home: Home) => richness(home) + (isUsual(home, usual) ? RARE : 0)
  return homes.toSorted((one, other) => score(other) - score(one))[0]
}

/** Returns the median price per square foot of each county, in dollars. Of two middle values, returns the higher. */
function medianPrices(homes: readonly Home[]): ReadonlyMap<string | undefined, number> {
  const counties = Map.groupBy(homes, ({ address }) => address.countyFips)
  return new Map(
    [...counties].map(([fips, group]) => [fips, upperMedian(group.map(pricePerSquareFoot)) ?? Number.NaN] as const),
  )
}

function isUsual(home: Home, usual: ReadonlyMap<string | undefined, number>): boolean {
  const ratio = pricePerSquareFoot(home) / (usual.get(home.address.countyFips) ?? Number.NaN)
  return ratio > 0.85 && ratio < 1.2
}

function pricePerSquareFoot({ listing, facts }: Home): number {
  return (listing?.listPrice ?? 0) / (facts.livingArea ?? Number.POSITIVE_INFINITY)
}

/** Scores how much data the home has. Units and homes with undisclosed addresses score much lower than all others. */
function richness({ address, lotId, facts, listing, history, taxes, estimate, interest }: Home): number {
  const named = lotId === undefined && address.undisclosed === undefined && address.streetAddress !== ''
  const filled = [
    (facts.bedroomsTotal ?? 0) >= 3,
    facts.bathrooms,
    facts.livingArea,
    facts.yearBuilt,
    listing?.status === 'Active' && listing.kind === 'sale',
    !listing?.conditions,
    listing?.listAgentId,
    listing?.openHouses,
    listing?.virtualTourUrl,
    (listing?.photos?.length ?? listing?.drawnPhotos ?? 0) >= 8,
    history.length >= 4,
    taxes.length >= 8,
    estimate?.value,
    estimate?.rent,
    (interest?.pageViews ?? 0) >= 100,
    (interest?.favorites ?? 0) > 0,
  ].filter(Boolean).length
  const rare = [facts.rooms, interest?.tourViews].filter(Boolean).length
  return filled + RARE * rare + (named ? NAMED : 0)
}
