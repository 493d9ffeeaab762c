import { hash } from 'node:crypto'
import { packedBrief, unpackedBrief } from '../../src/catalog/facts/packed-brief.ts'
import type { CardMaker } from '../../src/catalog/ports/cards.ts'
import type { Catalog, CatalogAbout } from '../../src/catalog/ports/catalog.ts'
import type { Context } from '../../src/catalog/ports/context.ts'
import type { Searches } from '../../src/catalog/ports/noun-search.ts'
import type { IdOf, Noun, Records } from '../../src/catalog/ports/nouns.ts'
import { dayNumber, fixedClock } from '../../src/kit/base/clock.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import type { Words } from '../../src/kit/base/words.ts'
import type { Agent, Office } from '../../src/model/agent.ts'
import type { Building } from '../../src/model/building.ts'
import type { Experience } from '../../src/model/experience.ts'
import { freeSlots } from '../../src/model/experience-columns.ts'
import type { Home, Point } from '../../src/model/home.ts'
import type { HomeBrief, HomeOutline } from '../../src/model/home-brief.ts'
import { HOME_COLUMNS } from '../../src/model/home-columns.ts'
import { type ClimateScore, climateAreaPrefix, type MarketSeries, type MortgageRate } from '../../src/model/market.ts'
import type { Offer } from '../../src/model/offer.ts'
import type { Person } from '../../src/model/person.ts'
import type { School } from '../../src/model/school.ts'
import type { SearchedNoun } from '../../src/model/searched.ts'
import { shownHome } from '../../src/model/shown-home.ts'
import { addressEntry, buildingEntry, personEntries } from '../../src/places/addresses/address-book.ts'
import { homeKeys, homeLine, parcelOf } from '../../src/places/addresses/home-keys.ts'
import { RegionIndex } from '../../src/places/completion/region-index.ts'
import { cardMaker } from '../../src/service/rendering/card-maker.ts'
import { NaiveLog } from '../catalog/naive-log.ts'
import { naivePages } from '../catalog/naive-pages.ts'
import { storedFacts } from '../catalog/stored-facts.ts'
import { naiveCompletion } from '../completion/trial-lines.ts'
import { naiveHomeSearch, naiveNearest, naivePlaceSearch } from '../search/naive.ts'
import { naiveAgentLookup } from '../search/naive-agents.ts'
import { naiveOwnerLookup } from '../search/naive-owners.ts'
import { naiveProperties } from '../search/naive-properties.ts'
import { CLIMATE } from './made-climate.ts'
import { AGENTS, HOMES, NOW_MS, OFFICES, RATES, REGIONS, SCHOOLS, TOWER } from './made-homes.ts'
import { PEOPLE } from './made-people.ts'

/** What a small catalog contains; by default, the made-up neighborhood. */
export interface Contents {
  readonly homes?: readonly Home[]
  readonly buildings?: readonly Building[]
  readonly schools?: readonly School[]
  readonly climate?: readonly ClimateScore[]
  readonly series?: readonly MarketSeries[]
  readonly rates?: readonly MortgageRate[]
  readonly agents?: readonly Agent[]
  readonly offices?: readonly Office[]
  readonly people?: readonly Person[]
  readonly offers?: readonly Offer[]
  readonly experiences?: readonly Experience[]
  readonly sample?: true
  /** The change log; by default, an empty log that starts now. */
  readonly log?: NaiveLog
  /** How search results are made; by default, as operations do. */
  readonly cards?: CardMaker
  /** Whether there are only homes: no agents, buildings, schools, regions or rates. */
  readonly bare?: boolean
}

export const WORDS: Words = {
  Portal: 'Portal',
  portal: 'portal',
  portalOrigin: 'https://portal.example',
  mediaOrigin: 'https://media.example',
}

export function smallContext(contents: Contents = {}, words: Words = WORDS): Context {
  return Object.freeze({ catalog: smallCatalog(contents, words), clock: fixedClock(NOW_MS), log: silentLog, words })
}

