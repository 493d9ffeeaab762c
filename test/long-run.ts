import { dayOf, systemClock } from '../src/kit/base/clock.ts'

/** Whether this is a run of `npm run trials -- --long`, which tests everything; the gate tests a part. */
export const IS_LONG = process.env.TRIALS === 'long'

/** The seed of random questions. It changes every day, such as 20261129, so that the gate draws different questions. */
export const SEED = Number(process.env.SEED ?? dayOf(systemClock.now()).replaceAll('-', ''))

/** Number of an oracle's questions in the gate. */
const GATE = 5_000

export interface Questions {
  readonly count: number
  readonly indices: readonly number[]
  /** Whether all questions are run, not only the one that `QUERY` names. */
  readonly areAll: boolean
  /** Returns how to repeat a question. */
  again(index: number): string
}

/**
 * The questions of an oracle: `long` of them in a long run, and at most `gate` in the gate. `words` select the test.
 * `SEED=7 QUERY=123 npm run trials -- search/oracle` repeats one of them, and `QUERIES` sets the number.
 */
export function questionsOf(words: string, long: number, gate = GATE): Questions {
  const only = process.env.QUERY
  const count = Number(process.env.QUERIES ?? (IS_LONG ? long : Math.min(long, gate)))
  return {
    count,
    areAll: only === undefined,
    indices: only === undefined ? Array.from({ length: count }, (_, i) => i) : [Number(only)],
    again: (index) => `Again: SEED=${SEED} QUERY=${index} npm run trials -- ${words}`,
  }
}
