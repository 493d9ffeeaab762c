import { postgresDialect } from '../../src/catalog/postgres/dialect.ts'
import { pageStatement } from '../../src/catalog/postgres/statement.ts'
import { drawMix } from './part-mix.ts'
import type { Stage } from './stage.ts'

/** Samples have coordinates for every home. */
const DIALECT = postgresDialect(() => [])

/** Searches of one connection; the first half only fills it. */
const SEARCHES = 8000

/** Statements that a connection may keep; see `MAX_PREPARED`. */
const KEPT = [100, 200, 500, 1000, 2000]

/** How often a search finds its statement prepared by as many as a connection keeps. */
export async function benchKept(stage: Stage, seed: number): Promise<void> {
  const { figures } = stage
  figures.heading('Searches of the mix whose statement the connection has')
  const draws = await drawMix(stage, seed, SEARCHES)
  const texts = draws.map(({ query }) => pageStatement(query, DIALECT, true).text)
  figures.add(`statements of ${SEARCHES} searches`, new Set(texts).size, '')
  for (const kept of KEPT) figures.add(`found among ${kept} kept`, shareFound(texts, kept) * 100, '%')
}

function shareFound(texts: readonly string[], kept: number): number {
  const names = new Set<string>()
  let found = 0
  for (const [i, text] of texts.entries()) {
    const isThere = names.delete(text)
    names.add(text)
    if (isThere && i >= texts.length / 2) found++
    const [oldest] = names
    if (names.size > kept && oldest !== undefined) names.delete(oldest)
  }
  return found / Math.ceil(texts.length / 2)
}
