import { type HomeCard, isRefusal, Plat, type Result } from '../src/index.ts'
import { answering } from './answering.ts'

/** Number of homes to request for each status. */
const HOMES = 2

/** Longer lists in answers are cut to this many rows. */
const ROWS = 6

const CHARTS = ['zestimate_history', 'rent_zestimate_history', 'listing_price', 'tax_assessment', 'tax_paid'] as const
const STATUSES = ['For_Sale', 'For_Rent', 'Sold'] as const
const COUNTRY = { eastLongitude: -66, northLatitude: 50, southLatitude: 24, westLongitude: -125 }

/**
 * Calls every method of the client, most of them several times with different arguments. Returns the answers by path.
 */
export async function askEverything(plat: Plat): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const answers = new Map<string, unknown[]>()
  const dataOf = async <D>(path: string, call: Promise<Result<D>>): Promise<D | undefined> => {
    const result = await call.catch((error: unknown) => {
      if (!isRefusal(error) || error.status >= 500) throw error
      return undefined
    })
    if (result !== undefined) answers.set(path, [...(answers.get(path) ?? []), cut(result.data)])
    return result?.data
  }
  for (const listingStatus of STATUSES) {
    const autocompleted = await dataOf(
      '/search/bymapbounds',
      plat.search.byMapBounds({ ...COUNTRY, listingStatus, explain: true }),
    )
    const rows = autocompleted?.searchResults ?? []
    const cards = rows.flatMap((row) => (row.resultType === 'property' ? [row.property] : []))
    const lots = rows.flatMap((row) => (row.resultType === 'propertyGroup' ? [row.property.lotId] : []))
    for (const card of cards.slice(0, HOMES)) await askAboutHome(plat, card, listingStatus, dataOf)
    for (const bylotid of lots.slice(0, HOMES)) await askAboutBuilding(plat, bylotid, dataOf)
  }
  await askAboutPeople(plat, dataOf)
  await askAboutMarkets(plat, dataOf)
  await dataOf('/search/bylocation', plat.search.byLocation({ location: 'Polska', resultCount: 20 }))
  await dataOf('/search/bylocation', plat.search.byLocation({ location: 'Polska', searchType: 'For_Rent' }))
  await dataOf('/search/exp/bydestination', plat.search.exp.byDestination({ searchDestinations: 'Rome;Japan;Nowhere' }))
  await dataOf('/changes', plat.changes({ records: ['home', 'agent'] }))
  await dataOf('/changes/offers', plat.changes.offers({ kinds: ['price'] }))
  await dataOf('/changes/experiences', plat.changes.experiences())
  await dataOf('/layers', plat.layers())
  await dataOf('/layers/feature', plat.layers.feature({ layer: 'districts', feature: '98101' }))
  await dataOf('/', plat.root())
  await dataOf('/usage', plat.usage())
  await dataOf('/usage/days', plat.usage.days())
  await askAboutSearches(plat, dataOf)
  await dataOf(
    '/tiles',
    plat.tiles({ path: '/search/byaddress', parameters: { location: 'California', listingStatus: 'Sold' } }),
  )
  await dataOf('/tiles/{search}', plat.tiles.search({ search: 'For_Sale' }))
  await dataOf('/myping', plat.myPing())
  await dataOf('/api_reqcount', plat.apiReqCount())
  return answers
}

function cut(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, ROWS).map(cut)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cut(inner)]))
}

type DataOf = <D>(path: string, call: Promise<Result<D>>) => Promise<D | undefined>

