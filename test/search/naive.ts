import { type CardMaker, inShort } from '../../src/catalog/cards.ts'
import type { Catalog } from '../../src/catalog/catalog.ts'
import type { Hit, Query, QueryNode, SearchPage, Selection, UnitHit, ValueCount } from '../../src/catalog/query.ts'
import { trialCards } from '../../src/catalog/trial.ts'
import type { Agent, Office } from '../../src/model/agent.ts'
import type { Building } from '../../src/model/building.ts'
import type { Home } from '../../src/model/home.ts'
import { HOME_COLUMNS, type HomeColumn, type HomeColumnName, searchPoint } from '../../src/model/home-columns.ts'
import { HOME_ORDERS, type HomeOrder } from '../../src/model/home-orders.ts'
import { type KnownHome, knownHome } from './known-home.ts'
import { type Contains, inBox, inCircle, inPolygon } from './shapes.ts'

/** The page that a query answers with, found by asking every home: what every backend must agree with. */
export function naiveSearch(homes: readonly Home[], query: Query): SearchPage {
  const ranked = naiveMatches(homes, query).sort(comparatorOf(query.order))
  const results = query.grouped ? grouped(ranked) : ranked.map((home) => [home])
  const page = results.slice(query.offset, query.offset + query.limit)
  return { total: results.length, ungrouped: ranked.length, hits: page.map((units) => hitOf(units, query)) }
}

/** The homes of a selection, in the order in which they were given. */
export function naiveMatches(homes: readonly Home[], { listingClass, where }: Selection): Home[] {
  const conditions = where.map(({ node }) => conditionOf(node))
  return homes.filter((home) => {
    const known = knownHome(home)
    return known.listingClass === listingClass && conditions.every((holds) => holds(known))
  })
}

/** How many homes each condition removes from those that the ones before it left. */
export function naiveExplain(homes: readonly Home[], { listingClass, where }: Selection): number[] {
  const left = where.map((_, i) => naiveMatches(homes, { listingClass, where: where.slice(0, i + 1) }).length)
  const before = [naiveMatches(homes, { listingClass, where: [] }).length, ...left]
  return left.map((count, i) => (before[i] ?? 0) - count)
}

/** In order of value; codes in the order of their table. */
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

/** Whether a node holds of a home. */
export function naiveHolds(home: Home, node: QueryNode): boolean {
  return conditionOf(node)(knownHome(home))
}

type HoldsOf = (known: KnownHome) => boolean

function conditionOf(node: QueryNode): HoldsOf {
  switch (node.kind) {
    case 'range':
      return ({ values }) => {
        const value = values.get(node.column)
        return value === undefined ? node.orMissing : isWithin(codeOrNumber(node.column, value), node)
      }
    case 'oneOf':
      return ({ values }) => node.values.some((value) => value === values.get(node.column))
    case 'flags':
      return ({ flags }) =>
        node.all.every((flag) => flags.has(flag)) &&
        (node.some.length === 0 || node.some.some((flag) => flags.has(flag))) &&
        !node.none.some((flag) => flags.has(flag))
    case 'sum':
      return ({ values }) =>
        node.terms.every(({ column }) => values.has(column)) && isWithin(naiveSum(values, node.terms), node)
    case 'place':
      return ({ regions }) => node.regions.some((key) => regions.has(key))
    case 'homes':
      return ({ home }) => node.zpids.includes(home.zpid)
    case 'box':
      return whereItIs(inBox(node))
    case 'polygon':
      return whereItIs(inPolygon(node.points))
    case 'circle':
      return whereItIs(inCircle(node))
    case 'words':
      return ({ words, texts }) =>
        node.words.every((word) => words.has(word)) &&
        node.phrases.every((phrase) => texts.some((text) => holdsInARow(text, phrase)))
    case 'any': {
      const alternatives = node.alternatives.map((nodes) => nodes.map(conditionOf))
      return (known) => alternatives.some((conditions) => conditions.every((holds) => holds(known)))
    }
  }
}

/** A range over a column of codes goes by their numbers. */
function codeOrNumber(column: HomeColumnName, value: number | string): number {
  return typeof value === 'number' ? value : ((HOME_COLUMNS[column] as HomeColumn).values ?? []).indexOf(value)
}

function isWithin(value: number, { min, max }: { readonly min: number; readonly max: number }): boolean {
  return value >= min && value <= max
}

