import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { CommandFault, EXIT } from '../../../kit/base/failure.ts'
import { guarded } from '../../../kit/store/store-fault.ts'
import { openStoreFile } from '../../../kit/store/store-file.ts'
import type { PlaceAddress } from '../../../model/home.ts'
import type { SearchedNoun } from '../../../model/searched.ts'
import { SEARCHED_NOUNS } from '../../facts/searched.ts'
import type { CardMaker } from '../../ports/cards.ts'
import type { StoredSegment } from '../../ports/catalog-store.ts'
import { arrayWriter, removeArrays } from '../arrays.ts'
import { CATALOG_FORMAT } from '../format.ts'
import { headsOf, readHeads, readHomeRows, removedHomesOf } from '../home-rows.ts'
import { FOLD_LOCK, WriterLock } from '../lock.ts'
import { FOLDS, meta, setMeta } from '../meta.ts'
import type { ReadArray } from '../properties/stored.ts'
import { isDerived, removeSegment, storeSearch } from '../search/stored.ts'
import {
  copiedBits,
  hasBit,
  leftoverNames,
  readRemoved,
  readSegments,
  type SegmentList,
  segmentName,
  setBit,
  storeSegments,
} from '../segments.ts'
import { type FoldPolicy, toFold } from './fold-policy.ts'
import { PLACES } from './home-tallies.ts'
import { learnAside } from './learning.ts'
import {
  liveKeys,
  readRemovedOf,
  readSegmentKeys,
  type SegmentKeys,
  storedSegment,
  withRemoved,
} from './segment-keys.ts'
import { ShortWrites } from './short-writes.ts'
import { takeRecords } from './taken-records.ts'
import { ThreadedDerivation } from './threaded-derivation.ts'

export interface FoldParts {
  /** Says where the catalogue file is. */
  readonly path: string
  readonly cards: CardMaker
  readonly policy: FoldPolicy
}

/**
 * Joins segments while others read the catalogue and import into it: a new segment is derived from their records and
 * stored aside, piece by piece, and takes their place in a moment. Every answer stays as it was, but for
 * estimates: after a fold of the base they are learnt anew, under another revision. What an import changes meanwhile is
 * marked as removed in the new segment, so nobody waits for a fold and no fold is in vain. The catalogue stays whole
 * however a fold ends, and what it left aside is removed later. Returns whether something was folded: nothing is where
 * another process folds already, or no segments need it.
 */
export function foldSegments(parts: FoldParts): boolean {
  return aside(parts.path, false, (writes) => {
    const folded = foldAll(parts, writes)
    learn(parts.path, writes)
    return folded
  })
}

/**
 * Trains estimators after a commit, which is served meanwhile. If this fails, or another process holds the lock, the
 * training stays due, and a service does it; returns why it failed. `look` is called often, and throws to end the work.
 */
export function learnAfterCommit(path: string, look: () => void): string | undefined {
  try {
    aside(path, undefined, (writes) => learn(path, writes, look), look)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error) // the commit stands
  }
}

/** Does work that stores its result aside; returns `busy` where another process does such work already. */
function aside<T>(path: string, busy: T, work: (writes: ShortWrites) => T, look = () => {}): T {
  const lock = lockOf(dirname(path))
  if (lock === undefined) return busy
  let writes: ShortWrites | undefined
  try {
    writes = new ShortWrites(path, look)
    return work(writes)
  } finally {
    writes?.close()
    lock.release()
  }
}

function lockOf(dataDir: string): WriterLock | undefined {
  try {
    return new WriterLock(dataDir, FOLD_LOCK)
  } catch (error) {
    if (error instanceof CommandFault && error.exitCode === EXIT.busy) return undefined
    throw error
  }
}

/** Trains estimators where the base is another one than when they were trained. */
function learn(path: string, writes: ShortWrites, look?: () => void): void {
  const database = openStoreFile(path, CATALOG_FORMAT)
  try {
    guarded(path, CATALOG_FORMAT, () => learnAside(database, writes, look))
  } finally {
    database.close()
  }
}

