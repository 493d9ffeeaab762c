import type { DatabaseSync } from 'node:sqlite'
import { checkRow, rowSum } from '../../kit/algorithms/row-sum.ts'
import { type Clock, systemClock } from '../../kit/base/clock.ts'
import { openStoreFile } from '../../kit/store/store-file.ts'
import type { Home } from '../../model/home.ts'
import { FIRST_IMPORT } from '../facts/catalog-meta.ts'
import { forgottenUpTo, momentsOf } from '../facts/change-moments.ts'
import { CONTENTS, RecordContents } from '../facts/record-contents.ts'
import { differsOnlyInToldMs } from '../facts/stored-home.ts'
import { LOGGED_NOUNS, type LoggedNoun } from '../ports/change-log.ts'
import type { Noun, RecordId } from '../ports/nouns.ts'
import { CHANGING_NOUNS, type ChangingNoun, isChanging } from '../ports/record-pages.ts'
import { EventWriter, LOG_AFTER, logAfterIn, type StatesOf } from './change-log.ts'
import { CATALOG_FORMAT } from './format.ts'
import { meta, setMeta } from './meta.ts'
import { RecordReader } from './records.ts'
import { rowsIn } from './row-checks.ts'
import { changeTable } from './schema.ts'

/**
 * Row of the table `meta`: the number to add to each stored sequence number. It exceeds all sequence numbers of a
 * catalog that this catalog replaced, and keeps the stored numbers small.
 */
const SEQUENCE_BASE = 'sequenceBase'

/** How changes get sequence numbers. */
export interface Numbering {
  readonly clock?: Clock
  /** The last sequence number of the catalog that a new catalog replaces. */
  readonly after?: number | undefined
  /** How many days the log keeps events. */
  readonly logDays?: number | undefined
}

export function sequenceBaseOf(database: DatabaseSync): number {
  return Number(meta(database, SEQUENCE_BASE) ?? '0')
}

/** The highest sequence number assigned so far. */
export function lastChangeIn(database: DatabaseSync): number {
  const numbers = CHANGING_NOUNS.map((noun) => {
    const table = changeTable(noun)
    const row = database.prepare(`SELECT sequence, id, is_gone, sum FROM ${table} ORDER BY sequence DESC LIMIT 1`).get()
    if (row === undefined) return 0
    checkRow(table, [Number(row.sequence), row.id as RecordId, Number(row.is_gone)], row.sum) // the schema guarantees the types
    return Number(row.sequence)
  })
  const event = database.prepare('SELECT max(sequence) AS last FROM change_log').get()
  return Math.max(sequenceBaseOf(database) + Math.max(...numbers, Number(event?.last ?? 0)), logAfterIn(database))
}

/** The record types whose changes get a sequence number, an event, or both. */
const NOTED_NOUNS: ReadonlySet<Noun> = new Set([...CHANGING_NOUNS, ...LOGGED_NOUNS])
type NotedNoun = ChangingNoun | LoggedNoun

export function isNoted(noun: Noun): noun is NotedNoun {
  return NOTED_NOUNS.has(noun)
}

function isLogged(noun: Noun): noun is LoggedNoun {
  return (LOGGED_NOUNS as readonly Noun[]).includes(noun)
}

/**
 * Assigns sequence numbers to the records that a writer changes, logs their events, and counts the keys and values in
 * records. A record and its event have the same number. Numbers are assigned at the commit, in order of record type and
 * id; see `momentsOf`. A first import has no events.
 */
export class ChangeNumbers {
  readonly #database: DatabaseSync
  readonly #fresh: boolean
  readonly #clock: Clock
  readonly #after: number
  readonly #logDays: number | undefined
  readonly #events: EventWriter | undefined
  /** Undefined in a new catalog, where every record counts as changed. */
  readonly #changes: Readonly<Record<ChangingNoun, ChangedIds>> | undefined
  readonly #contents = new Map<ChangingNoun, RecordContents>()

