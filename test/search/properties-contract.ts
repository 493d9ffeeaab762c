import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Calendar } from '../../sample/calendar.ts'
import { makeOffer } from '../../sample/offers.ts'
import type { CatalogWriter } from '../../src/catalog/ports/catalog-writer.ts'
import type { PropertyQuery, PropertySearch } from '../../src/catalog/ports/property-search.ts'
import { Random } from '../../src/kit/algorithms/random.ts'
import type { Agent, Office } from '../../src/model/agent.ts'
import type { Home } from '../../src/model/home.ts'
import type { Offer } from '../../src/model/offer.ts'
import { PROPERTY_COLUMNS, type TextColumnName } from '../../src/model/property-columns.ts'
import { inChanges } from '../catalog/write-in-segments.ts'
import { type Questions, SEED } from '../long-run.ts'
import { gatherSample, TRIAL_NOW_MS } from '../sample/trial.ts'
import { type KnownProperty, naivePropertyPage } from './naive-properties.ts'
import { ODD_HOMES, oddHome } from './odd-homes.ts'
import { ODD_OFFERS } from './odd-records.ts'
import { RandomProperties } from './random-properties.ts'

const SAMPLE_HOMES = 600
const OFFERS = 300
/** The share of records to which a later commit gives their final content. */
const CHANGED_SHARE = 0.2
/** Greater than the ids of all other records. */
const ODD_OFFER_IDS = 2 ** 52

const ODD_NAMES = [
  "O'Fallon",
  '"Łódź"',
  '\u{1D538}ustin',
  '\u{FF21}ustin',
  'a\\b',
  '{a,b}',
  'NULL',
  'tab\there',
  'é',
  'É',
]

/** Homes with keys of all lengths, and with strings, numbers and statuses that the sample does not have. */
const ODD_PROPERTIES: readonly Home[] = ODD_NAMES.map((name, i) =>
  oddHome(2 * 10 ** i + 1, {
    ...(i % 2 === 0 && { point: { latitude: 30.25, longitude: -97.75 } }),
    address: { city: name, county: name, state: i % 3 === 0 ? '' : 'TX', ...(i % 4 > 0 && { subdivision: name }) },
    facts: {
      propertySubType: [name, 'other'],
      appliances: i % 3 === 0 ? [] : [name, 'Oven'],
      yearBuilt: 1900 + i,
      bathroomsHalf: i / 4,
      associationFee: i % 2,
      ...(i % 2 === 0 && { privatePool: i % 4 === 0 }),
    },
    listing: {
      kind: i % 2 === 0 ? 'sale' : 'lease',
      status: i % 3 === 0 ? 'Withdrawn' : 'Closed',
      mlsId: i === 0 ? 'm'.repeat(4000) : name,
      mlsName: name,
      listPrice: 1e5 + i / 10,
      listAgentId: name,
      closeDate: i === 3 ? '2024-02-31' : `200${i}-02-28`,
      onMarketMs: i === 2 ? 5.5 : i * 1e11,
    },
  }),
)

interface Commits {
  /** The commits, one after the other. */
  readonly changes: readonly ((writer: Pick<CatalogWriter, 'put' | 'remove'>) => void)[]
}

/**
 * Returns commits of homes, offers, agents and offices. The second commit changes or removes some records; the third
 * changes only agents and offices.
 */
