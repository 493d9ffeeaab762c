import { greatCircleM } from '../../src/catalog/engine/great-circle.ts'
import { CardWords } from '../../src/catalog/facts/card-words.ts'
import { PlaceTally } from '../../src/catalog/facts/place-tally.ts'
import { type NounDescription, SEARCHED } from '../../src/catalog/facts/searched.ts'
import { type CardMaker, datedCard, datingOf, summaryOf } from '../../src/catalog/ports/cards.ts'
import type { NearLookup } from '../../src/catalog/ports/near-lookup.ts'
import type { HomeSearch, OtherNoun, PlaceSearch } from '../../src/catalog/ports/noun-search.ts'
import type {
  Hit,
  HomeValueName,
  HomeValues,
  Query,
  QueryNode,
  SearchPage,
  Selection,
  UnitHit,
  ValueCount,
} from '../../src/catalog/ports/query.ts'
import type { Agent, Office } from '../../src/model/agent.ts'
import type { Building } from '../../src/model/building.ts'
import type { Home, Point } from '../../src/model/home.ts'
import { flagsOf, HOME_COLUMNS, type HomeColumn, type HomeColumnName } from '../../src/model/home-columns.ts'
import type { RecordOf } from '../../src/model/searched.ts'
import { madePage } from '../catalog/shown-page.ts'
import { trialCards } from '../catalog/trial.ts'
import { knownHome } from './known-record.ts'
import { naiveMeasured } from './naive-measures.ts'
import { comparatorOf, holds, naivePage, naiveRemoved, naiveRows } from './naive-rows.ts'

const HOME = SEARCHED.home

/** Returns the page of a query, by testing every home. Every backend must return the same page. */
export function naiveSearch(homes: readonly Home[], query: Query): SearchPage {
  const { total, ungrouped, page } = naiveResults(homes, query)
  return { total, ungrouped, hits: page.map((units) => hitOf(units, query)) }
}

function naiveResults(homes: readonly Home[], query: Query) {
  const ranked = naiveRows(HOME, homes, query)
    .sort(comparatorOf(HOME, query.order))
    .map(({ record }) => record)
  const results = query.grouped ? grouped(ranked) : ranked.map((home) => [home])
  const page = results.slice(query.offset, query.offset + query.limit)
  const left = Math.max(0, results.length - query.offset - page.length)
  return { total: results.length, ungrouped: ranked.length, page, left }
}

/** Returns the homes of a selection, in the given order. */
export function naiveMatches(homes: readonly Home[], selection: Selection): Home[] {
  return naiveRows(HOME, homes, selection).map(({ record }) => record)
}

/** Returns how many homes each condition excludes after all earlier conditions. */
export function naiveExplain(homes: readonly Home[], selection: Selection): number[] {
  return naiveRemoved(HOME, homes, selection)
}

