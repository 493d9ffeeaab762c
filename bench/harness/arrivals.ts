import { Random } from '../../test/engine/random.ts'

/**
 * Returns the start times of requests from independent senders, in milliseconds. Intervals are exponentially
 * distributed with the requested average rate.
 */
export function arrivals(count: number, perSecond: number, seed: number): Float64Array {
  const random = new Random(seed)
  let ms = 0
  return new Float64Array(count).map(() => {
    ms += (-Math.log(1 - random.next()) * 1000) / perSecond
    return ms
  })
}
