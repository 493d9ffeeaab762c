import { agentLookup } from '../agents/lookup.ts'
import type { AddressLookup } from '../ports/address-lookup.ts'
import type { AgentLookup } from '../ports/agent-lookup.ts'
import type { ChangeLog } from '../ports/change-log.ts'
import type { EstimatorLookup } from '../ports/estimator-lookup.ts'
import type { MarketLookup } from '../ports/market-lookup.ts'
import type { NearLookup } from '../ports/near-lookup.ts'
import type { HomeSearch, OtherNoun, PlaceSearch } from '../ports/noun-search.ts'
import type { IdOf, Noun } from '../ports/nouns.ts'
import type { PropertySearch } from '../ports/property-search.ts'
import type { RecordLookup } from '../ports/record-lookup.ts'
import type { RecordPages } from '../ports/record-pages.ts'
import { shows, type Withheld } from '../ports/withheld.ts'
import { AGENTS_AT_A_TIME, CHECKED_DEALS, checkTerms } from './agents.ts'
import { CHECKED_REGIONS } from './market/fact-reader.ts'
import type { Questions } from './questions.ts'

/** The ports of the catalogue. They are `async` throughout, so that every fault is a rejection. */

export function recordLookup(questions: Questions, withheld: Withheld): RecordLookup {
  return {
    async get<N extends Noun>(noun: N, id: IdOf<N>) {
      const record = questions.ask((state) => state.get(noun, id))
      return shows(noun, record, withheld) ? record : undefined
    },
    outline: async (zpid) => questions.ask((state) => state.outline(zpid)),
    briefs: async (zpids) => questions.ask((state) => state.briefs(zpids)),
    climateOf: async (areas) => questions.ask((state) => state.climateOf(areas)),
    latestRates: async () => questions.ask((state) => state.latestRates()),
  }
}

export function addressLookup(questions: Questions, withheld: Withheld): AddressLookup {
  return {
    addressesAt: async (...where) => questions.ask((state) => state.addressesAt(...where)),
    addressesOn: async (...where) => questions.ask((state) => state.addressesOn(...where)),
    streetsBeginning: async (houseNumber, beginning, limit) =>
      questions.ask((state) => state.streetsBeginning(houseNumber, beginning, limit)),
    addressesBeginning: async (line, limit) => questions.ask((state) => state.addressesBeginning(line, limit)),
    addressLineFrom: async (text) => questions.ask((state) => state.addressLineFrom(text)),
    wordsOneSlipAway: async (word) => questions.ask(({ addressWords }) => addressWords.wordsOneSlipAway(word)),
    beginningsOneSlipAway: async (beginning) =>
      questions.ask(({ addressWords }) => addressWords.beginningsOneSlipAway(beginning)),
    peopleAt: async (houseNumber, street) =>
      questions.ask((state) => {
        const shown = (personId: string) => shows('person', state.get('person', personId), withheld)
        return state.peopleAt(houseNumber, street).filter(({ id }) => shown(String(id)))
      }),
  }
}

export function nearLookup(questions: Questions): NearLookup {
  return {
    homes: async (point, limit) => questions.ask((state) => state.homesNear(point, limit)),
    places: async (point, limit) => questions.ask((state) => state.placesNear(point, limit)),
    schools: async (point, limit) => questions.ask((state) => state.schoolsNear(point, limit)),
    select: (near, columns) => questions.search((state, work) => state.search.selectNear(near, columns, work)),
  }
}

export function agents(questions: Questions): AgentLookup {
  return agentLookup({
    query: async <Row extends object>(text: string, values: readonly unknown[]) =>
      questions.ask((state) => state.agents(text, values) as readonly Row[]), // as the statement selects them
    deals: CHECKED_DEALS,
    regions: CHECKED_REGIONS,
    record: async (id) => questions.ask((state) => state.get('agent', id)),
    batch: AGENTS_AT_A_TIME,
    check: (agentIds, query) => questions.ask((state) => checkTerms(state.agents, agentIds, query)),
  })
}

export function marketLookup(questions: Questions): MarketLookup {
  return {
    facts: async (kind, region, from = 0) => questions.ask((state) => state.marketFacts(kind, region, from)),
    regionsWithin: async (region, type) => questions.ask((state) => state.regionsWithin(region, type)),
    placesIn: async (region, type) => questions.ask((state) => state.placesIn(region, type)),
  }
}

export function estimatorLookup(questions: Questions): EstimatorLookup {
  return {
    days: async (kind, state) => questions.ask(({ estimators }) => estimators.days(kind, state)),
    of: async (kind, state, day) => questions.ask(({ estimators }) => estimators.of(kind, state, day)),
    all: async () => questions.ask(({ estimators }) => estimators.all),
    backtest: async (kind, market) => questions.ask(({ estimators }) => estimators.backtest(kind, market)),
  }
}

export function recordPages(questions: Questions): RecordPages {
  return {
    between: async (noun, ids, limit) => questions.ask(({ pages }) => pages.between(noun, ids, limit)),
    texts: async (noun, ids, limit) => questions.ask(({ pages }) => pages.texts(noun, ids, limit)),
    ids: async (noun, ids, limit) => questions.ask(({ pages }) => pages.ids(noun, ids, limit)),
    byId: async (noun, ids) => questions.ask(({ pages }) => pages.byId(noun, ids)),
    changes: async (nouns, sequences, limit, order) =>
      questions.ask(({ pages }) => pages.changes(nouns, sequences, limit, order)),
    countChanges: async (nouns, sequences) =>
      questions.search(({ pages }, work) => pages.countChanges(nouns, sequences, work)),
    contents: async (noun) => questions.ask(({ pages }) => pages.contents(noun)),
  }
}

export function changeLog(questions: Questions): ChangeLog {
  return {
    bounds: async () => questions.ask(({ log }) => log.bounds),
    between: async (nouns, bounds, limit, end) => questions.ask(({ log }) => log.between(nouns, bounds, limit, end)),
    ofRecord: async (noun, id, limit) => questions.ask(({ log }) => log.ofRecord(noun, id, limit)),
    recordsAt: async (noun, ids, sequence) => questions.ask(({ log }) => log.recordsAt(noun, ids, sequence)),
  }
}

export function homeSearch(questions: Questions): HomeSearch {
  return {
    page: (query) => questions.search((state, work) => state.search.page(query, work)),
    cards: (query) => questions.search((state, work) => state.encoder.page(query, work)),
    explain: (selection) => questions.search((state, work) => state.search.explain(selection, work)),
    countBy: (selection, by) => questions.search((state, work) => state.search.countBy(selection, by, work)),
    selectAll: (selection, columns) =>
      questions.search((state, work) => state.search.selectAll(selection, columns, work)),
    homesWithMlsId: async (mlsId) => questions.ask((state) => state.search.homesWithMlsId(mlsId)),
  }
}

export function propertySearch(questions: Questions): PropertySearch {
  return {
    page: async (query) => questions.search((state, work) => state.properties.page(query, work)),
    values: async (column) => questions.search((state, work) => state.properties.values(column, work)),
  }
}

export function placeSearch<N extends OtherNoun>(questions: Questions, noun: N): PlaceSearch<N> {
  return {
    page: (query) => questions.search((state, work) => state.searches[noun].page(query, work)),
    cards: (query) => questions.search((state, work) => state.searches[noun].cards(query, work)),
    explain: (selection) => questions.search((state, work) => state.searches[noun].explain(selection, work)),
    places: () => questions.ask((state) => state.searches[noun].places),
  }
}