export async function propertyCommits(): Promise<Commits> {
  const { records } = await gatherSample(SAMPLE_HOMES)
  const calendar = new Calendar(TRIAL_NOW_MS)
  const odd = ODD_OFFERS.map((offer, i) => ({ ...offer, offerId: ODD_OFFER_IDS + i }))
  const offers = [...Array.from({ length: OFFERS }, (_, i) => makeOffer(1, i, calendar)), ...odd]
  const homes = [...records.home, ...ODD_HOMES, ...ODD_PROPERTIES]
  const agents = [...records.agent, ...ODD_NAMES.map(oddAgent)]
  const random = new Random(SEED, 'changes')
  const drawn = { added: 1, share: CHANGED_SHARE, draw: () => random.unit() }
  const homeChanges = inChanges<Home>(homes, drawn, ({ zpid }, like) => ({ ...like, zpid }))
  const offerChanges = inChanges<Offer>(offers, drawn, ({ offerId }, like) => ({ ...like, offerId }))
  const gone = homes.slice(0, 50).map((home) => ({ ...home, zpid: home.zpid + 500_000_000 }))
  const later = <R>(all: readonly R[]) => all.filter((_, i) => i % 5 === 0)
  return {
    changes: [
      (writer) => {
        for (const agent of agents) writer.put('agent', { ...agent, memberMlsId: `was ${agent.agentId}` })
        for (const office of records.office) writer.put('office', { ...office, name: `was ${office.name}` })
        for (const home of [...(homeChanges[0] ?? []), ...gone]) writer.put('home', home)
        for (const offer of offerChanges[0] ?? []) writer.put('offer', offer)
      },
      (writer) => {
        for (const { zpid } of gone) writer.remove('home', zpid)
        for (const home of homeChanges[1] ?? []) writer.put('home', home)
        for (const offer of offerChanges[1] ?? []) writer.put('offer', offer)
      },
      (writer) => {
        for (const agent of agents) writer.put('agent', agent)
        for (const office of records.office.slice(records.office.length / 2)) writer.put('office', office)
        for (const { agentId } of later<Agent>(agents)) writer.remove('agent', agentId)
        for (const { officeId } of later<Office>(records.office)) writer.remove('office', officeId)
      },
    ],
  }
}

function oddAgent(name: string): Agent {
  return { agentId: name, username: name, name, memberMlsId: name, officeId: name }
}

export interface ComparedProperties {
  readonly properties: PropertySearch
  /** All records of the catalog; see `knownProperties`. */
  readonly records: readonly KnownProperty[]
}

/** Compares searches of properties with results found by testing every record. */
export function compareProperties(questions: Questions, compared: () => ComparedProperties): void {
  const { indices, areAll, again } = questions

  test('give the same pages and totals to random queries, and the same pages after any of their records', async (context) => {
    const { properties, records } = compared()
    const queries = new RandomProperties(records)
    let some = 0
    for (const index of indices) {
      const query = queries.query(SEED, index)
      if ((await comparePages(properties, records, query, index, again(index))) > 0) some++
    }
    context.diagnostic(`${some} queries found something`)
    if (areAll) assert.ok(some > indices.length / 3, 'the queries find too little')
  })

  test('have the same values in columns of texts and lists', async () => {
    const { properties, records } = compared()
    for (const [name, { kind }] of Object.entries(PROPERTY_COLUMNS)) {
      if (kind !== 'text' && kind !== 'list') continue
      const column = name as TextColumnName // or the name of a column of lists
      const texts = records.flatMap(({ values }) => (values.get(name) ?? []) as string | string[]) // the column is of this kind
      const values = await properties.values(column)
      assert.deepEqual(values, [...new Set(texts)].sort(), name)
      assert.equal(await properties.values(column), values, 'the same array')
    }
  })
}

/**
 * Compares a page, and another page that starts after one of its records. Returns the number of records on the first
 * page.
 */
export async function comparePages(
  properties: PropertySearch,
  records: readonly KnownProperty[],
  query: PropertyQuery,
  index: number,
  again: string,
): Promise<number> {
  const page = await properties.page(query)
  assert.deepEqual(page, naivePropertyPage(records, query), again)
  const after = page.hits[(index * 7919) % Math.max(1, page.hits.length)]
  if (after === undefined) return 0
  const next = { ...query, after, offset: index % 3 === 0 ? query.offset : 0 }
  assert.deepEqual(await properties.page(next), naivePropertyPage(records, next), `${again}, the next page`)
  return page.hits.length
}
