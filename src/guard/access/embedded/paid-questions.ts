import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Clock } from '../../../kit/base/clock.ts'
import { type NamedQuestion, Repeats } from '../repeats.ts'

/**
 * The questions that are paid for: in memory, and those that last in the key file too,
 * where each is written with the call that paid for it. A claim of a call that is being charged goes with its thread,
 * if that dies before it has charged: then the next call pays.
 */
export class PaidQuestions {
  readonly #clock: Clock
  readonly #repeats: Repeats
  /** The lanes whose threads answer calls that have claimed a question and are not known to be charged. */
  readonly #claims = new Map<string, number>()
  readonly #find: StatementSync

  constructor(store: DatabaseSync, clock: Clock) {
    this.#clock = clock
    this.#repeats = new Repeats(clock)
    this.#find = store.prepare('SELECT 1 AS paid FROM paid WHERE name = ? AND until_ms > ?')
  }

  /** Whether it is paid for, or is being charged. Memory may have forgotten one that lasts. */
  has({ name, lasts }: NamedQuestion): boolean {
    return this.#repeats.has(name) || (lasts && this.#find.get(name, this.#clock.now()) !== undefined)
  }

  /** Asked before it is charged: false when another call has paid for it, or is about to. */
  claim(question: NamedQuestion, lane: number): boolean {
    const { name } = question
    if (this.#repeats.has(name)) return false
    this.#repeats.add(question)
    this.#claims.set(name, lane)
    return true
  }

  /** A call that asked it is charged. */
  confirm(question: NamedQuestion): void {
    this.#claims.delete(question.name)
    if (!this.#repeats.has(question.name)) this.#repeats.add(question)
  }

  /** A thread has died, and all that it charged for is confirmed: the next call pays for what else it claimed. */
  bury(lane: number): void {
    for (const [name, claimedBy] of this.#claims) {
      if (claimedBy !== lane) continue
      this.#claims.delete(name)
      this.#repeats.delete(name)
    }
  }

  sweep(): void {
    this.#repeats.sweep()
  }
}

export const FORGET_PAID = 'DELETE FROM paid WHERE until_ms <= ?'

/** Takes a name and the moment until which it counts. */
export const ADD_PAID = 'INSERT OR IGNORE INTO paid (name, until_ms) VALUES (?, ?)'