/** Returns counts sorted by value. Codes are sorted as in their table. */
export function naiveCountBy(
  homes: readonly Home[],
  selection: Selection,
  by: HomeColumnName | 'zipcode',
): ValueCount[] {
  const counts = new Map<number | string, number>()
  for (const home of naiveMatches(homes, selection)) {
    const value = by === 'zipcode' ? home.address.zipcode || undefined : knownHome(home).values.get(by)
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  const codes: HomeColumn['values'] = by === 'zipcode' ? undefined : (HOME_COLUMNS[by] as HomeColumn).values
  const place = (value: number | string) => (codes ? codes.indexOf(String(value)) : Number(value))
  return [...counts]
    .map(([value, count]) => ({ value, homes: count }))
    .sort((one, other) => place(one.value) - place(other.value))
}

/** Returns all homes with coordinates, nearest first, and at equal distances by zpid. */
function naiveNear(homes: readonly Home[], from: Point): { readonly home: Home; readonly meters: number }[] {
  return homes
    .flatMap((home) => {
      const { point } = home
      return point
        ? [{ home, meters: greatCircleM(from.longitude, from.latitude, point.longitude, point.latitude) }]
        : []
    })
    .sort((one, other) => one.meters - other.meters || one.home.zpid - other.home.zpid)
}

function columnValue(home: Home, name: HomeValueName): number {
  if (name === 'zipcode') return /^\d{5}$/.test(home.address.zipcode) ? Number(home.address.zipcode) : Number.NaN
  if (name === 'building') return buildingNumber(home)
  if (name === 'latitude' || name === 'longitude') return home.point?.[name] ?? Number.NaN
  const value = knownHome(home).values.get(name)
  if (value === undefined || typeof value === 'number') return value ?? Number.NaN
  const { values = [] }: HomeColumn = HOME_COLUMNS[name]
  return values.indexOf(value)
}

/** Returns the values of columns, in the order of the homes. */
function naiveValues<C extends HomeValueName>(homes: readonly Home[], columns: readonly C[]): HomeValues<C> {
  const values = columns.map((name) => [name, Float64Array.from(homes, (home) => columnValue(home, name))])
  return {
    zpids: Float64Array.from(homes, ({ zpid }) => zpid),
    flags: Uint32Array.from(homes, flagsOf),
    values: Object.fromEntries(values) as Record<C, Float64Array>, // an entry for each column
  }
}

const buildingNumbers = new Map<string, number>()

/** Returns the number of a home's building. Each catalog may assign other numbers. */
function buildingNumber(home: Home): number {
  const lotId = buildingIdOf(home)
  if (lotId === undefined) return Number.NaN
  const number = buildingNumbers.get(lotId) ?? buildingNumbers.size
  buildingNumbers.set(lotId, number)
  return number
}

/** Returns whether a home matches a node. */
export function naiveHolds(home: Home, node: QueryNode): boolean {
  return holds(knownHome(home), node)
}

/** Returns the building in which a home is grouped. Only rentals are grouped. */
function buildingIdOf(home: Home): string | undefined {
  return knownHome(home).listingClass === 'For_Rent' ? home.lotId : undefined
}

/** Groups units by building. A group has the position of its first unit. */
function grouped(ranked: readonly Home[]): Home[][] {
  const results: Home[][] = []
  const unitsOf = new Map<string, Home[]>()
  for (const home of ranked) {
    const lotId = buildingIdOf(home)
    const units = lotId === undefined ? undefined : unitsOf.get(lotId)
    if (units) {
      units.push(home)
      continue
    }
    const result = [home]
    results.push(result)
    if (lotId !== undefined) unitsOf.set(lotId, result)
  }
  return results
}

function hitOf(units: readonly Home[], query: Query): Hit {
  const best = units[0] as Home // a result has at least one unit
  const lotId = query.grouped ? buildingIdOf(best) : undefined
  if (lotId === undefined) return { kind: 'home', zpid: best.zpid }
  return { kind: 'building', lotId, units: units.map(unitOf) }
}

function unitOf(home: Home): UnitHit {
  const { values, flags } = knownHome(home)
  const number = (name: HomeColumnName) => values.get(name) as number | undefined // these columns contain only numbers
  return { zpid: home.zpid, bedrooms: number('bedrooms'), price: number('price'), room: flags.has('room') }
}

/** Records that search results of homes show, besides the home itself. */
export interface Surroundings {
  readonly buildings?: readonly Building[]
  readonly agents?: readonly Agent[]
  readonly offices?: readonly Office[]
}

/** Returns a search for homes that runs in memory. */
export function naiveHomeSearch(
  homes: readonly Home[],
  cards: CardMaker = trialCards,
  surroundings: Surroundings = {},
): HomeSearch {
  return {
    page: async (query) => naiveSearch(homes, query),
    cards: async (query) => {
      const { total, ungrouped, page, left } = naiveResults(homes, query)
      const shown = page.map((units) => cardOf(hitOf(units, query), query.today, homes, cards, surroundings))
      const lastKey = page.at(-1)?.[0]?.zpid
      const measured = query.measures && { measured: naiveMeasured(HOME, homes, query, buildingIdOf) }
      return madePage({ total, ungrouped, left, lastKey, ...measured }, shown.join(','))
    },
    explain: async (selection) => naiveExplain(homes, selection),
    countBy: async (selection, by) => naiveCountBy(homes, selection, by),
    selectAll: async (selection, columns) => naiveValues(naiveMatches(homes, selection), columns),
    homesWithMlsId: async (mlsId) =>
      homes
        .filter(({ listing }) => listing?.mlsId?.trim().toLowerCase() === mlsId.trim().toLowerCase())
        .map(({ zpid }) => zpid)
        .sort((one, other) => one - other),
  }
}

/** Finds the homes of a selection nearest to a point, in memory. */
export function naiveNearest(homes: readonly Home[]): Pick<NearLookup, 'select'> {
  return {
    select: async ({ point, limit, withinM = Number.POSITIVE_INFINITY, ...selection }, columns) => {
      const near = naiveNear(naiveMatches(homes, selection), point)
        .filter(({ meters }) => meters <= withinM)
        .slice(0, limit)
      const distancesM = Float64Array.from(near, ({ meters }) => meters)
      return {
        ...naiveValues(
          near.map(({ home }) => home),
          columns,
        ),
        distancesM,
      }
    },
  }
}

/** Returns a search result as JSON. For a building without a record, this is the result of the best unit. */
function cardOf(hit: Hit, today: number, homes: readonly Home[], cards: CardMaker, around: Surroundings): string {
  if (hit.kind === 'building') {
    const building = around.buildings?.find(({ lotId }) => lotId === hit.lotId)
    if (building)
      return new CardWords(cards.words).put(cards.buildingPart(building)) + cards.unitsPart(summaryOf(hit.units))
  }
  const zpid = hit.kind === 'home' ? hit.zpid : hit.units[0]?.zpid
  const home = homes.find((each) => each.zpid === zpid) as Home // every hit is one of these homes
  return homeCard(home, today, cards, around)
}

function homeCard(home: Home, today: number, cards: CardMaker, { agents, offices }: Surroundings): string {
  const agent = agents?.find(({ agentId }) => agentId === home.listing?.listAgentId)
  const office = offices?.find(({ officeId }) => officeId === agent?.officeId)
  return datedCard(new CardWords(cards.words).put(cards.card(home, { agent, office })), cards, today)
}

/** Searches offers or experiences in memory. */
export function naivePlaceSearch<N extends OtherNoun>(
  noun: N,
  records: readonly RecordOf<N>[],
  cards: CardMaker = trialCards,
): PlaceSearch<N> {
  const described: NounDescription<N> = SEARCHED[noun]
  const tally = new PlaceTally()
  for (const record of records) if (described.classOf(record)) tally.add(described.placesOf?.(record) ?? [])
  const places = tally.places()
  return {
    page: async (query) => {
      const { matching, page, left } = naivePage(described, records, query)
      return { total: matching.length, left, keys: page.map(({ key }) => key) }
    },
    cards: async (query) => {
      const { matching, page, left } = naivePage(described, records, query)
      const shown = page.map(({ record }) => {
        const stored = described.card(record, cards, { agent: undefined, office: undefined })
        return datedCard(new CardWords(cards.words).put(stored), datingOf(noun, cards), query.today)
      })
      const total = matching.length
      const lastKey = page.at(-1)?.key
      const measured = query.measures && { measured: naiveMeasured(described, records, query) }
      return madePage({ total, ungrouped: total, left, lastKey, ...measured }, shown.join(','))
    },
    explain: async (selection) => naiveRemoved(described, records, selection),
    places: () => places,
  }
}
