import { hash } from 'node:crypto'
import type { Clock } from '../../kit/base/clock.ts'
import type { Question } from './access.ts'

/** A question as it is remembered, by the name that `nameOf` gives it. */
export interface NamedQuestion extends Omit<Question, 'text'> {
  readonly name: string
}

/** For how long a call that was paid for may be repeated free of charge. */
export function repeatMsOf({ isForAnHour = false }: Pick<Question, 'isForAnHour'>): number {
  return isForAnHour ? 3_600_000 : 600_000
}

/** They take some 15 MB. When more come, the oldest are forgotten first: repeats of those that do not last are charged. */
const REPEATS_MAX = 100_000

/** The questions that are paid for, by the names that `nameOf` gives them. */
export class Repeats {
  readonly #clock: Clock
  readonly #max: number
  /** Until when each is valid, oldest first: behind one for an hour, others are forgotten no sooner. */
  readonly #untilMs = new Map<string, number>()

  constructor(clock: Clock, max = REPEATS_MAX) {
    this.#clock = clock
    this.#max = max
  }

  has(name: string): boolean {
    const untilMs = this.#untilMs.get(name)
    return untilMs !== undefined && this.#clock.now() < untilMs
  }

  add(question: Pick<NamedQuestion, 'name' | 'isForAnHour'>): void {
    this.#untilMs.delete(question.name)
    this.#untilMs.set(question.name, this.#clock.now() + repeatMsOf(question))
    this.sweep()
  }

  delete(name: string): void {
    this.#untilMs.delete(name)
  }

  sweep(): void {
    const nowMs = this.#clock.now()
    for (const [name, untilMs] of this.#untilMs) {
      if (untilMs > nowMs && this.#untilMs.size <= this.#max) return
      this.#untilMs.delete(name)
    }
  }

  get size(): number {
    return this.#untilMs.size
  }
}

/** Length of a question's name, in characters that take a byte each. */
export const NAME_LENGTH = 27

/** A hash: what is asked may be about people. */
export function nameOf(keyId: string, text: string): string {
  return hash('sha1', `${keyId} ${text}`, 'base64url')
}

export function namedOf(keyId: string, { text, ...question }: Question): NamedQuestion {
  return { ...question, name: nameOf(keyId, text) }
}
