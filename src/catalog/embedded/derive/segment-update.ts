import type { Agent } from '../../../model/agent.ts'
import type { RecordOf, SearchedNoun } from '../../../model/searched.ts'
import { type NounDescription, SEARCHED } from '../../facts/searched.ts'
import type { CardMaker } from '../../ports/cards.ts'
import type { StoredSegment } from '../../ports/catalog-store.ts'
import { storeRows } from '../derived-rows.ts'
import { textCode } from '../home-rows.ts'
import { eachRecord } from '../records.ts'
import { readNamedPlaces, storeNamedPlaces } from '../search/named-places.ts'
import { removeSegment, storeSearch } from '../search/stored.ts'
import { readSegments, type SegmentList, segmentName, storeSegments } from '../segments.ts'
import type { ChangedRecords, States } from './changed-records.ts'
import { HomeChanges } from './home-changes.ts'
import { homesToMove } from './moved-homes.ts'
import { liveKeys, readSegmentKeys, storedSegment, withRemoved } from './segment-keys.ts'
import { livePart, merging, type SegmentPolicy } from './segment-policy.ts'
import { keyOf, takeRecords } from './taken-records.ts'
import { ThreadedDerivation } from './threaded-derivation.ts'

interface UpdateParts {
  readonly noun: SearchedNoun
  readonly states: States
  readonly cards: CardMaker
  readonly policy: SegmentPolicy
}

/**
 * Stores a change of few records as a small segment, merged with earlier small segments (see `merging`). Marks the rows
 * of these records in other segments as removed. Call `take`, then `store`; call `stop` at any time.
 */
export class SegmentUpdate {
  readonly #parts: UpdateParts
  readonly #list: SegmentList
  readonly #keys: ReadonlySet<number>
  readonly #merged: ReadonlySet<string>
  readonly #homes: HomeChanges | undefined
  readonly #named: readonly NamedChange[]
  readonly #derivation: ThreadedDerivation
  readonly #name: string

  /** Returns undefined if deriving everything again is better. */
  static of(parts: UpdateParts, changed: ChangedRecords): SegmentUpdate | undefined {
    const { noun, states, policy } = parts
    const list = readSegments(states.after, noun)
    const [base, ...small] = list.segments
    if (base === undefined) return undefined
    const keys = new Set<number>()
    const named: NamedChange[] = []
    const homes = noun === 'home' ? new HomeChanges(states.after) : undefined
    for (const change of changed.of(noun, states)) {
      keys.add(keyOf(noun, change.id))
      homes?.take(change)
      if (SEARCHED[noun].placesOf) named.push(change)
    }
    if (homes) {
      const agents = changedAgents(homes, changed, states)
      for (const key of homesToMove(states.after, list.segments, { groups: homes.groups, agents })) keys.add(key)
    }
    const merged = keys.size === 0 ? [] : merging(policy, small, keys.size)
    for (const segment of merged) for (const key of liveKeys(readSegmentKeys(states.after, segment))) keys.add(key)
    const left = small.filter((segment) => !merged.includes(segment))
    const added = keys.size + left.reduce((sum, segment) => sum + livePart(segment).live, 0)
    const { all, live } = livePart(base)
    if (Math.max(added, all - live) > policy.shareMax * all) return undefined
    return new SegmentUpdate(parts, { list, keys, merged, homes, named })
  }

  private constructor(
    parts: UpdateParts,
    plan: {
      readonly list: SegmentList
      readonly keys: ReadonlySet<number>
      readonly merged: readonly StoredSegment[]
      readonly homes: HomeChanges | undefined
      readonly named: readonly NamedChange[]
    },
  ) {
    this.#parts = parts
    this.#list = plan.list
    this.#keys = plan.keys
    this.#merged = new Set(plan.merged.map(({ name }) => name))
    this.#homes = plan.homes
    this.#named = plan.named
    const { noun, cards } = parts
    this.#name = segmentName(noun, plan.list.next)
    this.#derivation = new ThreadedDerivation({ noun, name: this.#name, places: plan.homes?.places() }, cards)
  }

  /**
   * Reads the records of the new segment. A thread may derive data from them while the caller does other work before
   * `store`.
   */
  take(): void {
    const { noun, states } = this.#parts
    takeRecords(states.after, noun, this.#keys, this.#derivation)
  }

  store(): void {
    const { noun, states } = this.#parts
    const segments = this.#list.segments.flatMap((segment) => this.#without(segment))
    const made = this.#storeMade()
    const list = { next: this.#list.next + 1, segments: made === undefined ? segments : [...segments, made] }
    storeSegments(states.after, noun, list)
    this.#homes?.store(states.after, list.segments, made?.name)
    this.#storeNamed()
    this.#derivation.stop()
  }

  stop(): void {
    this.#derivation.stop()
  }

  /**
   * Marks the changed records of a segment as removed. Returns the segment in a list. If the segment was merged, or is
   * small and has no rows left, removes the segment and returns an empty list.
   */
  #without(segment: StoredSegment): StoredSegment[] {
    const { states } = this.#parts
    const { name } = segment
    const isBase = segment === this.#list.segments[0]
    if (this.#merged.has(name)) {
      removeSegment(states.after, name)
      return []
    }
    const marked = withRemoved(states.after, segment, this.#keys)
    if (isBase || livePart(marked).live > 0) return [marked]
    removeSegment(states.after, name)
    return []
  }

  /** Stores the new segment. Returns undefined if none of its records exists anymore. */
  #storeMade(): StoredSegment | undefined {
    const { noun, states, cards } = this.#parts
    const { search, beside, records } = this.#derivation.build()
    if (records === 0) return undefined
    storeSearch(states.after, this.#name, search, cards)
    storeRows(states.after, beside)
    return storedSegment(states.after, noun, { name: this.#name, rows: search.table.rows, records })
  }

  #storeNamed(): void {
    if (this.#named.length === 0) return
    const { noun, states } = this.#parts
    const tally = readNamedPlaces(states.after, noun)
    for (const { before, after } of this.#named) {
      tally.remove(placesIn(noun, before))
      tally.add(placesIn(noun, after))
    }
    storeNamedPlaces(states.after, noun, tally.spellings())
  }
}

interface NamedChange {
  readonly before: string | undefined
  readonly after: string | undefined
}

function placesIn(noun: SearchedNoun, json: string | undefined) {
  if (json === undefined) return []
  const described = SEARCHED[noun] as unknown as NounDescription<SearchedNoun> // receives only records of its own type
  const record: RecordOf<SearchedNoun> = JSON.parse(json)
  return described.classOf(record) === undefined ? [] : (described.placesOf?.(record) ?? [])
}

/**
 * Returns the codes of agents whose names in search results have changed, because the record of the agent or office
 * changed.
 */
function changedAgents(homes: HomeChanges, changed: ChangedRecords, states: States): Set<number> {
  const codes = new Set<number>()
  for (const { id } of changed.of('agent', states)) {
    homes.takeAgent(String(id))
    codes.add(textCode(String(id)))
  }
  const offices = new Set(Array.from(changed.of('office', states), ({ id }) => String(id)))
  if (offices.size === 0) return codes
  for (const json of eachRecord(states.after, 'agent')) {
    const { agentId, officeId }: Agent = JSON.parse(json)
    if (officeId !== undefined && offices.has(officeId)) codes.add(textCode(agentId))
  }
  return codes
}