/** A catalog in memory, with the made-up neighborhood, that searches by testing every record. For tests of answers. */
export function smallCatalog(
  {
    homes: given = HOMES,
    buildings = [TOWER],
    schools = SCHOOLS,
    climate = CLIMATE,
    series = [],
    rates = RATES,
    agents = AGENTS,
    offices = OFFICES,
    people = PEOPLE,
    offers = [],
    experiences = [],
    sample,
    bare,
    cards,
    log,
  }: Contents = {},
  words = WORDS,
): Catalog {
  const homes = given.map(shownHome)
  const unlessBare = <T>(records: readonly T[]) => (bare ? [] : records)
  const records = {
    home: byId(homes, (home) => home.zpid),
    building: byId(unlessBare(buildings), (building) => building.lotId),
    agent: byId(unlessBare(agents), (agent) => agent.agentId),
    office: byId(unlessBare(offices), (office) => office.officeId),
    series: byId(series, ({ seriesId }) => seriesId),
    person: byId(unlessBare(people), (person) => person.personId),
  }
  const book = [...homes.map(addressEntry), ...unlessBare(buildings).map(buildingEntry)].filter(
    (entry) => entry !== undefined,
  )
  const regions = [...unlessBare(REGIONS)] // a new array per catalog, because it identifies the catalog's version
  const regionIndex = new RegionIndex(regions)
  const facts = factsOnce(homes)
  const around = { buildings: unlessBare(buildings), agents: unlessBare(agents), offices: unlessBare(offices) }
  const made = cards ?? cardMaker(words)
  const searches: Searches = {
    home: naiveHomeSearch(homes, made, around),
    offer: naivePlaceSearch('offer', offers, made),
    experience: naivePlaceSearch('experience', experiences, made),
  }
  const pages = naivePages({ home: homes, offer: offers, agent: around.agents, office: around.offices }, NOW_MS)
  const daysOfEvents: Readonly<Record<SearchedNoun, () => number[]>> = {
    home: () =>
      homes.flatMap((home) =>
        [HOME_COLUMNS.listedDay.of(home), HOME_COLUMNS.soldDay.of(home)].filter((day) => day !== undefined),
      ),
    offer: () => offers.map(({ createdMs }) => dayNumber(createdMs)),
    experience: () => experiences.flatMap(freeSlots).map(({ day }) => day),
  }
  return {
    records: {
      // Each record type has its own map. TypeScript cannot follow this through the generic.
      get: async <N extends Noun>(noun: N, id: IdOf<N>) =>
        (records as Partial<Record<Noun, ReadonlyMap<unknown, unknown>>>)[noun]?.get(id) as Records[N] | undefined,
      outline: async (zpid) => outlineOf(records.home.get(zpid)),
      briefs: async (zpids) => zpids.flatMap((zpid) => briefOf(records.home.get(zpid))),
      climateOf: async (areas) =>
        areas.flatMap((area) =>
          unlessBare(climate)
            .filter(({ scoreId }) => scoreId.startsWith(climateAreaPrefix(area)))
            .sort((one, other) => (one.scoreId < other.scoreId ? -1 : 1)),
        ),
      latestRates: async () => latestOf(unlessBare(rates)),
    },
    addresses: {
      peopleAt: async (houseNumber, street) =>
        unlessBare(people)
          .flatMap(personEntries)
          .filter((entry) => entry.houseNumber === houseNumber && entry.street === street),
      homesUnder: async (places, limit) => {
        const isThere = (home: Home) =>
          homeKeys(homeLine(home.address), parcelOf(home), 0).some(
            ({ place, unit }) => unit === 0 && places.includes(place),
          )
        return homes
          .filter(isThere)
          .slice(0, limit)
          .map(({ zpid }) => zpid)
      },
      addressesAt: async (houseNumber, street, unit) =>
        book
          .filter((entry) => entry.houseNumber === houseNumber && entry.street === street)
          .filter((entry) => unit === undefined || entry.unit === unit || entry.unit.endsWith(` ${unit}`)),
      ...naiveCompletion(book, ({ kind, id }) =>
        kind === 'building' ? (records.building.get(String(id))?.name ?? '') : '',
      ),
      addressesOn: async (street, houseNumbers, cities, zipcodes) =>
        book
          .filter((entry) => entry.street === street && houseNumbers.includes(entry.houseNumber))
          .filter(({ city, zipcode }) => cities.includes(city) || zipcodes.includes(zipcode))
          .toSorted((a, b) => (a.houseNumber < b.houseNumber ? -1 : Number(a.houseNumber > b.houseNumber))),
      streetsBeginning: async (houseNumber, beginning, limit) => {
        const there = book.filter((entry) => entry.houseNumber === houseNumber && entry.street.startsWith(beginning))
        return [...new Set(there.map(({ street }) => street))].sort().slice(0, limit)
      },
    },
    near: {
      homes: async (point, limit) => nearest(byZpid(homes), point, limit).map((home) => home.zpid),
      places: async (point, limit) => nearest(placesOf(homes), point, limit).map((home) => home.zpid),
      schools: async (point, limit) => nearest(unlessBare(schools), point, limit),
      ...naiveNearest(homes),
    },
    agents: naiveAgentLookup(homes, unlessBare(agents)),
    owners: naiveOwnerLookup(homes),
    market: {
      facts: async (kind, region, from = 0) => ({ ...facts().page(kind, region, from), dataVersion: '1' }),
      regionsWithin: async (region, type) => facts().regionsWithin(region, type),
      placesIn: async (region, type) => facts().placesIn(region, type),
    },
    estimators: NO_ESTIMATORS,
    log: log ?? new NaiveLog({ home: homes }, NOW_MS),
    pages,
    properties: naiveProperties(pages),
    search: (noun) => searches[noun],
    about: () => about(homes.length, sample === true),
    newestDay: (noun, last) => {
      const days = daysOfEvents[noun]().filter((day) => day <= last)
      return days.length === 0 ? undefined : Math.max(...days)
    },
    version: () => '1',
    regions: () => regions,
    regionIndex: () => regionIndex,
    seal: (text) => hash('sha256', text, 'base64url').slice(0, 22),
    close() {},
  }
}

