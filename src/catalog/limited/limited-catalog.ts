import type { Fault } from '../../kit/base/failure.ts'
import { nextSlot } from '../../kit/base/slots.ts'
import type { AddressEntry } from '../../model/address-entry.ts'
import type { ListingClass } from '../../model/home-columns.ts'
import { conditionsOf } from '../matching/matcher.ts'
import type { AddressLookup } from '../ports/address-lookup.ts'
import { type Catalog, figuresOf } from '../ports/catalog.ts'
import type { NearLookup } from '../ports/near-lookup.ts'
import type { HomeSearch, Searches } from '../ports/noun-search.ts'
import type { IdOf, Noun, Records } from '../ports/nouns.ts'
import type { Condition, Selection } from '../ports/query.ts'
import type { RecordLookup } from '../ports/record-lookup.ts'

/** The homes that a caller may see. */
export interface HomeLimit {
  /** Undefined for homes of all classes, including homes that are not listed. */
  readonly listingClass: ListingClass | undefined
  readonly where: readonly Condition[]
}

/** Types of records that could reveal data outside the limit. Look-ups do not find such records. */
const HIDDEN: ReadonlySet<Noun> = new Set<Noun>(['building', 'person', 'offer', 'experience', 'shape'])

/** Number of homes to check against a limit before other calls may run. */
const HOMES_PER_SLOT = 50

const NOTHING: Condition = { parameter: 'limit', node: { kind: 'homes', zpids: [] } }

/**
 * A catalog that shows only the homes within a limit: searches and look-ups find no other home or address. Figures
 * about a visible home are still computed from all homes (`figures`). Methods of ports that cannot be limited throw
 * `refuse()`.
 */
export function limitedCatalog(inner: Catalog, limit: HomeLimit, refuse: () => Fault): Catalog {
  const matches = conditionsOf('home', limit.where)
  const passes = (home: Records['home']) => matches(home, limit.listingClass)
  const records = limitedRecords(inner.records, passes)
  return {
    records,
    addresses: limitedAddresses(inner.addresses, records),
    near: limitedNear(inner.near, records, limit),
    figures: figuresOf(inner),
    market: refused(refuse),
    estimators: refused(refuse),
    agents: refused(refuse),
    owners: refused(refuse),
    pages: refused(refuse),
    properties: refused(refuse),
    log: refused(refuse),
    search: <N extends keyof Searches>(noun: N) => {
      if (noun !== 'home') throw refuse()
      return limitedSearch(inner.search('home'), limit) as Searches[N] // `noun` is 'home'
    },
    about: () => inner.about(),
    version: () => inner.version(),
    newestDay: (noun, last) => inner.newestDay(noun, last),
    regions: () => inner.regions(),
    regionIndex: () => inner.regionIndex(),
    seal: (text) => inner.seal(text),
    close() {}, // closes nothing, because other callers still use the underlying catalog
  }
}

/** Returns a port of any type whose methods all throw. */
function refused(refuse: () => Fault) {
  const get = () => () => {
    throw refuse()
  }
  return new Proxy({}, { get }) as never // every method of every port throws
}

function limitedRecords(records: RecordLookup, passes: (home: Records['home']) => boolean): RecordLookup {
  const home = async (zpid: number) => {
    const found = await records.get('home', zpid)
    return found !== undefined && passes(found) ? found : undefined
  }
  return {
    get: async <N extends Noun>(noun: N, id: IdOf<N>) => {
      if (noun === 'home') return (await home(Number(id))) as Records[N] | undefined // `noun` is 'home'
      return HIDDEN.has(noun) ? undefined : records.get(noun, id)
    },
    outline: async (zpid) => ((await home(zpid)) === undefined ? undefined : records.outline(zpid)),
    briefs: async (zpids) => records.briefs(await shown(zpids, home)),
    climateOf: (areas) => records.climateOf(areas),
    latestRates: () => records.latestRates(),
  }
}

/** Returns the ids for which `home` returns a home. */
async function shown<I>(ids: readonly I[], home: (id: I) => Promise<object | undefined>): Promise<readonly I[]> {
  const found: I[] = []
  for (const [i, id] of ids.entries()) {
    if (i % HOMES_PER_SLOT === HOMES_PER_SLOT - 1) await nextSlot()
    if ((await home(id)) !== undefined) found.push(id)
  }
  return found
}

/** Limits look-ups of addresses. Completes and suggests nothing, because that would use addresses outside the limit. */
function limitedAddresses(addresses: AddressLookup, records: RecordLookup): AddressLookup {
  const home = async ({ kind, id }: AddressEntry) => (kind === 'home' ? records.get('home', Number(id)) : undefined)
  return {
    addressesAt: async (...place) => shown(await addresses.addressesAt(...place), home),
    addressesOn: async (...place) => shown(await addresses.addressesOn(...place), home),
    homesUnder: async (places, limit) =>
      shown(await addresses.homesUnder(places, limit), (zpid) => records.get('home', zpid)),
    streetsBeginning: async () => [],
    addressesBeginning: async () => [],
    addressLineFrom: async () => undefined,
    wordsOneSlipAway: async () => [],
    beginningsOneSlipAway: async () => [],
    peopleAt: async () => [],
  }
}

function limitedNear(near: NearLookup, records: RecordLookup, limit: HomeLimit): NearLookup {
  const home = (zpid: number) => records.get('home', zpid)
  return {
    homes: async (point, most) => shown(await near.homes(point, most), home),
    places: async (point, most) => shown(await near.places(point, most), home),
    schools: (point, most) => near.schools(point, most),
    select: (selection, columns) => near.select(within(selection, limit), columns),
  }
}

function limitedSearch(search: HomeSearch, limit: HomeLimit): HomeSearch {
  return {
    page: (query) => search.page(within(query, limit)),
    cards: (query) => search.cards(within(query, limit)),
    explain: async (selection) => {
      const first = conditionsFor(selection, limit) // before the others, so that these count only homes within the limit
      const removed = await search.explain({ ...selection, where: [...first, ...selection.where] })
      return removed.slice(first.length)
    },
    countBy: (selection, by) => search.countBy(within(selection, limit), by),
    selectAll: (selection, columns) => search.selectAll(within(selection, limit), columns),
    homesWithMlsId: (mlsId) => search.homesWithMlsId(mlsId), // callers search for these homes
  }
}

/** Adds the limit to a selection. Its conditions come last, because measures refer to conditions by their index. */
function within<S extends Selection>(selection: S, limit: HomeLimit): S {
  return { ...selection, where: [...selection.where, ...conditionsFor(selection, limit)] }
}

/** Returns the limit's conditions. If the limit is for another listing class, adds a condition that no home meets. */
function conditionsFor({ listingClass }: Selection, limit: HomeLimit): readonly Condition[] {
  return limit.listingClass === undefined || limit.listingClass === listingClass
    ? limit.where
    : [...limit.where, NOTHING]
}
