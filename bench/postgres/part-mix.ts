import { createHash } from 'node:crypto'
import type { Context } from '../../src/catalog/context.ts'
import { postgresDialect } from '../../src/catalog/postgres/dialect.ts'
import { pageStatement } from '../../src/catalog/postgres/statement.ts'
import { numbers } from '../search/bench.ts'
import { type Draw, MixDrawer } from '../search/mix.ts'
import { benchClock, benchLog, WORDS } from '../search/setting.ts'
import { median } from '../timing.ts'
import { asked, type Stage, sentBytes, type Took } from './stage.ts'

/** Samples have coordinates for every home. */
const DIALECT = postgresDialect(() => [])

interface Round {
  readonly ports: Took
  /** The same statements, sent by `pg` itself: what is left is compiling them and joining the cards. */
  readonly bare: Took
  readonly embedded: Took
  readonly compiled: Took
  readonly server: { readonly planMs: number; readonly runMs: number }
}

/** The mix of searches: through the ports of both catalogues, and where one in PostgreSQL spends its time. */
export async function benchMix(stage: Stage, seed: number, queries: number): Promise<void> {
  const { figures } = stage
  figures.heading('The mix of searches, processor time of each')
  const context: Context = { catalog: stage.embedded, clock: benchClock, log: benchLog, words: WORDS }
  const drawer = new MixDrawer(seed, context)
  const draws: Draw[] = []
  while (draws.length < queries) draws.push(await drawer.draw())
  await requireSame(stage, draws)
  await round(stage, draws)
  const rounds: Round[] = []
  for (const _ of numbers(stage.rounds)) rounds.push(await round(stage, draws))
  const each = (value: (one: Round) => number) => (median(rounds.map(value)) * 1000) / queries
  figures.add('searches, all with the same bytes as of a file', queries, '')
  figures.add(
    'Node: all',
    each(({ ports }) => ports.spent.node),
    'µs',
  )
  figures.add(
    'Node: compiling the statement',
    each(({ compiled }) => compiled.spent.node),
    'µs',
  )
  figures.add(
    'Node: sending it and reading the rows',
    each(({ bare }) => bare.spent.node),
    'µs',
  )
  const rest = each(({ ports, bare, compiled }) => ports.spent.node - bare.spent.node - compiled.spent.node)
  figures.add('Node: the rest, which is cards and totals', rest, 'µs')
  figures.add(
    'server: all',
    each(({ ports }) => ports.spent.server),
    'µs',
  )
  figures.add(
    'server: planning, by its own clock',
    each(({ server }) => server.planMs),
    'µs',
  )
  figures.add(
    'server: running, by its own clock',
    each(({ server }) => server.runMs),
    'µs',
  )
  figures.add(
    'a file: all',
    each(({ embedded }) => embedded.spent.node),
    'µs',
  )
  const rate = (took: (one: Round) => Took) => median(rounds.map((one) => queries / took(one).seconds))
  figures.add(
    'searches a second',
    rate(({ ports }) => ports),
    '/s',
  )
  figures.add(
    'searches a second, bare statements',
    rate(({ bare }) => bare),
    '/s',
  )
  figures.add(
    'searches a second, of a file',
    rate(({ embedded }) => embedded),
    '/s',
  )
  const share = median(rounds.map(({ ports, bare }) => bare.seconds / ports.seconds))
  figures.add('throughput beside the same statements sent bare', share * 100, '%')
}

async function round({ embedded, postgres, bare, ...stage }: Stage, draws: readonly Draw[]): Promise<Round> {
  const whole = { embedded, postgres, bare, ...stage }
  const through = (catalog: typeof embedded | typeof postgres) =>
    draws.map(
      ({ query }) =>
        async () =>
          sentBytes(await catalog.search('home').cards(query)),
    )
  const statements = draws.map(({ query }) => pageStatement(query, DIALECT, true))
  const named = statements.map(({ text, values }) => {
    const name = createHash('sha1').update(text).digest('hex')
    return (lane: number) => bare[lane]?.query({ name, text, values: [...values] }) ?? Promise.resolve()
  })
  const compiling = draws.map(
    ({ query }) =>
      () =>
        Promise.resolve(pageStatement(query, DIALECT, true)),
  )
  await bare[0]?.query('SELECT pg_stat_statements_reset()')
  const ports = await asked(whole, 'ports', through(postgres))
  const server = await statementTimes(whole)
  return {
    ...{ ports, server },
    bare: await asked(whole, 'bare', named),
    compiled: await asked(whole, 'ports', compiling),
    embedded: await asked(whole, 'ports', through(embedded)),
  }
}

/** Of the searches since the last reset. */
async function statementTimes({ bare }: Stage): Promise<Round['server']> {
  const { rows = [] } =
    (await bare[0]?.query(`SELECT sum(total_plan_time) AS plan, sum(total_exec_time) AS run FROM pg_stat_statements
      WHERE query LIKE 'WITH matched%'`)) ?? {}
  return { planMs: Number(rows[0]?.plan), runMs: Number(rows[0]?.run) }
}

/** Throws with the first search that the two do not answer with the same bytes. */
async function requireSame({ embedded, postgres }: Stage, draws: readonly Draw[]): Promise<void> {
  for (const { url, query } of draws) {
    const [ours, theirs] = [
      sentBytes(await postgres.search('home').cards(query)),
      sentBytes(await embedded.search('home').cards(query)),
    ]
    if (!ours.equals(theirs)) throw new Error(`PostgreSQL answers otherwise to ${url}`)
  }
}
