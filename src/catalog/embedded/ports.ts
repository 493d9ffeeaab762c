import { agentLookup } from '../agents/lookup.ts'
import { ownerLookup } from '../owners/lookup.ts'
import type { AddressLookup } from '../ports/address-lookup.ts'
import type { AgentLookup } from '../ports/agent-lookup.ts'
import type { ChangeLog } from '../ports/change-log.ts'
import type { EstimatorLookup } from '../ports/estimator-lookup.ts'
import type { MarketLookup } from '../ports/market-lookup.ts'
import type { NearLookup } from '../ports/near-lookup.ts'
import type { HomeSearch, OtherNoun, PlaceSearch } from '../ports/noun-search.ts'
import type { IdOf, Noun } from '../ports/nouns.ts'
import type { OwnerLookup } from '../ports/owner-lookup.ts'
import type { PropertySearch } from '../ports/property-search.ts'
import type { RecordLookup } from '../ports/record-lookup.ts'
import type { RecordPages } from '../ports/record-pages.ts'
import { shows, type Withheld } from '../ports/withheld.ts'
import { AGENTS_AT_A_TIME, CHECKED_DEALS, checkTerms } from './agents.ts'
import { CHECKED_REGIONS } from './market/fact-reader.ts'
import type { SnapshotReader } from './snapshot-reader.ts'

/** Methods of ports are `async`, so that a thrown fault becomes a rejected promise. */

export function recordLookup(snapshots: SnapshotReader, withheld: Withheld): RecordLookup {
  return {
    async get<N extends Noun>(noun: N, id: IdOf<N>) {
      const record = snapshots.read((state) => state.get(noun, id))
      return shows(noun, record, withheld) ? record : undefined
    },
    outline: async (zpid) => snapshots.read((state) => state.outline(zpid)),
    briefs: async (zpids) => snapshots.read((state) => state.briefs(zpids)),
    climateOf: async (areas) => snapshots.read((state) => state.climateOf(areas)),
    latestRates: async () => snapshots.read(({ latestRates }) => latestRates),
  }
}

export function addressLookup(snapshots: SnapshotReader, withheld: Withheld): AddressLookup {
  return {
    addressesAt: async (...where) => snapshots.read(({ addressBook }) => addressBook.at(...where)),
    addressesOn: async (...where) => snapshots.read(({ addressBook }) => addressBook.on(...where)),
    streetsBeginning: async (...where) => snapshots.read(({ addressBook }) => addressBook.streetsBeginning(...where)),
    addressesBeginning: async (line, limit) =>
      snapshots.read(({ addressLines }) => addressLines.beginning(line, limit)),
    addressLineFrom: async (text) => snapshots.read(({ addressLines }) => addressLines.lineFrom(text)),
    wordsOneSlipAway: async (word) => snapshots.read(({ addressWords }) => addressWords.wordsOneSlipAway(word)),
    beginningsOneSlipAway: async (beginning) =>
      snapshots.read(({ addressWords }) => addressWords.beginningsOneSlipAway(beginning)),
    homesUnder: async (places, limit) => snapshots.read(({ addressBook }) => addressBook.homesUnder(places, limit)),
    peopleAt: async (houseNumber, street) =>
      snapshots.read((state) => {
        const shown = (personId: string) => shows('person', state.get('person', personId), withheld)
        return state.personBook.at(houseNumber, street).filter(({ id }) => shown(String(id)))
      }),
  }
}

export function nearLookup(snapshots: SnapshotReader): NearLookup {
  return {
    homes: async (point, limit) => snapshots.read(({ points }) => points.homesNear(point, limit)),
    places: async (point, limit) => snapshots.read(({ points }) => points.placesNear(point, limit)),
    schools: async (point, limit) => snapshots.read((state) => state.schoolsNear(point, limit)),
    select: (near, columns) => snapshots.search((state, work) => state.search.selectNear(near, columns, work)),
  }
}

export function agents(snapshots: SnapshotReader): AgentLookup {
  return agentLookup({
    query: async <Row extends object>(text: string, values: readonly unknown[]) =>
      snapshots.read((state) => state.agents(text, values) as readonly Row[]), // the statement selects these columns
    deals: CHECKED_DEALS,
    regions: CHECKED_REGIONS,
    record: async (id) => snapshots.read((state) => state.get('agent', id)),
    batch: AGENTS_AT_A_TIME,
    check: (agentIds, query) => snapshots.read((state) => checkTerms(state.agents, agentIds, query)),
  })
}

