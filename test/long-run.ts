import { dayOf, systemClock } from '../src/kit/base/clock.ts'

/** Whether this is a run of `npm run trials -- --long`, which asks everything that the gate asks a part of. */
export const IS_LONG = process.env.TRIALS === 'long'

/** The seed of random questions: another one each day, such as 20261129, so that the gate asks other questions. */
export const SEED = Number(process.env.SEED ?? dayOf(systemClock.now()).replaceAll('-', ''))

/** Questions that an oracle is asked in the gate. */
const GATE = 5_000

export interface Questions {
  readonly count: number
  readonly indices: readonly number[]
  /** Whether all are asked, and not only the one that `QUERY` names. */
  readonly areAll: boolean
  /** Says how to repeat a question. */
  again(index: number): string
}

/**
 * The questions of an oracle: `long` of them in a long run, and in the gate at most `gate`. `words` choose the test.
 * `SEED=7 QUERY=123 npm run trials -- search/oracle` asks one of them again, and `QUERIES` says how many are asked.
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
