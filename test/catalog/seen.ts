import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import { LISTING_CLASSES } from '../../src/model/home-columns.ts'
import { HOME_ORDERS } from '../../src/model/home-orders.ts'
import { FACT_KINDS, type FactKind } from '../../src/model/market-facts.ts'
import { REGION_TYPES } from '../../src/model/region.ts'
import { COUNTRY_KEY } from '../../src/places/regions/region-keys.ts'
import { agentQuery } from './contract/agent-lookup.ts'
import { homeQuery } from './contract/home-search.ts'
import { cardsOf } from './shown-page.ts'

const POINTS = [
  { latitude: 30, longitude: -97 },
  { latitude: 31, longitude: -95 },
]
const AGENTS = ['ann', 'bob', 'c\nd', 'dot', 'nobody']
const ALL = { offset: 0, limit: 1000 }
const TODAY = 20_000

/** Returns everything that readers see of a catalog after `recordChanges`, except its id and version. */
export async function seenIn(catalog: Catalog): Promise<unknown> {
  return {
    counts: catalog.about().counts,
    regions: catalog.regions(),
    // sorted, because addresses with the same street line come in the order of their insertion
    addresses: (await catalog.addresses.addressesBeginning('', 1000)).map((entry) => JSON.stringify(entry)).sort(),
    lookups: await Promise.all(
      Array.from({ length: 31 }, (_, number) => catalog.addresses.addressesAt(String(number), 'main')),
    ),
    near: await Promise.all(
      POINTS.flatMap((point) =>
        [3, 100].flatMap((limit) => [catalog.near.homes(point, limit), catalog.near.places(point, limit)]),
      ),
    ),
    agents: await agentsIn(catalog),
    facts: await factsIn(catalog),
    homes: await homesIn(catalog),
    others: await othersIn(catalog),
    properties: await propertiesIn(catalog),
  }
}

async function agentsIn(catalog: Catalog): Promise<unknown> {
  const { agents } = catalog
  const each = AGENTS.map(async (id) => [
    await agents.figuresOf(id, TODAY),
    await agents.listingsOf(id, 'sale', ALL),
    await agents.listingsOf(id, 'lease', ALL),
    await agents.salesOf(id, ALL),
    await agents.citiesOf(id),
    await agents.named(id),
  ])
  const regions = catalog.regions().map(({ key }) => agents.page(agentQuery({ regions: [key] })))
  const traits = (['top', 'forBuyers', 'forSellers'] as const).map((trait) =>
    agents.page(agentQuery({ traits: [trait] })),
  )
  const soldFor = agents.page(agentQuery({ soldFor: { min: 2, max: 5 } }))
  const named = agents.page(agentQuery({ nameWords: ['le'] }))
  return Promise.all([...each, ...regions, ...traits, soldFor, named])
}

async function factsIn(catalog: Catalog): Promise<unknown> {
  const keys = catalog.regions().map(({ key }) => key)
  const facts = FACT_KINDS.flatMap((kind) => keys.map((key) => rowsOf(catalog, kind, key)))
  const within = REGION_TYPES.flatMap((type) =>
    [COUNTRY_KEY, ...keys].map((key) => catalog.market.regionsWithin(key, type)),
  )
  return [await Promise.all(facts), await Promise.all(within)]
}

/** Returns the market facts of a region, sorted, because their order is not promised. */
async function rowsOf(catalog: Catalog, kind: FactKind, region: string): Promise<string[]> {
  const { parts } = await catalog.market.facts(kind, region)
  const rows = parts.flatMap(({ rows: count, ...columns }) =>
    Array.from({ length: count }, (_, row) =>
      JSON.stringify(Object.entries(columns).map(([name, values]) => [name, (values as Float64Array)[row]])),
    ),
  )
  return rows.sort()
}

async function homesIn(catalog: Catalog): Promise<unknown> {
  const homes = catalog.search('home')
  const orders = Object.keys(HOME_ORDERS) as (keyof typeof HOME_ORDERS)[] // the keys of this table
  const pages = LISTING_CLASSES.flatMap((listingClass) =>
    orders.flatMap((order) =>
      [true, false].flatMap((grouped) =>
        [0, 2].map((offset) => homeQuery([], { listingClass, order, grouped, offset, limit: 5 })),
      ),
    ),
  )
  const words = { kind: 'words', words: ['pool'], phrases: [] } as const
  const place = {
    kind: 'place',
    regions: catalog
      .regions()
      .slice(0, 3)
      .map(({ key }) => key),
  } as const
  return Promise.all([
    ...pages.map(async (query) => [await homes.page(query), cardsOf(await homes.cards(query))]),
    ...LISTING_CLASSES.flatMap((listingClass) => [
      homes.countBy(homeQuery([], { listingClass }), 'homeType'),
      homes.countBy(homeQuery([], { listingClass }), 'zipcode'),
      homes.explain(homeQuery([words, place], { listingClass })),
      homes.page(homeQuery([place], { listingClass })),
    ]),
    ...['m1', 'm2', 'm3'].map((mlsId) => homes.homesWithMlsId(mlsId)),
  ])
}

/** Leaves out the times of changes, because they depend on when the test ran. */
async function propertiesIn({ properties }: Catalog): Promise<unknown> {
  const all = { where: [], isKeyDescending: false, offset: 0, limit: 1000, isCounted: true } as const
  const orders = ['City', 'ListPrice', 'ListOfficeName', 'BedroomsTotal'] as const
  const pages = orders.map(async (column) => {
    const { hits, ...page } = await properties.page({ ...all, order: [{ column, isDescending: false }] })
    return { ...page, hits: hits.map(({ noun, key, values }) => ({ noun, key, values })) }
  })
  return [await Promise.all(pages), await properties.values('City'), await properties.values('ListOfficeName')]
}

async function othersIn(catalog: Catalog): Promise<unknown> {
  const query = { where: [], offset: 0, limit: 100, grouped: false, today: TODAY } as const
  const offers = catalog.search('offer')
  const experiences = catalog.search('experience')
  return [
    offers.places(),
    experiences.places(),
    await offers.page({ ...query, listingClass: 'For_Sale', order: 'PriceAscending' }),
    cardsOf(await experiences.cards({ ...query, listingClass: 'Bookable', order: 'Steady' })),
  ]
}