async function askAboutSearches(plat: Plat, dataOf: DataOf) {
  const { searches, webhooks } = plat
  const parameters = { location: 'California', listingStatus: 'For_Sale' }
  const made = await dataOf('POST /searches', searches.make({ path: '/search/byaddress', parameters }))
  const id = made?.search.searchId ?? ''
  await dataOf('/searches', searches())
  await dataOf('/searches/{id}', searches.show({ id }))
  await dataOf('PATCH /searches/{id}', searches.change({ id, label: 'Everything' }))
  await dataOf('POST /searches/{id}/feed', searches.renewFeed({ id }))
  await dataOf('/searches/{id}/changes', searches.changes({ id, resultCount: 10 }))
  const url = 'https://127.0.0.1:9/' // no server listens here
  const hook = await dataOf('POST /webhooks', webhooks.make({ url, searchId: id }))
  const ofHook = { id: hook?.webhook.webhookId ?? '' }
  await dataOf('/webhooks', webhooks())
  await dataOf('/webhooks/{id}', webhooks.show(ofHook))
  await dataOf('PATCH /webhooks/{id}', webhooks.change({ ...ofHook, url }))
  await dataOf('/webhooks/{id}/secrets', webhooks.secrets(ofHook))
  await dataOf('POST /webhooks/{id}/secrets', webhooks.renewSecret(ofHook))
  await dataOf('POST /webhooks/{id}/test', webhooks.test(ofHook))
  await dataOf('DELETE /webhooks/{id}', webhooks.end(ofHook))
  await dataOf('DELETE /searches/{id}', searches.end({ id }))
  await dataOf('POST /token', plat.token({ parameters }))
}

async function askAboutHome(plat: Plat, card: HomeCard, listingStatus: (typeof STATUSES)[number], dataOf: DataOf) {
  const { zpid, address, location } = card
  const { streetAddress, city, state, zipcode } = address
  const byzpid = String(zpid)
  const url = `https://portal.example/homedetails/x/${zpid}_zpid/`
  const propertyaddress = `${streetAddress}, ${city}, ${state} ${zipcode}`
  const { latitude = 0, longitude = 0 } = location ?? {}
  const around = [
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ].map(([up = 0, right = 0]) => `${latitude + up} ${longitude + right}`)
  const full = await dataOf('/pro/byzpid', plat.pro.byZpid({ zpid }))
  await dataOf('/byzpid', plat.byZpid({ zpid }))
  await dataOf('/pro/byaddress', plat.pro.byAddress({ propertyaddress }))
  await dataOf('/byaddress', plat.byAddress({ propertyaddress }))
  await dataOf('/pro/byurl', plat.pro.byUrl({ url }))
  await dataOf('/byurl', plat.byUrl({ url }))
  await dataOf('/autocomplete', plat.autocomplete({ query: streetAddress }))
  await dataOf('/autocomplete', plat.autocomplete({ query: city.slice(0, 4) }))
  await dataOf('/lotid_from_address', plat.lotIdFromAddress({ propertyaddress }))
  const { countyFIPS: county, resoFacts } = full?.propertyDetails ?? {}
  if (resoFacts?.parcelNumber && county) await dataOf('/parcel', plat.parcel({ apn: resoFacts.parcelNumber, county }))
  for (const which of CHARTS) await dataOf('/graph_charts', plat.graphCharts({ byzpid, which, recent_first: true }))
  await dataOf('/ownerinfo', plat.ownerInfo({ byzpid }))
  await dataOf('/climate', plat.climate({ byzpid }))
  await dataOf('/walk_transit_bike', plat.walkTransitBike({ byzpid }))
  await dataOf('/pricehistory', plat.priceHistory({ byzpid }))
  await dataOf('/taxinfo', plat.taxInfo({ byzpid }))
  await dataOf('/propimages', plat.propImages({ byzpid }))
  await dataOf('/comparable_homes', plat.comparableHomes({ byzpid }))
  await dataOf('/valuation/what_if', plat.valuation.whatIf({ byzpid, bathroomsTotal: 3 }))
  await dataOf('/similar', plat.similar({ byzpid }))
  await dataOf('/nearby', plat.nearby({ byzpid }))
  await dataOf('/search/bymls', plat.search.byMls({ mlsid: full?.propertyDetails.attributionInfo.mlsId ?? '' }))
  await dataOf('/search/byaddress', plat.search.byAddress({ location: zipcode, listingStatus }))
  await dataOf('/search/bypolygon', plat.search.byPolygon({ polygon: around, listingStatus }))
  await dataOf('/search/bycoordinates', plat.search.byCoordinates({ latitude, longitude, radius: 5, listingStatus }))
  await dataOf('/search/plan', plat.search.plan({ location: state, listingStatus }))
  await dataOf('/search/facets', plat.search.facets({ location: state, listingStatus }))
  await dataOf('/search/byurl', plat.search.byUrl({ url: `https://portal.example/homes/${zipcode}_rb/` }))
}