  /** @param fresh Whether the catalog is still empty. */
  constructor(database: DatabaseSync, fresh: boolean, numbering: Numbering) {
    const { clock = systemClock, after = 0, logDays } = numbering
    this.#database = database
    this.#fresh = fresh
    this.#clock = clock
    this.#after = after
    this.#logDays = logDays
    this.#events = fresh ? undefined : new EventWriter(database)
    const changes = CHANGING_NOUNS.map((noun) => [noun, new ChangedIds()])
    this.#changes = fresh ? undefined : Object.fromEntries(changes) // CHANGING_NOUNS lists every key
  }

  /** `before`: the stored JSON of the replaced record. `json`: the new stored JSON. */
  put(noun: NotedNoun, id: RecordId, record: object, json: string, before: string | undefined): void {
    if (json === before) return
    const after = json.includes('\ufffd') ? JSON.parse(json) : record // differs from `record` where storing replaced invalid characters
    const was = before === undefined ? undefined : JSON.parse(before)
    if (isLogged(noun)) this.#events?.note(noun, id, was, after)
    if (!isChanging(noun)) return
    const contents = this.#contentsOf(noun)
    if (was !== undefined) contents.remove(was)
    contents.add(after)
    if (before === undefined || !differsOnlyInToldMs(noun, before, json))
      this.#changes?.[noun].put(id, before !== undefined)
  }

  /** Like `put`, for a change of only a home's layers. Records no event. */
  putLayers({ zpid, layers }: Home): void {
    this.#contentsOf('home').add({ layers })
    this.#changes?.home.put(zpid, true)
  }

  remove(noun: NotedNoun, id: RecordId, before: string, joinedTo?: number): void {
    const was = JSON.parse(before)
    if (isLogged(noun)) this.#events?.note(noun, id, was, undefined, joinedTo)
    if (!isChanging(noun)) return
    this.#contentsOf(noun).remove(was)
    this.#changes?.[noun].remove(id)
  }

