import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { clusterPath, ensureDatabases } from '../databases.ts'
import type { PostgresServer } from '../http/postgres-server.ts'
import { Pinned } from '../pinned.ts'
import { type AskedHandlers, numbers, SERVER_CORE } from '../search/bench.ts'
import { median } from '../timing.ts'
import { measure, openStage, rateOf, type ServiceBench, type Stage, USUAL_CONNECTIONS, warmUp } from './bench.ts'
import { CALLED } from './operations.ts'

const QUERIES = 300
/** Connections between the server and PostgreSQL. */
const POSTGRES_CONNECTIONS = 2
/** Answers that are compared once everything is measured. */
const COMPARED = 50

const SEARCHES = CALLED.filter(({ name }) => name === 'searches')

/** Searches through the program, in turn with PostgreSQL behind a plain Node server. */
export async function benchPostgres(bench: ServiceBench): Promise<void> {
  const { figures, sample, rounds } = bench
  figures.heading(`Searches beside PostgreSQL, ${USUAL_CONNECTIONS} connections, plain`)
  if (!existsSync(fileURLToPath(new URL('../node_modules/pg', import.meta.url)))) {
    figures.note('PostgreSQL is not installed, so searches beside it are left out: npm ci --prefix bench installs it.')
    return
  }
  await ensureDatabases(sample, (text) => figures.note(text))
  const stage = await openStage(bench)
  const postgres = new Pinned<AskedHandlers<PostgresServer>>('./http/postgres-server.ts', SERVER_CORE)
  try {
    const draws = await stage.asked.ask('searches', QUERIES)
    const order = { folder: clusterPath(sample), connections: POSTGRES_CONNECTIONS, draws }
    const port = await postgres.ask('listen', order)
    const urls = draws.map(({ url }) => url)
    const paced = { port, paths: urls, headers: {}, connections: USUAL_CONNECTIONS, seconds: 0 }
    await warmUp(stage, SEARCHES, 2)
    const rates: { readonly plat: number; readonly postgres: number }[] = []
    for (const _ of numbers(rounds)) {
      const paths = await stage.asked.ask('draw', { name: 'searches', count: QUERIES })
      const [searches] = SEARCHES
      if (searches === undefined) throw new Error('the bench calls no searches')
      const plat = rateOf(await measure(stage, searches, paths, 'plain', USUAL_CONNECTIONS))
      rates.push({ plat, postgres: rateOf(await stage.load.ask('run', paced)) })
    }
    await requireSame(stage, port, urls.slice(0, COMPARED))
    figures.add('PostgreSQL: searches', median(rates.map((rate) => rate.postgres)), '/s')
    figures.add('Plat: searches', median(rates.map(({ plat }) => plat)), '/s')
    figures.add('Plat beside PostgreSQL', median(rates.map((rate) => rate.plat / rate.postgres)), 'times')
  } finally {
    await Promise.all([stage.end(), postgres.end()])
  }
}

/** Throws at the first search that the two do not answer with the same results. */
async function requireSame({ program }: Stage, port: number, urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    const [ours, theirs] = await Promise.all(
      [program.ports.A, port].map((from) => resultsOf(from, url, program.headers)),
    )
    if (ours !== theirs) throw new Error(`PostgreSQL answers otherwise to ${url}: ${theirs?.slice(0, 500)}`)
  }
}

async function resultsOf(port: number, url: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${url}`, { headers })
  const { searchResults } = (await response.json()) as { searchResults: unknown } // as both answer searches
  return JSON.stringify(searchResults)
}
