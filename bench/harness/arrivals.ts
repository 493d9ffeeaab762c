import { Random } from '../../test/engine/random.ts'

/**
 * Returns the times in milliseconds at which independent clients send requests. The intervals are exponentially
 * distributed, with the given average rate.
 */
export function arrivals(count: number, perSecond: number, seed: number): Float64Array {
  const random = new Random(seed)
  let ms = 0
  return new Float64Array(count).map(() => {
    ms += (-Math.log(1 - random.next()) * 1000) / perSecond
    return ms
  })
}
