import { hash } from 'node:crypto'
import { fixedClock } from '../../src/base/clock.ts'
import { silentLog } from '../../src/base/log.ts'
import type { Catalog, CatalogAbout, IdOf, Noun, NounSearch, OtherNoun, Records } from '../../src/catalog/catalog.ts'
import type { Experience } from '../../src/model/experience.ts'
import type { Home, Point } from '../../src/model/home.ts'
import type { Offer } from '../../src/model/offer.ts'
import type { School } from '../../src/model/school.ts'
import { cardMaker } from '../../src/operations/index.ts'
import type { Context, Words } from '../../src/operations/operation.ts'
import { addressEntry, buildingEntry } from '../../src/places/address-book.ts'
import { addressLine } from '../../src/places/address-line.ts'
import { naiveCatalogSearch, naiveNounSearch } from '../search/naive.ts'
import { AGENTS, HOMES, NOW_MS, OFFICES, RATES, REGIONS, SCHOOLS, TOWER } from './made-homes.ts'

/** What a small catalogue holds, where it is not the made-up neighbourhood. */
export interface Contents {
  readonly homes?: readonly Home[]
  readonly schools?: readonly School[]
  readonly offers?: readonly Offer[]
  readonly experiences?: readonly Experience[]
  readonly sample?: true
  /** Nothing but the homes: no agents, buildings, schools, regions and rates. */
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

/** A catalogue in memory over the made-up neighbourhood: plain scans, the oracle for nothing but bodies. */
export function smallCatalog(
  { homes = HOMES, schools = SCHOOLS, offers = [], experiences = [], sample, bare }: Contents = {},
  words = WORDS,
): Catalog {
  const unlessBare = <T>(records: readonly T[]) => (bare ? [] : records)
  const records = {
    home: byId(homes, (home) => home.zpid),
    building: byId(unlessBare([TOWER]), (building) => building.lotId),
    agent: byId(unlessBare(AGENTS), (agent) => agent.agentId),
    office: byId(unlessBare(OFFICES), (office) => office.officeId),
  }
  const book = [...homes.map(addressEntry), ...unlessBare([TOWER]).map(buildingEntry)].filter(
    (entry) => entry !== undefined,
  )
  const regions = unlessBare(REGIONS)
  const searches = {
    offer: naiveNounSearch('offer', offers, cardMaker(words)),
    experience: naiveNounSearch('experience', experiences, cardMaker(words)),
  }
  const around = { buildings: unlessBare([TOWER]), agents: unlessBare(AGENTS), offices: unlessBare(OFFICES) }
  return {
    ...naiveCatalogSearch(homes, cardMaker(words), around),
    about: () => about(homes.length, sample === true),
    // The map of a noun holds that noun's records, which TypeScript cannot follow through the generic.
    get: async <N extends Noun>(noun: N, id: IdOf<N>) =>
      (records as Partial<Record<Noun, ReadonlyMap<unknown, unknown>>>)[noun]?.get(id) as Records[N] | undefined,
    addressesAt: async (houseNumber, street) =>
      book.filter((entry) => entry.houseNumber === houseNumber && entry.street === street),
    addressesBeginning: async (line, limit) =>
      book.filter((entry) => addressLine(entry).startsWith(line)).slice(0, limit),
    homesNear: async (point, limit) => nearest(homes, point, limit).map((home) => home.zpid),
    schoolsNear: async (point, limit) => nearest(unlessBare(schools), point, limit),
    regions: () => regions,
    // the search of a noun is that noun's, which TypeScript cannot follow through the generic
    searchOf: <N extends OtherNoun>(noun: N) => searches[noun] as unknown as NounSearch<N>,
    seal: (text) => hash('sha256', text, 'base64url').slice(0, 22),
    latestRates: async () => unlessBare(RATES),
    close() {},
  }
}

function byId<T, I>(records: readonly T[], idOf: (record: T) => I): ReadonlyMap<I, T> {
  return new Map(records.map((record) => [idOf(record), record]))
}

function about(homes: number, sample: boolean): CatalogAbout {
  const counts = { home: homes, building: 1, agent: 2, office: 1, school: 2, person: 0, series: 0, rate: 3, climate: 0 }
  return { catalogId: 'small', dataVersion: '1', sample, counts: { ...counts, offer: 0, experience: 0 } }
}

function nearest<T extends { readonly point?: Point }>(things: readonly T[], from: Point, limit: number): T[] {
  const away = (point: Point) => Math.hypot(point.latitude - from.latitude, point.longitude - from.longitude)
  return things
    .flatMap((thing) => (thing.point ? [{ thing, away: away(thing.point) }] : []))
    .sort((one, other) => one.away - other.away)
    .slice(0, limit)
    .map(({ thing }) => thing)
}