  /**
   * Stores the changes. Call this after all records are in their tables. `path`: the catalog file, whose last commit
   * shows the state before the changes.
   */
  store(path: string): void {
    const states = new BeforeAndNow(path, this.#database)
    try {
      for (const noun of CHANGING_NOUNS) this.#changes?.[noun].settle((id) => states.isChanged(noun, id))
      this.#storeNumbers(states)
    } finally {
      states.close()
    }
    for (const [noun, contents] of this.#contents) setMeta(this.#database, CONTENTS + noun, contents.json())
  }

  #storeNumbers(states: BeforeAndNow): void {
    const events = this.#events
    const experiences = [...(events?.ids('experience') ?? [])]
    const countOf = (noun: ChangingNoun) => this.#changes?.[noun].count ?? rowsIn(this.#database, noun)
    const count = CHANGING_NOUNS.reduce((sum, noun) => sum + countOf(noun), experiences.length)
    const last = this.#fresh ? this.#after : lastChangeIn(this.#database)
    const nowUs = this.#clock.now() * 1000
    const { first, step } = momentsOf(count, last, nowUs)
    if (this.#fresh) {
      setMeta(this.#database, SEQUENCE_BASE, String(first - 1))
      const end = String(count === 0 ? last : first + (count - 1) * step)
      for (const name of [LOG_AFTER, FIRST_IMPORT]) setMeta(this.#database, name, end)
    }
    const base = sequenceBaseOf(this.#database)
    let next = first - base
    const statesOf: StatesOf = (noun, id) => states.records(noun, id)
    for (const noun of CHANGING_NOUNS) {
      const row = this.#rowWriter(noun)
      for (const { id, isGone } of this.#changes?.[noun].all() ?? newRecords(this.#database, noun)) {
        const wasGone = row(next, id, isGone)
        if (isLogged(noun)) events?.store(noun, id, next, statesOf, wasGone)
        next += step
      }
    }
    for (const id of experiences) {
      events?.store('experience', id, next, statesOf, undefined)
      next += step
    }
    events?.forget(forgottenUpTo(last, nowUs, this.#logDays), base)
    events?.close()
  }

  /**
   * Returns a function that stores the last change of a record, and returns whether the record's previous change was a
   * deletion.
   */
  #rowWriter(noun: ChangingNoun): (sequence: number, id: RecordId, isGone: number) => boolean {
    const table = changeTable(noun)
    const insert = this.#database.prepare(`INSERT INTO ${table} (sequence, id, is_gone, sum) VALUES (?, ?, ?, ?)`)
    const remove = this.#fresh
      ? undefined
      : this.#database.prepare(`DELETE FROM ${table} WHERE id = ? RETURNING is_gone`)
    return (sequence, id, isGone) => {
      const replaced = remove?.all(id) ?? []
      insert.run(sequence, id, isGone, rowSum(table, [sequence, id, isGone]))
      return replaced[0]?.is_gone === 1
    }
  }

  #contentsOf(noun: ChangingNoun): RecordContents {
    const contents = this.#contents.get(noun) ?? new RecordContents(noun, meta(this.#database, CONTENTS + noun))
    this.#contents.set(noun, contents)
    return contents
  }
}

/** A record that gets a sequence number at the commit. */
interface NumberedChange {
  readonly id: RecordId
  /** 1 if the record is deleted, otherwise 0. */
  readonly isGone: number
}

/** Yields all records of one type in a new catalog, in order of id. */
function* newRecords(database: DatabaseSync, noun: ChangingNoun): Generator<NumberedChange> {
  const rows = database.prepare(`SELECT id FROM ${noun} ORDER BY id`)
  for (const { id } of rows.iterate()) yield { id: id as RecordId, isGone: 0 } // the schema guarantees the type
}

/**
 * Bits that describe what a transaction did to a record: whether the record existed before, and whether it exists now.
 */
const WAS_THERE = 1
const IS_THERE = 2
/** The transaction changed the record more than once, so the record may be the same as before. */
const AGAIN = 4

/** Remembers what a transaction did to each record of one type. */
class ChangedIds {
  readonly #states = new Map<RecordId, number>()

  put(id: RecordId, isThere: boolean): void {
    this.#note(id, isThere ? WAS_THERE : 0, IS_THERE)
  }

  remove(id: RecordId): void {
    this.#note(id, WAS_THERE, 0)
  }

  #note(id: RecordId, first: number, last: number): void {
    const state = this.#states.get(id)
    this.#states.set(id, state === undefined ? first | last : (state & WAS_THERE) | last | AGAIN)
  }

  /**
   * Forgets records that are the same as before the transaction. `isChanged` compares a record that was changed more
   * than once.
   */
  settle(isChanged: (id: RecordId) => boolean): void {
    for (const [id, state] of this.#states) {
      const never = (state & (WAS_THERE | IS_THERE)) === 0
      if (never || (state === (WAS_THERE | IS_THERE | AGAIN) && !isChanged(id))) this.#states.delete(id)
    }
  }

  get count(): number {
    return this.#states.size
  }

  *all(): Generator<NumberedChange> {
    const ids = [...this.#states.keys()].sort((one, other) => (one < other ? -1 : 1))
    for (const id of ids) yield { id, isGone: ((this.#states.get(id) ?? 0) & IS_THERE) === 0 ? 1 : 0 }
  }
}

/** Reads records as they were before the transaction and as they are now. */
class BeforeAndNow {
  readonly #path: string
  readonly #now: DatabaseSync
  #before: DatabaseSync | undefined
  readonly #readers = new Map<NotedNoun, readonly [before: RecordReader, now: RecordReader]>()

  constructor(path: string, now: DatabaseSync) {
    this.#path = path
    this.#now = now
  }

  isChanged(noun: ChangingNoun, id: RecordId): boolean {
    const [before, now] = this.#readersOf(noun).map((reader) => reader.json(id))
    return before !== now && !differsOnlyInToldMs(noun, before ?? '', now ?? '')
  }

  records(noun: NotedNoun, id: RecordId): readonly [before: object | undefined, now: object | undefined] {
    const [before, now] = this.#readersOf(noun).map((reader) => reader.json(id))
    return [before === undefined ? before : JSON.parse(before), now === undefined ? now : JSON.parse(now)]
  }

  close(): void {
    this.#before?.close()
  }

  #readersOf(noun: NotedNoun) {
    let readers = this.#readers.get(noun)
    if (readers === undefined) {
      this.#before ??= openStoreFile(this.#path, CATALOG_FORMAT)
      readers = [new RecordReader(this.#before, noun), new RecordReader(this.#now, noun)]
      this.#readers.set(noun, readers)
    }
    return readers
  }
}
