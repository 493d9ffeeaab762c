import type { DatabaseSync } from 'node:sqlite'
import type { Agent } from '../../../model/agent.ts'
import { experienceKeyOf } from '../../../model/experience-columns.ts'
import type { RecordOf, SearchedNoun } from '../../../model/searched.ts'
import type { CardMaker } from '../../cards.ts'
import { type NounDescription, SEARCHED } from '../../searched.ts'
import { arrayWriter } from '../arrays.ts'
import { storeRows } from '../derived-rows.ts'
import { readHomeRows, removedHomesOf, textCode } from '../home-rows.ts'
import { eachRecord, RecordReader } from '../records.ts'
import { readNamedPlaces, storeNamedPlaces } from '../search/named-places.ts'
import { readKeys, removeSegment, storeSearch } from '../search/stored.ts'
import {
  copiedBits,
  hasBit,
  readRemoved,
  readSegments,
  removedRowsOf,
  type SegmentList,
  type StoredSegment,
  segmentName,
  setBit,
  storeSegments,
} from '../segments.ts'
import type { TableSums } from '../table-sums.ts'
import type { ChangedRecords, RecordId, States } from './changed-records.ts'
import { HomeChanges } from './home-changes.ts'
import { homesToMove } from './moved-homes.ts'
import { livePart, merging, type SegmentPolicy } from './segment-policy.ts'
import { ThreadedDerivation } from './threaded-derivation.ts'

export interface UpdateParts {
  readonly noun: SearchedNoun
  readonly states: States
  readonly sums: TableSums
  readonly cards: CardMaker
  /** Of the catalogue file. */
  readonly path: string
  readonly policy: SegmentPolicy
}

