import type {
  PropertyHit,
  PropertyNode,
  PropertyPosition,
  PropertyQuery,
  PropertySearch,
} from '../../src/catalog/ports/property-search.ts'
import type { RecordPages } from '../../src/catalog/ports/record-pages.ts'
import type { Home, Point } from '../../src/model/home.ts'
import { listingClassOf } from '../../src/model/home-columns.ts'
import {
  type AnyPropertyColumn,
  type ListingPeople,
  PROPERTY_COLUMNS,
  type PropertyColumnName,
} from '../../src/model/property-columns.ts'
import { searchTexts, wordsOf } from '../../src/model/search-text.ts'
import { inCircle, inPolygon } from './shapes.ts'

type Value = number | string | readonly string[] | undefined

/** A record, with the values of all its columns. */
export interface KnownProperty {
  readonly noun: 'home' | 'offer'
  readonly id: number
  readonly modifiedUs: number
  readonly values: ReadonlyMap<string, Value>
  readonly point: Point | undefined
  /** The words of each of the record's texts. Empty for a record that no search by words finds. */
  readonly texts: readonly (readonly string[])[]
}

/** Searches properties by testing every record. */
export function naiveProperties(pages: RecordPages): PropertySearch {
  let records: Promise<readonly KnownProperty[]> | undefined
  const all = () => {
    records ??= knownProperties(pages)
    return records
  }
  const valuesOf = new Map<string, readonly string[]>()
  return {
    page: async (query) => naivePropertyPage(await all(), query),
    values: async (column) => {
      const texts = (await all()).flatMap(({ values }) => (values.get(column) ?? []) as string | string[])
      if (!valuesOf.has(column)) valuesOf.set(column, [...new Set(texts)].sort())
      return valuesOf.get(column) ?? []
    },
  }
}

const ALL_NUMBERS = { from: 0, to: Number.MAX_SAFE_INTEGER }
const ALL_TEXTS = { from: '', to: '\u{10FFFF}' }

/** Returns every home and offer, sorted by their keys as strings. */
export async function knownProperties(pages: RecordPages): Promise<readonly KnownProperty[]> {
  const most = Number.MAX_SAFE_INTEGER
  const agents = await pages.between('agent', ALL_TEXTS, most)
  const offices = await pages.between('office', ALL_TEXTS, most)
  const agentOf = new Map(agents.map(({ record }) => [record.agentId, record]))
  const officeOf = new Map(offices.map(({ record }) => [record.officeId, record]))
  const homes = await pages.between('home', ALL_NUMBERS, most)
  const offers = await pages.between('offer', ALL_NUMBERS, most)
  const properties = [
    ...homes.map(({ record, sequence }) => {
      const agent = agentOf.get(record.listing?.listAgentId ?? '')
      const people = { agent, office: officeOf.get(agent?.officeId ?? '') }
      return knownHome(record, sequence, people)
    }),
    ...offers.map(({ record, sequence }): KnownProperty => {
      const columns = Object.entries<AnyPropertyColumn>(PROPERTY_COLUMNS)
      const values = columns.map(([name, { offer }]): [string, Value] => [name, offer?.(record)])
      return { noun: 'offer', id: record.offerId, ...stamped(sequence, values), point: record.point, texts: [] }
    }),
  ]
  return properties.sort((one, other) => (String(one.id) < String(other.id) ? -1 : 1))
}

function knownHome(record: Home, sequence: number, people: ListingPeople): KnownProperty {
  const columns = Object.entries<AnyPropertyColumn>(PROPERTY_COLUMNS)
  const values = columns.map(([name, { home }]): [string, Value] => [name, home?.(record, people)])
  const texts = listingClassOf(record) === undefined ? [] : searchTexts(record).map(wordsOf)
  return { noun: 'home', id: record.zpid, ...stamped(sequence, values), point: record.point, texts }
}

function stamped(sequence: number, values: readonly (readonly [string, Value])[]) {
  const modifiedUs = sequence - (sequence % 1000)
  return { modifiedUs, values: new Map([...values, ['ModificationTimestamp', modifiedUs]]) }
}

export function naivePropertyPage(all: readonly KnownProperty[], query: PropertyQuery) {
  const { where, order, isKeyDescending, after, offset, limit, isCounted } = query
  const matching = all.filter((each) => where.every((node) => holdsFor(each, node)))
  const compare = (one: PropertyPosition, other: PropertyPosition) => {
    for (const [i, { isDescending }] of order.entries()) {
      const difference = compareValues(one.values[i], other.values[i])
      if (difference !== 0) return isDescending ? -difference : difference
    }
    return one.key === other.key ? 0 : one.key < other.key !== isKeyDescending ? -1 : 1
  }
  const page = matching
    .map(({ noun, id, modifiedUs, values }): PropertyHit => {
      const ofOrder = order.map(({ column }) => values.get(column) as number | string | undefined) // a column to sort by is not a list
      return { noun, key: String(id), values: ofOrder, modifiedUs }
    })
    .filter((each) => after === undefined || compare(each, after) > 0)
    .sort(compare)
  const total = isCounted ? matching.length : undefined
  return { total, hits: page.slice(offset, offset + limit), isMore: page.length > offset + limit }
}

function compareValues(one: Value, other: Value): number {
  if (one === other) return 0
  if (one === undefined || other === undefined) return one === undefined ? -1 : 1
  return one < other ? -1 : 1
}

function isMissing(value: Value): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0)
}

export function holdsFor(known: KnownProperty, node: PropertyNode): boolean {
  const { id, values, point, texts } = known
  const of = (column: PropertyColumnName) => values.get(column)
  switch (node.kind) {
    case 'range': {
      const value = of(node.column) as number | undefined
      return value !== undefined && value >= node.min && value <= node.max
    }
    case 'numbers':
      return node.values.has(of(node.column) as number)
    case 'texts':
      return [of(node.column) ?? []].flat().some((text) => node.values.has(text as string))
    case 'missing':
      return isMissing(of(node.column))
    case 'keys':
      return node.keys.has(String(id))
    case 'keyRange': {
      const { from, to } = node
      const key = String(id)
      if (from !== undefined && (key < from.key || (key === from.key && !from.isInclusive))) return false
      return to === undefined || key < to.key || (key === to.key && to.isInclusive)
    }
    case 'circle':
      return point !== undefined && inCircle(node)(point)
    case 'polygon':
      return point !== undefined && inPolygon(node.points, ...(node.holes ?? []))(point)
    case 'words':
      return (
        node.words.every((word) => texts.some((text) => text.includes(word))) &&
        node.phrases.every((phrase) => texts.some((text) => inARow(text, phrase)))
      )
    case 'any':
      return node.alternatives.some((nodes) => nodes.every((each) => holdsFor(known, each)))
    case 'none':
      return !node.alternatives.some((nodes) => nodes.every((each) => holdsFor(known, each)))
  }
}

function inARow(words: readonly string[], phrase: readonly string[]): boolean {
  return words.some((_, at) => phrase.every((word, i) => words[at + i] === word))
}
