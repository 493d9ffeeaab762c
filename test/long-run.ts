import { dayOf, systemClock } from '../src/kit/base/clock.ts'

/** Whether this is a run of `npm run trials -- --long`, which tests everything. Other runs test a part. */
export const IS_LONG = process.env.TRIALS === 'long'

/** The seed of random queries. The default is the date, such as 20261129, so that each day has different queries. */
export const SEED = Number(process.env.SEED ?? dayOf(systemClock.now()).replaceAll('-', ''))

/** Number of queries that an oracle compares in a normal run. */
const GATE = 2_000

export interface Questions {
  readonly count: number
  readonly indices: readonly number[]
  /** Whether all queries run. If false, only the query that `QUERY` names runs. */
  readonly areAll: boolean
  /** Returns the command that repeats a query. */
  again(index: number): string
}

/**
 * The queries that an oracle compares: `long` of them in a long run, at most `gate` in other runs. `words` names the
 * test in the command that repeats a query: `SEED=7 QUERY=123 npm run trials -- search/oracle`. `QUERIES` sets the
 * number of queries.
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