/**
 * A change of few records: they become a small segment, together with those of the small segments that it takes in,
 * and their rows in the other segments are marked as removed. `take` and then `store`; `stop` at any time.
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

  /** undefined where it is better to derive everything afresh. */
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
    const merged = merging(policy, small, keys.size)
    for (const segment of merged) for (const key of liveKeys(states.after, segment)) keys.add(key)
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
    const { noun, cards, path } = parts
    this.#name = segmentName(noun, plan.list.next)
    this.#derivation = new ThreadedDerivation({ noun, name: this.#name, places: plan.homes?.places() }, cards, path)
  }

  /** Reads the records concerned; a thread may derive from them while the caller does other work before `store`. */
  take(): void {
    const { noun, states } = this.#parts
    const records = new RecordReader(states.after, noun)
    const people = new PeopleOfHomes(states.after, this.#derivation)
    for (const id of idsOf(states.after, noun, this.#keys)) {
      const json = records.json(id)
      if (json === undefined) continue // it was removed
      if (noun === 'home') people.takeOf(json) // before the homes whose cards name them
      this.#derivation.take(noun, json)
    }
    this.#derivation.end()
  }

  store(): void {
    const { noun, states, sums } = this.#parts
    const segments = this.#list.segments.flatMap((segment) => this.#without(segment))
    const made = this.#storeMade()
    const list = { next: this.#list.next + 1, segments: made === undefined ? segments : [...segments, made] }
    storeSegments(states.after, sums, noun, list)
    this.#homes?.store(states.after, sums, list.segments, made?.name)
    this.#storeNamed()
    this.#derivation.stop()
  }

  stop(): void {
    this.#derivation.stop()
  }

  /** A segment with its rows of the records concerned marked as removed; none where nothing is left of it. */
  #without(segment: StoredSegment): StoredSegment[] {
    const { noun, states, sums } = this.#parts
    const { name } = segment
    const isBase = segment === this.#list.segments[0]
    if (this.#merged.has(name)) {
      removeSegment(states.after, sums, name)
      return []
    }
    const removed = this.#mark(removedRowsOf(segment), segment.removed, readKeys(states.after, name))
    const removedHomes =
      noun === 'home'
        ? this.#mark(removedHomesOf(segment), segment.removedHomes, readHomeRows(states.after, name, ['ids']).ids)
        : 0
    const marked = { ...segment, removed, removedHomes }
    if (isBase || livePart(marked).live > 0) return [marked]
    removeSegment(states.after, sums, name)
    return []
  }

  /** Returns how many rows are marked by now. */
  #mark(array: string, marked: number, keys: Float64Array): number {
    const { states, sums } = this.#parts
    const before = readRemoved(states.after, array, marked)
    const bits = copiedBits(before, keys.length)
    let count = marked
    for (let row = 0; row < keys.length; row++) {
      if (!this.#keys.has(keys[row] as number) || hasBit(bits, row)) continue
      setBit(bits, row)
      count++
    }
    if (count > marked) arrayWriter(states.after, sums)(array, new Uint8Array(bits.buffer))
    return count
  }

  /** undefined where nothing is left of the records concerned. */
  #storeMade(): StoredSegment | undefined {
    const { states, sums, cards } = this.#parts
    const { search, beside, records } = this.#derivation.build()
    if (records === 0) return undefined
    storeSearch(states.after, sums, this.#name, search, cards)
    storeRows(states.after, sums, beside)
    const homes = this.#homes === undefined ? 0 : records
    return { name: this.#name, rows: search.table.rows, removed: 0, homes, removedHomes: 0 }
  }

  #storeNamed(): void {
    if (this.#named.length === 0) return
    const { noun, states, sums } = this.#parts
    const tally = readNamedPlaces(states.after, noun)
    for (const { before, after } of this.#named) {
      tally.remove(placesIn(noun, before))
      tally.add(placesIn(noun, after))
    }
    storeNamedPlaces(states.after, sums, noun, tally.spellings())
  }
}

interface NamedChange {
  readonly before: string | undefined
  readonly after: string | undefined
}

function placesIn(noun: SearchedNoun, json: string | undefined) {
  if (json === undefined) return []
  const described = SEARCHED[noun] as unknown as NounDescription<SearchedNoun> // gets records of its own noun only
  const record: RecordOf<SearchedNoun> = JSON.parse(json)
  return described.classOf(record) === undefined ? [] : (described.placesOf?.(record) ?? [])
}

/** Codes of the agents whom cards name otherwise, because their record or that of their office changed. */
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

/** Ids of the records with these keys, in order of id. */
function idsOf(database: DatabaseSync, noun: SearchedNoun, keys: ReadonlySet<number>): readonly RecordId[] {
  if (noun !== 'experience') return [...keys].sort((one, other) => one - other)
  const ids = database.prepare('SELECT id FROM experience ORDER BY id').all()
  return ids.map(({ id }) => String(id)).filter((id) => keys.has(keyOf(noun, id)))
}

function keyOf(noun: SearchedNoun, id: RecordId): number {
  return noun === 'experience' ? experienceKeyOf({ experienceId: String(id) }) : Number(id)
}

/** The ids of everything that is live in a segment. */
function* liveKeys(database: DatabaseSync, segment: StoredSegment): Generator<number> {
  const isOfHomes = segment.homes > 0
  const keys = isOfHomes ? readHomeRows(database, segment.name, ['ids']).ids : readKeys(database, segment.name)
  const removed = isOfHomes
    ? readRemoved(database, removedHomesOf(segment), segment.removedHomes)
    : readRemoved(database, removedRowsOf(segment), segment.removed)
  for (let row = 0; row < keys.length; row++) if (!hasBit(removed, row)) yield keys[row] as number
}

/** Reads the agents and offices that homes name, each once. */
class PeopleOfHomes {
  readonly #agents: RecordReader
  readonly #offices: RecordReader
  readonly #derivation: ThreadedDerivation
  readonly #taken = new Set<string>()

  constructor(database: DatabaseSync, derivation: ThreadedDerivation) {
    this.#agents = new RecordReader(database, 'agent')
    this.#offices = new RecordReader(database, 'office')
    this.#derivation = derivation
  }

  takeOf(home: string): void {
    const agent = this.#take('agent', textOf(home, LIST_AGENT))
    if (agent !== undefined) this.#take('office', textOf(agent, OFFICE))
  }

  /** The record, the first time that it is asked for. */
  #take(noun: 'agent' | 'office', id: string | undefined): string | undefined {
    if (id === undefined || this.#taken.has(`${noun} ${id}`)) return undefined
    this.#taken.add(`${noun} ${id}`)
    const json = (noun === 'agent' ? this.#agents : this.#offices).json(id)
    if (json !== undefined) this.#derivation.take(noun, json)
    return json
  }
}

/** Within JSON these can only be keys, since quotes within a string are escaped. */
const LIST_AGENT = /"listAgentId":("(?:[^"\\]|\\.)*")/
const OFFICE = /"officeId":("(?:[^"\\]|\\.)*")/

function textOf(json: string, key: RegExp): string | undefined {
  const found = key.exec(json)?.[1]
  return found === undefined ? undefined : JSON.parse(found)
}