export function owners(snapshots: SnapshotReader, withheld: Withheld): OwnerLookup {
  return ownerLookup({
    query: async <Row extends object>(text: string, values: readonly unknown[]) =>
      snapshots.read((state) => state.agents(text, values) as readonly Row[]), // the statement selects these columns
    home: async (zpid) => snapshots.read((state) => state.get('home', zpid)),
    withheld,
  })
}

export function marketLookup(snapshots: SnapshotReader): MarketLookup {
  return {
    facts: async (kind, region, from = 0) =>
      snapshots.read(({ facts, about: { dataVersion } }) => ({ ...facts.page(kind, region, from), dataVersion })),
    regionsWithin: async (region, type) => snapshots.read(({ facts }) => facts.regionsWithin(region, type)),
    placesIn: async (region, type) => snapshots.read(({ facts }) => facts.placesIn(region, type)),
  }
}

export function estimatorLookup(snapshots: SnapshotReader): EstimatorLookup {
  return {
    days: async (kind, state) => snapshots.read(({ estimators }) => estimators.days(kind, state)),
    of: async (kind, state, day) => snapshots.read(({ estimators }) => estimators.of(kind, state, day)),
    all: async () => snapshots.read(({ estimators }) => estimators.all),
    backtest: async (kind, market) => snapshots.read(({ estimators }) => estimators.backtest(kind, market)),
  }
}

export function recordPages(snapshots: SnapshotReader): RecordPages {
  return {
    between: async (noun, ids, limit) => snapshots.read(({ pages }) => pages.between(noun, ids, limit)),
    texts: async (noun, ids, limit) => snapshots.read(({ pages }) => pages.texts(noun, ids, limit)),
    ids: async (noun, ids, limit) => snapshots.read(({ pages }) => pages.ids(noun, ids, limit)),
    byId: async (noun, ids) => snapshots.read(({ pages }) => pages.byId(noun, ids)),
    changes: async (nouns, sequences, limit, order) =>
      snapshots.read(({ pages }) => pages.changes(nouns, sequences, limit, order)),
    countChanges: async (nouns, sequences) =>
      snapshots.search(({ pages }, work) => pages.countChanges(nouns, sequences, work)),
    contents: async (noun) => snapshots.read(({ pages }) => pages.contents(noun)),
  }
}

export function changeLog(snapshots: SnapshotReader): ChangeLog {
  return {
    bounds: async () => snapshots.read(({ log }) => log.bounds),
    between: async (nouns, bounds, limit, end) => snapshots.read(({ log }) => log.between(nouns, bounds, limit, end)),
    ofRecord: async (noun, id, limit) => snapshots.read(({ log }) => log.ofRecord(noun, id, limit)),
    recordsAt: async (noun, ids, sequence) => snapshots.read(({ log }) => log.recordsAt(noun, ids, sequence)),
  }
}

export function homeSearch(snapshots: SnapshotReader): HomeSearch {
  return {
    page: (query) => snapshots.search((state, work) => state.search.page(query, work)),
    cards: (query) => snapshots.search((state, work) => state.encoder.page(query, work)),
    explain: (selection) => snapshots.search((state, work) => state.search.explain(selection, work)),
    countBy: (selection, by) => snapshots.search((state, work) => state.search.countBy(selection, by, work)),
    selectAll: (selection, columns) =>
      snapshots.search((state, work) => state.search.selectAll(selection, columns, work)),
    homesWithMlsId: async (mlsId) => snapshots.read((state) => state.search.homesWithMlsId(mlsId)),
  }
}

export function propertySearch(snapshots: SnapshotReader): PropertySearch {
  return {
    page: async (query) => snapshots.search((state, work) => state.properties.page(query, work)),
    values: async (column) => snapshots.search((state, work) => state.properties.values(column, work)),
  }
}

export function placeSearch<N extends OtherNoun>(snapshots: SnapshotReader, noun: N): PlaceSearch<N> {
  return {
    page: (query) => snapshots.search((state, work) => state.searches[noun].page(query, work)),
    cards: (query) => snapshots.search((state, work) => state.searches[noun].cards(query, work)),
    explain: (selection) => snapshots.search((state, work) => state.searches[noun].explain(selection, work)),
    places: () => snapshots.read((state) => state.searches[noun].places),
  }
}