/** The catalog has too few homes for training estimators. */
const NO_ESTIMATORS: Catalog['estimators'] = {
  all: async () => [],
  days: async () => [],
  of: async () => undefined,
  backtest: async () => undefined,
}

/** Computes market facts on first use, because most tests do not need them. */
function factsOnce(homes: readonly Home[]): () => ReturnType<typeof storedFacts> {
  let reader: ReturnType<typeof storedFacts> | undefined
  return () => {
    reader ??= storedFacts(homes)
    return reader
  }
}

function byId<T, I>(records: readonly T[], idOf: (record: T) => I): ReadonlyMap<I, T> {
  return new Map(records.map((record) => [idOf(record), record]))
}

/** Returns the newest rate of each product. */
function latestOf(rates: readonly MortgageRate[]): MortgageRate[] {
  const latest = new Map(
    rates.toSorted((one, other) => (one.date < other.date ? -1 : 1)).map((rate) => [rate.product, rate]),
  )
  return [...latest.values()].sort((one, other) => (one.product < other.product ? -1 : 1))
}

/** Returns the homes with coordinates, but only the first unit of each building. */
function placesOf(homes: readonly Home[]): Home[] {
  const shown = byZpid(homes).filter(({ point }) => point !== undefined)
  return shown.filter(({ lotId }, i) => lotId === undefined || shown.findIndex((each) => each.lotId === lotId) === i)
}

function byZpid(homes: readonly Home[]): Home[] {
  return homes.toSorted((one, other) => one.zpid - other.zpid)
}

function outlineOf(home: Home | undefined): HomeOutline | undefined {
  if (home === undefined) return undefined
  const { history: _history, taxes: _taxes, ...outline } = home
  // packing keeps all facts
  return { ...outline, facts: JSON.parse(JSON.stringify(unpackedBrief(home.zpid, packedBrief(home)).facts)) }
}

function briefOf(home: Home | undefined): HomeBrief[] {
  return home === undefined ? [] : [unpackedBrief(home.zpid, packedBrief(home))]
}

function about(homes: number, sample: boolean): CatalogAbout {
  const counts = { home: homes, building: 1, agent: 2, office: 1, school: 2, person: 0, series: 0, rate: 3, climate: 0 }
  return { catalogId: 'small', dataVersion: '1', sample, counts: { ...counts, offer: 0, experience: 0, shape: 0 } }
}

/** Returns the nearest things; at equal distances, in the original order. */
function nearest<T extends { readonly point?: Point }>(things: readonly T[], from: Point, limit: number): T[] {
  const away = (point: Point) => Math.hypot(point.latitude - from.latitude, point.longitude - from.longitude)
  return things
    .flatMap((thing) => (thing.point ? [{ thing, away: away(thing.point) }] : []))
    .sort((one, other) => one.away - other.away)
    .slice(0, limit)
    .map(({ thing }) => thing)
}