function foldAll(parts: FoldParts, writes: ShortWrites): boolean {
  let folded = false
  try {
    for (const noun of SEARCHED_NOUNS) if (new Fold(parts, noun, writes).run()) folded = true
  } catch (error) {
    try {
      removeLeftovers(writes)
    } catch {} // where that cannot be done either, the next fold does it
    throw error
  }
  removeLeftovers(writes)
  return folded
}

/** Holds what a fold joins, as it was when the fold began. */
interface Plan {
  readonly isOfBase: boolean
  readonly inputs: readonly Input[]
  /** The keys of everything that is live in the inputs. */
  readonly keys: ReadonlySet<number>
  /** Every place of homes that has a number; undefined for other nouns. */
  readonly places: readonly PlaceAddress[] | undefined
}

interface Input extends SegmentKeys {
  readonly segment: StoredSegment
}

/** Holds what is stored in the moment in which the new segment takes the place of the others. */
interface Place {
  readonly list: SegmentList
  readonly arrays: ReadonlyMap<string, Uint8Array>
}

/** Folds the segments of a noun. */
class Fold {
  readonly #parts: FoldParts
  readonly #noun: SearchedNoun
  readonly #writes: ShortWrites

  constructor(parts: FoldParts, noun: SearchedNoun, writes: ShortWrites) {
    this.#parts = parts
    this.#noun = noun
    this.#writes = writes
  }

  run(): boolean {
    const { path } = this.#parts
    const database = openStoreFile(path, CATALOG_FORMAT)
    try {
      return guarded(path, CATALOG_FORMAT, () => {
        const plan = this.#plan(database)
        return plan !== undefined && this.#foldFrom(database, plan)
      })
    } finally {
      database.close()
    }
  }

