import type { SampleFolder } from '../catalogues.ts'
import { mean, median } from '../timing.ts'
import { numbers, type SearchBench, startPlat } from './bench.ts'
import { pairUp } from './city-sized.ts'

const MAX_RATIO = 1.3

/** City-sized searches of two catalogues, one with ten times the homes, in places with as many candidates. */
export async function benchGrowth(
  bench: SearchBench & { readonly small: SampleFolder },
  atMost = MAX_RATIO,
): Promise<void> {
  const { sample, small, seed, queries, rounds, figures } = bench
  const times = sample.homes / small.homes
  figures.heading(`City-sized searches of ${small.homes} and of ${sample.homes} homes`)
  const [few, many] = [startPlat(), startPlat()]
  try {
    await few.ask('open', small.path)
    await many.ask('open', sample.path)
    const pairs = pairUp(seed, queries, await few.ask('sizes'), await many.ask('sizes'))
    const fewDraws = await few.ask('citySized', { seed, places: pairs.map((pair) => pair.small) })
    const manyDraws = await many.ask('citySized', { seed, places: pairs.map((pair) => pair.large) })
    const [fewQueries, manyQueries] = [fewDraws, manyDraws].map((draws) => draws.map(({ query }) => query))
    const [fewDigests, manyDigests] = [await few.ask('digests', fewDraws), await many.ask('digests', manyDraws)]
    figures.add('pairs of places', pairs.length, '')
    figures.add('candidates in the smaller catalogue, mean', mean(pairs.map((pair) => pair.small.candidates)), '')
    figures.add('candidates in the larger catalogue, mean', mean(pairs.map((pair) => pair.large.candidates)), '')
    figures.add('bytes of cards in the smaller, mean', mean(fewDigests.map(({ cardBytes }) => cardBytes)), 'B')
    figures.add('bytes of cards in the larger, mean', mean(manyDigests.map(({ cardBytes }) => cardBytes)), 'B')
    await few.ask('round', fewQueries ?? [])
    await many.ask('round', manyQueries ?? [])
    const fewTimes: number[] = []
    const manyTimes: number[] = []
    for (const _ of numbers(rounds)) {
      fewTimes.push(mean([...(await few.ask('round', fewQueries ?? []))]))
      manyTimes.push(mean([...(await many.ask('round', manyQueries ?? []))]))
    }
    figures.add('a search of the smaller catalogue, mean', median(fewTimes), 'ms')
    figures.add('a search of the larger catalogue, mean', median(manyTimes), 'ms')
    const ratios = manyTimes.map((time, round) => time / (fewTimes[round] ?? Number.NaN))
    figures.add(`${times} times the homes: time of a city-sized search`, median(ratios), 'times', { atMost })
  } finally {
    await Promise.all([few.end(), many.end()])
  }
}
