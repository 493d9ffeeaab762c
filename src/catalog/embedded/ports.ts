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
import { isHeld } from './held-records.ts'
import type { Questions } from './questions.ts'
import type { Snapshot } from './reader.ts'

/** The ports of the catalogue. They are `async` throughout, so that every fault is a rejection. */

export function recordLookup(questions: Questions, withheld: Withheld): RecordLookup {
  return {
    async get<N extends Noun>(noun: N, id: IdOf<N>) {
      const question = (state: Snapshot) => state.get(noun, id)
      const record = isHeld(noun) ? questions.ask(question) : questions.find(question)
      return shows(noun, record, withheld) ? record : undefined
    },
    outline: async (zpid) => questions.find((state) => state.outline(zpid)),
    briefs: async (zpids) =>
      questions.find(
        (state) => state.briefs(zpids),
        (briefs) => briefs.length === zpids.length,
      ),
    climateOf: async (areas) => questions.ask((state) => state.climateOf(areas)),
    latestRates: async () => questions.ask((state) => state.latestRates()),
  }
}

export function addressLookup(questions: Questions, withheld: Withheld): AddressLookup {
  return {
    addressesAt: async (houseNumber, street, unit) => {
      const question = (state: Snapshot) => state.addressesAt(houseNumber, street, unit)
      return unit === undefined ? questions.find(question) : questions.ask(question)
    },
    addressesOn: async (...where) => questions.ask((state) => state.addressesOn(...where)),
    streetsBeginning: async (houseNumber, beginning, limit) =>
      questions.ask((state) => state.streetsBeginning(houseNumber, beginning, limit)),
    addressesBeginning: async (line, limit) => questions.ask((state) => state.addressesBeginning(line, limit)),
    addressLineFrom: async (text) => questions.ask((state) => state.addressLineFrom(text)),
    wordsOneSlipAway: async (word) => questions.ask(({ addressWords }) => addressWords.wordsOneSlipAway(word)),
    beginningsOneSlipAway: async (beginning) =>
      questions.ask(({ addressWords }) => addressWords.beginningsOneSlipAway(beginning)),
    peopleAt: async (houseNumber, street) =>
      questions.find((state) => {
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

export function agentLookup(questions: Questions): AgentLookup {
  return {
    page: async (query) => questions.ask((state) => state.agents.page(query)),
    named: async (username) =>
      questions.find((state) => {
        const agentId = state.agents.idOf(username)
        return agentId === undefined ? undefined : state.get('agent', agentId)
      }),
    figuresOf: async (agentId, today) => questions.ask((state) => state.agents.figuresOf(agentId, today)),
    listingsOf: async (agentId, kind, span) => questions.ask((state) => state.agents.listingsOf(agentId, kind, span)),
    salesOf: async (agentId, span) => questions.ask((state) => state.agents.salesOf(agentId, span)),
    countsIn: async (regions) => questions.ask((state) => state.agents.countsIn(regions)),
    citiesOf: async (agentId) => questions.ask((state) => state.agents.citiesOf(agentId)),
  }
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

const neverCertain = () => false

/** A program takes what a page lacks for gone or unchanged, so that it must be certain that nothing is missing. */
export function recordPages(questions: Questions): RecordPages {
  return {
    async between(noun, ids, limit) {
      const question = ({ pages }: Snapshot) => pages.between(noun, ids, limit)
      return questions.find(question, ({ isWhole }) => isWhole).records
    },
    async texts(noun, ids, limit) {
      const question = ({ pages }: Snapshot) => pages.texts(noun, ids, limit)
      return questions.find(question, ({ isWhole }) => isWhole).records
    },
    ids: async (noun, ids, limit) => questions.find(({ pages }) => pages.ids(noun, ids, limit), neverCertain),
    byId: async (noun, ids) =>
      questions.find(
        ({ pages }) => pages.byId(noun, ids),
        ({ length }) => length === ids.length,
      ),
    changes: async (nouns, sequences, limit, order) =>
      questions.find(({ pages }) => pages.changes(nouns, sequences, limit, order), neverCertain),
    async countChanges(nouns, sequences) {
      questions.find(() => [], neverCertain)
      return questions.search(({ pages }, work) => pages.countChanges(nouns, sequences, work))
    },
    contents: async (noun) => questions.ask(({ pages }) => pages.contents(noun)),
  }
}

/** A program takes what the log lacks for what did not happen: nothing may be missing from it either. */
export function changeLog(questions: Questions): ChangeLog {
  return {
    bounds: async () => questions.ask(({ log }) => log.bounds),
    between: async (nouns, bounds, limit, end) =>
      questions.find(({ log }) => log.between(nouns, bounds, limit, end), neverCertain),
    ofRecord: async (noun, id, limit) => questions.find(({ log }) => log.ofRecord(noun, id, limit), neverCertain),
    recordsAt: async (noun, ids, sequence) =>
      questions.find(({ log }) => log.recordsAt(noun, ids, sequence), neverCertain),
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