  /** Plans from one state. Records are read later: those that change meanwhile are marked as removed at the end. */
  #plan(database: DatabaseSync): Plan | undefined {
    database.exec('BEGIN')
    try {
      const { segments } = readSegments(database, this.#noun)
      const chosen = toFold(this.#parts.policy, segments)
      if (chosen.length === 0 || !isDerived(database, this.#noun, this.#parts.cards.fingerprint)) return undefined
      const inputs = chosen.map((segment) => ({
        segment,
        ...readSegmentKeys(database, segment),
      }))
      const keys = new Set<number>()
      for (const input of inputs) for (const key of liveKeys(input)) keys.add(key)
      const places = this.#noun === 'home' ? JSON.parse(meta(database, PLACES) ?? '[]') : undefined
      return { isOfBase: chosen[0] === segments[0], inputs, keys, places }
    } finally {
      database.exec('COMMIT')
    }
  }

  #foldFrom(database: DatabaseSync, plan: Plan): boolean {
    const { cards } = this.#parts
    const name = this.#reserveName()
    const segment = { noun: this.#noun, name, places: plan.places }
    const derivation = new ThreadedDerivation(segment, cards)
    try {
      takeRecords(database, this.#noun, plan.keys, derivation)
      const { search, beside, records } = derivation.build()
      storeSearch(this.#writes, name, search, cards)
      for (const [array, bytes] of Object.entries(beside.arrays)) this.#writes.setArray(array, bytes)
      // an import that derives everything afresh may remove the arrays already
      const read: ReadArray = (array) => beside.arrays[array] as Uint8Array
      const made = storedSegment(database, this.#writes, this.#noun, { name, rows: search.table.rows, records }, read)
      return this.#writes.atOnceFrom(
        (reading) => this.#placeOf(reading, made, plan),
        (writing, place) => place !== undefined && this.#take(writing, place),
      )
    } finally {
      derivation.stop()
    }
  }

  /** Takes a name for the new segment, so that an import takes another one. */
  #reserveName(): string {
    return this.#writes.atOnce((database) => {
      const list = readSegments(database, this.#noun)
      storeSegments(database, this.#noun, { ...list, next: list.next + 1 })
      return segmentName(this.#noun, list.next)
    })
  }

  /**
   * Returns the list with the new segment in the place of the others, and marks in it what has changed since; undefined
   * where nothing of the others is left. An import that derived everything afresh removed the new segment, too: it may
   * be read only while the others are listed.
   */
  #placeOf(database: DatabaseSync, made: StoredSegment, { isOfBase, inputs, keys }: Plan): Place | undefined {
    const { next, segments } = readSegments(database, this.#noun)
    const nowOf = ({ segment }: Input) => segments.find(({ name }) => name === segment.name)
    const lost = new Set<number>()
    for (const input of inputs) for (const key of lostSince(database, input, nowOf(input))) lost.add(key)
    if (isOfBase ? inputs[0] && nowOf(inputs[0]) === undefined : lost.size === keys.size) return undefined
    const arrays = new Map<string, Uint8Array>()
    const kept =
      lost.size === 0 ? made : withRemoved(database, { setArray: (name, bytes) => arrays.set(name, bytes) }, made, lost)
    if (made.homes > 0) {
      const left = inputs.filter((input) => nowOf(input) !== undefined)
      const segmentsLeft = left.map(({ segment }) => segment)
      arrays.set(headsOf(made.name), headsFrom(database, made.name, segmentsLeft))
    }
    const others = segments.filter(({ name }) => !inputs.some(({ segment }) => segment.name === name))
    return { list: { next, segments: isOfBase ? [kept, ...others] : [...others, kept] }, arrays }
  }

  #take(database: DatabaseSync, { list, arrays }: Place): true {
    const set = arrayWriter(database)
    for (const [name, bytes] of arrays) set(name, bytes)
    storeSegments(database, this.#noun, list)
    setMeta(database, FOLDS, String(Number(meta(database, FOLDS) ?? '0') + 1))
    return true
  }
}

/** Yields the keys that were live in a segment and are not any more. */
function* lostSince(database: DatabaseSync, { segment, keys, removed }: Input, now: StoredSegment | undefined) {
  if (now?.removed === segment.removed && now.removedProperties === segment.removedProperties) return
  const removedNow = now && readRemovedOf(database, now)
  for (let row = 0; row < keys.length; row++) {
    if (!hasBit(removed, row) && (now === undefined || hasBit(removedNow, row))) yield keys[row] as number
  }
}

/** Marks the homes that represented places before: a fold moves homes, and changes none. */
function headsFrom(database: DatabaseSync, name: string, folded: readonly StoredSegment[]): Uint8Array {
  const representing = new Set<number>()
  for (const segment of folded) {
    const before = readHomeRows(database, segment.name, ['ids']).ids
    const heads = readHeads(database, segment.name)
    const removed = readRemoved(database, removedHomesOf(segment), segment.removedHomes)
    for (let row = 0; row < before.length; row++) {
      if (hasBit(heads, row) && !hasBit(removed, row)) representing.add(before[row] as number)
    }
  }
  const { ids } = readHomeRows(database, name, ['ids'])
  const heads = copiedBits(undefined, ids.length)
  for (let row = 0; row < ids.length; row++) if (representing.has(ids[row] as number)) setBit(heads, row)
  return new Uint8Array(heads.buffer)
}

/** Removes what is in no list: segments that were folded, and what an interrupted fold had stored aside. */
function removeLeftovers(writes: ShortWrites): void {
  const leftovers = writes.atOnce((database) => leftoverNames(database))
  for (const name of leftovers) {
    const removeSome = (database: DatabaseSync) => removeArrays(database, `${name}/`, REMOVED_AT_ONCE)
    while (writes.atOnce(removeSome) > 0);
    writes.atOnce((database) => removeSegment(database, name))
  }
}

/** One transaction removes this many arrays at most, since each may have a few megabytes. */
const REMOVED_AT_ONCE = 4
