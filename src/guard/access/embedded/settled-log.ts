import { closeSync, openSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { NAME_LENGTH, type NamedQuestion } from '../repeats.ts'

/** A call that was settled. */
export interface Settled {
  /** The number of its page in the ledger. */
  readonly page: number
  readonly keyId: string
  readonly planNumber: number
  readonly dayNumber: number
  readonly operation: string
  readonly credits: number
  /** The question that it paid for. */
  readonly paid?: NamedQuestion | undefined
}

const ENTRIES = 8192

/** Sum of what follows, number of the entry, page, day, plan, credits, both lengths, then key, operation, question. */
const ENTRY_BYTES = 128
const NUMBER = 4
const PAGE = 8
const DAY = 12
const PLAN = 16
const CREDITS = 20
const KEY_LENGTH = 28
const OPERATION_LENGTH = 29
const TEXT = 30
/** In the length of the key: a question follows. */
const PAID = 0x80
/** Likewise: that question is paid for an hour. No key has an id as long. */
const FOR_AN_HOUR = 0x40
const MARKS = PAID | FOR_AN_HOUR
/** In the length of the operation: that question is forgotten with the process. */
const PASSING = 0x80

/** Size of the file of a log. */
export const LOG_BYTES = ENTRIES * ENTRY_BYTES

/** Memory for a log of so many entries, a power of two. */
export function logMemory(entries = ENTRIES): SharedArrayBuffer {
  return new SharedArrayBuffer(HEAD_BYTES + entries * ENTRY_BYTES)
}

/** Places of three counters that only grow: entries written, entries taken, and entries that the key file holds. */
const WRITTEN = 0
const TAKEN = 1
const KEPT = 2
/** The place that says whether the log has its file, and the key file knows of the log. */
const READY = 3
export const HEAD_BYTES = 16

/**
 * The calls that one thread has settled: a ring in shared memory, from which the thread that keeps the ledger takes it over, even
 * if this thread dies; and the same ring in a file, from which the next process takes it, even if this one is killed.
 * An entry's place is free again once the key file holds what it says.
 */
export class SettledLog {
  readonly memory: SharedArrayBuffer
  readonly #counters: Int32Array
  /** Places in the ring. */
  readonly #size: number
  readonly #entries: Buffer
  readonly #path: string | undefined
  #file: number | undefined
  /** The last entry that the file refused; it is safe once the key file has it. */
  #refused: number | undefined
  /** Calls of this thread that may still be settled. */
  #open = 0

  /** `path`: a file of `LOG_BYTES` that is there by the time the log is made ready; a log without one is at once. */
  constructor(path?: string, memory = logMemory()) {
    this.memory = memory
    this.#path = path
    this.#counters = new Int32Array(memory, 0, 4)
    this.#entries = Buffer.from(memory, HEAD_BYTES)
    this.#size = this.#entries.length / ENTRY_BYTES
    if (path === undefined) this.makeReady()
  }

  /** From now on calls may be settled. */
  makeReady(): void {
    Atomics.store(this.#counters, READY, 1)
  }

  /** Keeps a place for a call; false while there is none, or while the last entry is in memory alone. */
  open(): boolean {
    if (this.#at(READY) === 0) return false
    if (this.#refused !== undefined && ((this.#refused - this.#at(KEPT)) | 0) > 0) return false
    this.#refused = undefined
    if (this.#entriesSince(KEPT) + this.#open >= this.#size) return false
    this.#open += 1
    return true
  }

  /** The call came to nothing. */
  giveUp(): void {
    this.#open -= 1
  }

  /** Settles a call that `open` has kept a place for. */
  add({ page, keyId, planNumber, dayNumber, operation, credits, paid }: Settled): void {
    const number = (this.#at(WRITTEN) + 1) | 0
    const at = startOf(number, this.#size)
    const entries = this.#entries
    const keyBytes = entries.write(keyId, at + TEXT, ENTRY_BYTES - TEXT, 'utf8')
    const operationAt = at + TEXT + keyBytes
    const operationBytes = entries.write(operation, operationAt, at + ENTRY_BYTES - operationAt, 'utf8')
    entries.writeInt32LE(number, at + NUMBER)
    entries.writeUInt32LE(page, at + PAGE)
    entries.writeInt32LE(dayNumber, at + DAY)
    entries.writeUInt32LE(planNumber, at + PLAN)
    entries.writeDoubleLE(credits, at + CREDITS)
    if (paid !== undefined) entries.write(paid.name, operationAt + operationBytes, NAME_LENGTH, 'latin1')
    entries[at + KEY_LENGTH] = keyBytes | marksOf(paid)
    entries[at + OPERATION_LENGTH] = paid?.lasts === false ? operationBytes | PASSING : operationBytes
    entries.writeUInt32LE(sumOf(entries, at), at)
    this.#open -= 1
    Atomics.store(this.#counters, WRITTEN, number)
  }

  /** Writes the newest entry to the file, where it outlives the process. To be called after each `add`. */
  keep(): void {
    if (this.#path === undefined) return
    const number = this.#at(WRITTEN)
    const at = startOf(number, this.#size)
    try {
      this.#file ??= openSync(this.#path, 'r+')
      writeSync(this.#file, this.#entries, at, ENTRY_BYTES, at)
    } catch {
      this.#refused = number // no further call begins before the key file has it
    }
  }

  /** Hands over all entries, oldest first. */
  take(each: (settled: Settled) => void): void {
    for (let waiting = this.#entriesSince(TAKEN); waiting > 0; waiting--) {
      const number = (this.#at(TAKEN) + 1) | 0
      each(entryAt(this.#entries, startOf(number, this.#size)))
      Atomics.store(this.#counters, TAKEN, number)
    }
  }

  /** The number of the entry that was taken last. */
  get taken(): number {
    return this.#at(TAKEN)
  }

  /** The key file holds everything up to an entry: its places are free. */
  markKept(number: number): void {
    Atomics.store(this.#counters, KEPT, number)
  }

  /** Entries that the key file does not hold yet. */
  get notKept(): number {
    return this.#entriesSince(KEPT)
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #entriesSince(counter: number): number {
    return (this.#at(WRITTEN) - this.#at(counter)) | 0
  }

  #at(counter: number): number {
    return Atomics.load(this.#counters, counter)
  }
}

/** The entries that a log's file holds after one, in no order. What was torn is left out. */
export function* settledIn(bytes: Buffer, after: number): Generator<Settled> {
  for (let at = 0; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
    const ahead = (bytes.readInt32LE(at + NUMBER) - after) | 0
    if (ahead <= 0 || ahead > bytes.length / ENTRY_BYTES || bytes.readUInt32LE(at) !== sumOf(bytes, at)) continue
    yield entryAt(bytes, at)
  }
}

function entryAt(bytes: Buffer, at: number): Settled {
  const keyEnd = at + TEXT + ((bytes[at + KEY_LENGTH] ?? 0) & ~MARKS)
  const operationLength = bytes[at + OPERATION_LENGTH] ?? 0
  const operationEnd = keyEnd + (operationLength & ~PASSING)
  const marks = (bytes[at + KEY_LENGTH] ?? 0) & MARKS
  const name = bytes.toString('latin1', operationEnd, operationEnd + NAME_LENGTH)
  return {
    page: bytes.readUInt32LE(at + PAGE),
    keyId: bytes.toString('utf8', at + TEXT, keyEnd),
    planNumber: bytes.readUInt32LE(at + PLAN),
    dayNumber: bytes.readInt32LE(at + DAY),
    operation: bytes.toString('utf8', keyEnd, operationEnd),
    credits: bytes.readDoubleLE(at + CREDITS),
    paid:
      marks === 0
        ? undefined
        : { name, lasts: (operationLength & PASSING) === 0, isForAnHour: (marks & FOR_AN_HOUR) !== 0 },
  }
}

function marksOf(paid: NamedQuestion | undefined): number {
  if (paid === undefined) return 0
  return paid.isForAnHour === true ? MARKS : PAID
}

function sumOf(bytes: Buffer, at: number): number {
  const keyLength = bytes[at + KEY_LENGTH] ?? 0
  const paidBytes = (keyLength & PAID) === 0 ? 0 : NAME_LENGTH
  const textBytes = (keyLength & ~MARKS) + ((bytes[at + OPERATION_LENGTH] ?? 0) & ~PASSING)
  const end = at + TEXT + textBytes + paidBytes
  return crc32(bytes.subarray(at + NUMBER, Math.min(end, at + ENTRY_BYTES)))
}

function startOf(number: number, size: number): number {
  return ((number >>> 0) % size) * ENTRY_BYTES
}
