import { pageQuery } from '../../test/postgres/kinds.ts'
import { numbers } from '../search/bench.ts'
import { median } from '../timing.ts'
import { asked, type Stage } from './stage.ts'

/** Searches of as many states, in a row. */
const STATES = [1, 2, 4, 8, 16]
const SEARCHES = 60

/** As many cards whatever matches. */
const LIMIT = 40

interface Point {
  readonly matches: number
  readonly serverUs: number
}

/** What a home costs that matches and is not on the page: totals are exact. */
export async function benchMatches(stage: Stage): Promise<void> {
  const { figures, known, postgres } = stage
  figures.heading('Homes that match and are not on the page')
  const states = [...new Set(known.flatMap((home) => home.region('state').regions))]
  const searches = await Promise.all(
    STATES.map(async (count) => {
      const query = pageQuery([{ kind: 'place', regions: states.slice(0, count) }], { limit: LIMIT })
      const { total } = await postgres.search('home').page(query)
      const ask = async () => (await postgres.search('home').cards(query)).json('', '').release()
      return { total, questions: numbers(SEARCHES).map(() => ask) }
    }),
  )
  const slopes: number[] = []
  for (const roundNumber of numbers(stage.rounds + 1)) {
    const points: Point[] = []
    for (const { total, questions } of searches) {
      const { spent } = await asked(stage, 'ports', questions)
      points.push({ matches: total, serverUs: (spent.server * 1000) / questions.length })
    }
    if (roundNumber > 0) slopes.push(slopeOf(points)) // the first prepares, plans and warms up
  }
  figures.add('fewest homes that match', Math.min(...searches.map(({ total }) => total)), '')
  figures.add('most homes that match', Math.max(...searches.map(({ total }) => total)), '')
  figures.add('server for each further home, by least squares', median(slopes), 'µs')
}

function slopeOf(points: readonly Point[]): number {
  const mean = (value: (point: Point) => number) => points.reduce((sum, each) => sum + value(each), 0) / points.length
  const [matches, serverUs] = [mean((point) => point.matches), mean((point) => point.serverUs)]
  const along = mean((point) => (point.matches - matches) * (point.serverUs - serverUs))
  return along / mean((point) => (point.matches - matches) ** 2)
}
