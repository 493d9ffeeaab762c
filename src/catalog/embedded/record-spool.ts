import { closeSync } from 'node:fs'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { rowSum, textSum } from '../../kit/algorithms/row-sum.ts'
import { grown } from '../engine/growing.ts'
import { sortRowsById } from '../engine/rank.ts'
import type { Noun } from '../ports/nouns.ts'
import { eachRow, recordIn } from './records.ts'
import { writeAll } from './search/card-pile.ts'
import { openNameless } from './search/nameless-file.ts'
import { RunReader } from './search/run-reader.ts'

/** Records are written to the file once there are so many bytes of them. They make a run, which is in order of id. */
const RUN_BYTES = 8 * 1024 * 1024

/** Each run is read this many bytes at a time. */
const WINDOW_BYTES = 64 * 1024

const FIRST_SLOTS = 1024

/**
 * The records of a noun in a new catalogue. As long as they come in order of id, each goes to its table at once. The
 * others wait in a file, so that all of them enter the table in that order: pages are then filled to the end and
 * written once, whereas a record that comes between two others has a page read back and split.
 */
export class RecordSpool {
  readonly noun: Noun
  readonly #database: DatabaseSync
  readonly #path: string
  readonly #runBytes: number
  readonly #insert: StatementSync
  readonly #insertBytes: StatementSync
  readonly #replaceBytes: StatementSync
  readonly #select: StatementSync
  readonly #remove: StatementSync
  /** The greatest id in the table; no record that waits has a lower one, unless it was changed since. */
  #lastInTable = Number.NEGATIVE_INFINITY
  #file: number | undefined
  #reader: RunReader | undefined
  /** The run that has not been written yet, which will begin at `#begin`, and the slots of its records. */
  #run: Buffer | undefined
  #used = 0
  #begin = 0
  #slotsInRun: number[] = []
  /** These four hold the records that wait, by slot. */
  #ids = new Float64Array(FIRST_SLOTS)
  #starts = new Float64Array(FIRST_SLOTS)
  #lengths = new Uint32Array(FIRST_SLOTS)
  #checksums = new Uint32Array(FIRST_SLOTS)
  #slots = 0
  /** A hash table by id, never more than half full: a slot plus one, at the first free place from the id's hash on. */
  #places = new Uint32Array(2 * FIRST_SLOTS)
  /** Ids of records that were removed while they waited. */
  readonly #gone = new Set<number>()

  constructor(database: DatabaseSync, noun: Noun, catalogPath: string, runBytes = RUN_BYTES) {
    this.#runBytes = runBytes
    this.noun = noun
    this.#database = database
    this.#path = `${catalogPath}-${noun}`
    this.#insert = database.prepare(`INSERT INTO ${noun} (id, record, sum) VALUES (?, ?, ?)`)
    const values = '(id, record, sum) VALUES (?, CAST(? AS TEXT), ?)'
    this.#insertBytes = database.prepare(`INSERT INTO ${noun} ${values}`)
    this.#replaceBytes = database.prepare(`INSERT OR REPLACE INTO ${noun} ${values}`)
    this.#select = database.prepare(`SELECT id, record, sum FROM ${noun} WHERE id = ?`)
    this.#remove = database.prepare(`DELETE FROM ${noun} WHERE id = ?`)
  }

