import type { RowValue } from '../../../../kit/algorithms/row-sum.ts'
import type { Home } from '../../../../model/home.ts'
import { AgentChanges, type AgentStore } from '../../../agents/changes.ts'
import { type DealRow, dealRows } from '../../../agents/deals.ts'
import { homeFacts, type PlacedFacts } from '../../../facts/home-facts.ts'
import { PlaceFacts } from '../../../facts/place-facts.ts'
import type { PlacedHome } from '../../../facts/placed-home.ts'
import { OwnerChanges, type OwnerStore } from '../../../owners/changes.ts'
import { ownerRows } from '../../../owners/rows.ts'
import type { OtherNoun } from '../../../ports/noun-search.ts'
import type { Session } from '../../session.ts'
import { type CopyValue, copyLine } from '../../tables/copy-lines.ts'
import { changedRecords } from '../rows.ts'
import { EventDays } from './event-days.ts'
import { PostgresFactStore } from './fact-store.ts'
import { PlaceCounts } from './place-counts.ts'
import { Places } from './places.ts'

/** Maximum number of deals to buffer. */
const WAITING_MAX = 20_000

/** A home before and after the transaction changed it. Undefined means that the home does not exist. */
interface ChangedHome {
  readonly before: Home | undefined
  readonly after: Home | undefined
}

/**
 * Updates all totals when records change: regions, market facts, agents' figures, and the days of events. Subtracts
 * each record before its change, and adds the record after it.
 */
export class Tallies {
  readonly #session: Session
  readonly places: Places
  readonly #counts: PlaceCounts
  readonly #facts: PlaceFacts
  readonly #agents = new AgentChanges()
  readonly #owners = new OwnerChanges()
  readonly #agentStore: AgentStore
  readonly #days: EventDays

  constructor(session: Session) {
    this.#session = session
    this.places = new Places(session)
    this.#counts = new PlaceCounts(session)
    this.#facts = new PlaceFacts(new PostgresFactStore(session))
    this.#agentStore = agentStore(session)
    this.#days = new EventDays(session)
  }

  /** Returns a function that finds a home's place number. */
  placesOf(homes: readonly Home[]): (home: Home) => number {
    const numbers = this.places.numbersOf(homes.map(({ address }) => address))
    const byHome = new Map(homes.map((home, at) => [home, numbers[at] as number])) // one number per home
    return (home) => byHome.get(home) as number // called only for the given homes
  }

  take(changes: readonly ChangedHome[]): void {
    const placeOf = this.placesOf(changes.flatMap(({ before, after }) => [before ?? [], after ?? []].flat()))
    for (const { before, after } of changes) {
      const placed = (home: Home | undefined) => home && { home, place: placeOf(home) }
      const [was, is] = [placed(before), placed(after)]
      this.#counts.replace(was, is)
      this.#facts.replace(factsOf(was), factsOf(is))
      this.#agents.replace(dealsOf(was), dealsOf(is))
      this.#owners.replace(was ? ownerRows(was.home, was.place) : [], is ? ownerRows(is.home, is.place) : [])
      this.#days.replace('home', before, after)
    }
    if (this.#agents.waiting > WAITING_MAX) this.#agents.storeDeals(this.#agentStore)
  }

  /** Updates the days of events for all changed offers or experiences. */
  takeDays(noun: OtherNoun): void {
    for (const batch of changedRecords(this.#session, noun))
      for (const { before, after } of batch) this.#days.replace<OtherNoun>(noun, before, after)
  }

  /**
   * Call this only once, when all coordinates of homes are stored. `areAgentsChanged`: whether any agent was put or
   * removed.
   */
  store({ revision, areAgentsChanged }: { readonly revision: number; readonly areAgentsChanged: boolean }): void {
    this.#counts.store(revision)
    this.#facts.store()
    if (areAgentsChanged)
      for (const { id } of this.#session.query('SELECT id FROM changed_agent')) this.#agents.touch(String(id))
    this.#agents.store(this.#agentStore)
    this.#owners.store(ownerStore(this.#session))
    this.#days.store()
  }
}

function factsOf(placed: PlacedHome | undefined): PlacedFacts | undefined {
  return placed && { place: placed.place, facts: homeFacts(placed.home) }
}

function dealsOf(placed: PlacedHome | undefined): readonly DealRow[] {
  return placed === undefined ? [] : dealRows(placed.home, placed.place)
}

function ownerStore(session: Session): OwnerStore {
  return { run: (text, values) => session.query(text, values), add: addRows(session) }
}

function addRows(session: Session) {
  return (table: string, rows: readonly (readonly RowValue[])[]) => {
    const lines = rows.map((row) => copyLine(row.map((value) => (value ?? undefined) as CopyValue))) // no bytes
    session.copy(`COPY catalog.${table} FROM STDIN`, lines.join(''))
  }
}

function agentStore(session: Session): AgentStore {
  return {
    run: (text, values) => session.query(text, values),
    records(ids) {
      const rows = session.query('SELECT record FROM catalog.agent WHERE id = ANY ($1)', [ids])
      return rows.map(({ record }) => JSON.parse(String(record)))
    },
    add: addRows(session),
  }
}