async function askAboutBuilding(plat: Plat, bylotid: string, dataOf: DataOf) {
  const building = await dataOf('/apartment_details', plat.apartmentDetails({ bylotid }))
  await dataOf('/similar', plat.similar({ bylotid }))
  await dataOf('/nearby', plat.nearby({ bylotid }))
  const address = building?.apartmentBuildingDetails.fullAddress
  if (address) await dataOf('/lotid_from_address', plat.lotIdFromAddress({ propertyaddress: address }))
}

async function askAboutPeople(plat: Plat, dataOf: DataOf) {
  const agents = await dataOf('/agent/search', plat.agent.search({ isTopAgent: true }))
  for (const { encodedZuid, link } of agents?.agents.slice(0, HOMES) ?? []) {
    await dataOf('/agent/details', plat.agent.details({ agent_link: link }))
    await dataOf('/agent/for_sale', plat.agent.forSale({ encodedZuid }))
    await dataOf('/agent/for_rent', plat.agent.forRent({ encodedZuid }))
    await dataOf('/agent/sold_properties', plat.agent.soldProperties({ encodedZuid }))
  }
  const person = await dataOf('/skip/detailsbyid', plat.skip.detailsById({ peo_id: 'p1m1' }))
  const [address] = person?.['Current Address Details List'] ?? []
  const place = {
    street: address?.street_address ?? '',
    citystatezip: `${address?.address_locality}, ${address?.address_region}`,
  }
  await dataOf('/skip/byaddress', plat.skip.byAddress(place))
  const found = await dataOf('/owner/search', plat.owner.search({ name: 'Sample Homes' }))
  await dataOf('/owner/portfolio', plat.owner.portfolio({ ownerId: found?.owners[0]?.ownerId ?? '' }))
}

async function askAboutMarkets(plat: Plat, dataOf: DataOf) {
  for (const search_query of ['USA', 'California', 'Houston, TX', 'Philadelphia, PA']) {
    const all = { exclude_rentalMarketTrends: false, exclude_neighborhoods_zhvi: false }
    await dataOf('/housing_market', plat.housingMarket({ search_query, ...all }))
    await dataOf('/rental_market', plat.rentalMarket({ search_query }))
  }
  await dataOf('/valuation/backtest', plat.valuation.backtest())
  await dataOf('/current_mortgage_rates', plat.currentMortgageRates())
  const prompts = ['3+ bedrooms in California', 'cheap flats to rent in Houston, TX with a pool and a moat']
  for (const ai_search_prompt of prompts)
    await dataOf('/search/byaiprompt', plat.search.byAiPrompt({ ai_search_prompt }))
}

/**
 * Maps each path to its method in the client, written as a type index such as `['search']['byAddress']`. Paths include
 * the HTTP method unless it is GET.
 */
export async function methodsByPath(): Promise<ReadonlyMap<string, string>> {
  const { fetch, sent } = answering(() => ({}))
  const url = { A: 'http://plat.test', B: 'http://plat.test', C: 'http://plat.test' }
  const kinds = new Map<string, string>()
  const walk = async (holder: object, name: string): Promise<void> => {
    for (const [key, value] of Object.entries(holder) as [string, object | (() => Promise<unknown>)][]) {
      if (/^(pages|all)$/.test(key)) continue
      if (typeof value === 'function') {
        await value()
        const { url: sentUrl = '', method = 'GET' } = sent.at(-1) ?? {}
        const { pathname } = new URL(sentUrl)
        const path = pathname.replace('/undefined', pathname.startsWith('/tiles') ? '/{search}' : '/{id}')
        kinds.set(method === 'GET' ? path : `${method} ${path}`, `${name}['${key}']`)
      }
      await walk(value, `${name}['${key}']`)
    }
  }
  await walk(new Plat({ url, key: 'k', fetch }), '')
  return kinds
}