  /** Returns the record with the same id that this replaced, if there was one. */
  put(id: number, json: string): string | undefined {
    if (id > this.#lastInTable && this.#slots === 0) {
      this.#insert.run(id, json, rowSum(this.noun, [id, json]))
      this.#lastInTable = id
      return undefined
    }
    const place = this.#placeOf(id)
    const index = (this.#places[place] as number) - 1
    const replaced = this.#gone.delete(id) ? undefined : this.#stored(id, index)
    const slot = index >= 0 ? index : this.#newSlot(id, place)
    this.#checksums[slot] = textSum(this.noun, id, this.#keep(slot, json))
    return replaced
  }

  /** Returns the record that was there, if there was one. */
  remove(id: number): string | undefined {
    const slot = (this.#places[this.#placeOf(id)] as number) - 1
    const removed = this.#gone.has(id) ? undefined : this.#stored(id, slot)
    this.#remove.run(id) // the table may hold an older record, whose place the one that waits would take
    if (slot >= 0) this.#gone.add(id)
    return removed
  }

  json(id: number): string | undefined {
    if (this.#gone.has(id)) return undefined
    const slot = (this.#places[this.#placeOf(id)] as number) - 1
    if (slot >= 0) return this.#textAt(slot)
    const row = this.#rowOf(id)
    return row === undefined ? undefined : recordIn(this.noun, row)
  }

  /** Yields every record in order of id, as they are when this is called. */
  *each(): Generator<string> {
    const slots = this.#waiting()
    const idAt = (at: number) => this.#ids[slots[at] ?? -1] ?? Number.POSITIVE_INFINITY
    let next = 0
    for (const row of eachRow(this.#database, this.noun)) {
      while (idAt(next) < Number(row.id)) yield this.#textAt(slots[next++] as number)
      if (idAt(next) === row.id) yield this.#textAt(slots[next++] as number)
      else yield recordIn(this.noun, row)
    }
    while (next < slots.length) yield this.#textAt(slots[next++] as number)
  }

  /** Moves all records that wait to the table. None can be put after this. */
  empty(): void {
    if (this.#slots === 0) return
    for (const slot of this.#waiting()) {
      const id = this.#ids[slot] as number
      const insert = id > this.#lastInTable ? this.#insertBytes : this.#replaceBytes
      insert.run(id, this.#bytesAt(slot), this.#checksums[slot] as number)
    }
    this.close()
  }

  /** Forgets the records that wait. */
  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
    this.#reader = undefined
    this.#run = undefined
    this.#slots = 0
    this.#places.fill(0)
    this.#gone.clear()
  }

  /** Slots of the records that wait, in order of id. */
  #waiting(): Uint32Array {
    const slots = sortRowsById(this.#ids.slice(0, this.#slots))
    return this.#gone.size === 0 ? slots : slots.filter((slot) => !this.#gone.has(this.#ids[slot] as number))
  }

  /** `slot` is below 0 for a record that does not wait. */
  #stored(id: number, slot: number): string | undefined {
    if (slot >= 0) return this.#textAt(slot)
    const row = this.#rowOf(id)
    return row && String(row.record)
  }

  #rowOf(id: number): Record<string, unknown> | undefined {
    return id > this.#lastInTable ? undefined : this.#select.get(id)
  }

  /** Adds a record to the run; returns its bytes, which are valid until the next one comes. */
  #keep(slot: number, json: string): Buffer {
    const room = json.length * 3 // UTF-8 takes at most three bytes per UTF-16 code unit
    if (this.#used + room > (this.#run?.length ?? 0)) this.#nextRun(room)
    const run = this.#run as Buffer // nextRun made it
    const length = run.write(json, this.#used)
    this.#starts[slot] = this.#begin + this.#used
    this.#lengths[slot] = length
    this.#slotsInRun.push(slot)
    this.#used += length
    return run.subarray(this.#used - length, this.#used)
  }

  /** Writes the run that is full, and begins one with room for a record, however long. */
  #nextRun(room: number): void {
    const full = this.#run
    if (full !== undefined) this.#writeInOrder(full)
    const bytes = Math.ceil(Math.max(room, 1) / this.#runBytes) * this.#runBytes
    if (full?.length !== bytes) this.#run = Buffer.allocUnsafeSlow(bytes)
    this.#begin += full?.length ?? 0
    this.#used = 0
    this.#slotsInRun = []
  }

  #writeInOrder(run: Buffer): void {
    this.#file ??= openNameless(this.#path)
    const slots = [...new Set(this.#slotsInRun)]
    const inOrder = sortRowsById(Float64Array.from(slots, (slot) => this.#ids[slot] as number))
    const ordered = Buffer.allocUnsafe(this.#used)
    let used = 0
    const starts = inOrder.map((at) => {
      const slot = slots[at] as number
      const from = (this.#starts[slot] as number) - this.#begin
      run.copy(ordered, used, from, from + (this.#lengths[slot] as number))
      used += this.#lengths[slot] as number
      return used - (this.#lengths[slot] as number)
    })
    inOrder.forEach((at, i) => {
      this.#starts[slots[at] as number] = this.#begin + (starts[i] as number)
    })
    writeAll(this.#file, ordered.subarray(0, used), this.#begin)
  }

  #textAt(slot: number): string {
    return this.#bytesAt(slot).toString()
  }

  /** Returns a record's bytes, which are valid until the next ones are asked for. */
  #bytesAt(slot: number): Buffer {
    const start = this.#starts[slot] as number
    const length = this.#lengths[slot] as number
    const from = start - this.#begin
    if (from >= 0 && this.#run !== undefined) return this.#run.subarray(from, from + length)
    if (this.#file === undefined) throw new Error('a record that waits is nowhere')
    this.#reader ??= new RunReader(this.#file, this.#runBytes, WINDOW_BYTES)
    return this.#reader.part(start, length)
  }

  #newSlot(id: number, place: number): number {
    const slot = this.#slots++
    this.#ids = grown(this.#ids, this.#slots)
    this.#starts = grown(this.#starts, this.#slots)
    this.#lengths = grown(this.#lengths, this.#slots)
    this.#checksums = grown(this.#checksums, this.#slots)
    this.#ids[slot] = id
    this.#places[place] = slot + 1
    if (2 * this.#slots > this.#places.length) this.#rehash()
    return slot
  }

  /** The place of an id that waits, or the free one where it belongs. */
  #placeOf(id: number): number {
    const mask = this.#places.length - 1
    for (let place = hashOf(id) & mask; ; place = (place + 1) & mask) {
      const slot = (this.#places[place] as number) - 1
      if (slot < 0 || this.#ids[slot] === id) return place
    }
  }

  #rehash(): void {
    this.#places = new Uint32Array(2 * this.#places.length)
    for (let slot = 0; slot < this.#slots; slot++) this.#places[this.#placeOf(this.#ids[slot] as number)] = slot + 1
  }
}

/** Mixes both halves of a whole number below 2^53. */
function hashOf(id: number): number {
  const mixed = Math.imul(id >>> 0, 0x9e37_79b1) ^ Math.imul(Math.floor(id / 2 ** 32), 0x85eb_ca6b)
  return (mixed ^ (mixed >>> 15)) >>> 0
}
