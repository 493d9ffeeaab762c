import { Random } from '../../test/engine/random.ts'

/**
 * Milliseconds from the start at which so many requests are due whose senders know nothing of each other: the time
 * between two is exponential, and as many come in any second, on average, as are asked for.
 */
export function arrivals(count: number, perSecond: number, seed: number): Float64Array {
  const random = new Random(seed)
  let ms = 0
  return new Float64Array(count).map(() => {
    ms += (-Math.log(1 - random.next()) * 1000) / perSecond
    return ms
  })
}