/** Term by term, as given: the last digit depends on it. */
export function naiveSum(
  values: KnownHome['values'],
  terms: readonly { readonly column: HomeColumnName; readonly weight: number }[],
): number {
  return terms.reduce((sum, { column, weight }) => sum + codeOrNumber(column, values.get(column) ?? 0) * weight, 0)
}

/** A home without coordinates is nowhere. */
function whereItIs(contains: Contains): HoldsOf {
  return ({ home }) => {
    const point = searchPoint(home)
    return point !== undefined && contains(point)
  }
}

function holdsInARow(text: readonly string[], phrase: readonly string[]): boolean {
  return text.some((_, start) => phrase.every((word, i) => text[start + i] === word))
}

/** Homes without a value last, ties by zpid. */
function comparatorOf(order: HomeOrder): (one: Home, other: Home) => number {
  const { highestFirst } = HOME_ORDERS[order]
  return (one, other) => {
    const [a, b] = [knownHome(one).ranks.get(order), knownHome(other).ranks.get(order)]
    if (a === b) return one.zpid - other.zpid
    if (a === undefined) return 1
    if (b === undefined) return -1
    return highestFirst ? b - a : a - b
  }
}

/** The building that a home is grouped under: rentals have one, others stand for themselves. */
function buildingIdOf(home: Home): string | undefined {
  return knownHome(home).listingClass === 'For_Rent' ? home.lotId : undefined
}

/** Units of one building together, where the first of them stands. */
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
  const best = units[0] as Home // results are never empty
  const lotId = query.grouped ? buildingIdOf(best) : undefined
  if (lotId === undefined) return { kind: 'home', zpid: best.zpid }
  return { kind: 'building', lotId, units: units.map(unitOf) }
}

function unitOf(home: Home): UnitHit {
  const { values, flags } = knownHome(home)
  const number = (name: HomeColumnName) => values.get(name) as number | undefined // of columns of numbers only
  return { zpid: home.zpid, bedrooms: number('bedrooms'), price: number('price'), room: flags.has('room') }
}

/** The part of a catalogue that searches ask. */
export type CatalogSearch = Pick<Catalog, 'search' | 'searchCards' | 'explain' | 'countBy' | 'homesWithMlsId'>

/** What cards show beside homes. */
export interface Surroundings {
  readonly buildings?: readonly Building[]
  readonly agents?: readonly Agent[]
  readonly offices?: readonly Office[]
}

/** Searches for a catalogue in memory: for tests of those who ask. */
export function naiveCatalogSearch(
  homes: readonly Home[],
  cards: CardMaker = trialCards,
  surroundings: Surroundings = {},
): CatalogSearch {
  return {
    search: async (query) => naiveSearch(homes, query),
    searchCards: async (query) => {
      const { total, ungrouped, hits } = naiveSearch(homes, query)
      const shown = hits.map((hit) => cardOf(hit, query.today, homes, cards, surroundings))
      return { total, ungrouped, cards: Buffer.from(shown.join(',')), marginBytes: 0, release: () => {} }
    },
    explain: async (selection) => naiveExplain(homes, selection),
    countBy: async (selection, by) => naiveCountBy(homes, selection, by),
    homesWithMlsId: async (mlsId) =>
      homes
        .filter(({ listing }) => listing?.mlsId?.trim().toLowerCase() === mlsId.trim().toLowerCase())
        .map(({ zpid }) => zpid)
        .sort((one, other) => one - other),
  }
}

/** A building that the catalogue does not know shows its best unit's card. */
function cardOf(hit: Hit, today: number, homes: readonly Home[], cards: CardMaker, around: Surroundings): string {
  if (hit.kind === 'building') {
    const building = around.buildings?.find(({ lotId }) => lotId === hit.lotId)
    if (building) return cards.buildingPart(building) + cards.unitsPart(inShort(hit.units))
  }
  const zpid = hit.kind === 'home' ? hit.zpid : hit.units[0]?.zpid
  const home = homes.find((each) => each.zpid === zpid) as Home // hits are of these homes
  return homeCard(home, today, cards, around)
}

function homeCard(home: Home, today: number, cards: CardMaker, { agents, offices }: Surroundings): string {
  const agent = agents?.find(({ agentId }) => agentId === home.listing?.listAgentId)
  const office = offices?.find(({ officeId }) => officeId === agent?.officeId)
  const card = Buffer.from(cards.card(home, { agent, office }))
  cards.date(card, 0, today)
  return card.toString()
}
