import { createHash } from 'node:crypto'
import type { Context } from '../../src/catalog/context.ts'
import { postgresDialect } from '../../src/catalog/postgres/dialect.ts'
import { pageStatement } from '../../src/catalog/postgres/statement.ts'
import type { EncodedPage, Lent } from '../../src/catalog/query.ts'
import { numbers } from '../search/bench.ts'
import { type Draw, MixDrawer } from '../search/mix.ts'
import { benchClock, benchLog, WORDS } from '../search/setting.ts'
import { median } from '../timing.ts'
import { asked, type Stage, type Took } from './stage.ts'

/** Samples have coordinates for every home. */
const DIALECT = postgresDialect(() => [])

/** How an answer is sent. */
type Form = 'gzip' | 'json'

interface Round {
  readonly ports: Took
  readonly plain: Took
  /** The same statements, sent by `pg` itself: what is left is compiling them and joining the cards. */
  readonly bare: Took
  readonly embedded: Took
  readonly compiled: Took
  readonly server: { readonly planMs: number; readonly runMs: number; readonly plans: number }
}

/** The mix of searches: through the ports of both catalogues, and where one in PostgreSQL spends its time. */
export async function benchMix(stage: Stage, seed: number, queries: number): Promise<void> {
  const { figures } = stage
  figures.heading('The mix of searches, processor time of each')
  const draws = await drawMix(stage, seed, queries)
  await requireSame(stage, draws)
  for (const _ of numbers(WARM_UP)) await round(stage, draws)
  const rounds: Round[] = []
  for (const _ of numbers(stage.rounds)) rounds.push(await round(stage, draws))
  figures.add('searches, all with the same bytes as of a file', queries, '')
  for (const [name, value] of COSTS) figures.add(name, (median(rounds.map(value)) * 1000) / queries, 'µs')
  const planned = median(rounds.map(({ server }) => server.plans / queries))
  figures.add('server: searches that it plans, since the connection has forgotten their statement', planned * 100, '%')
  for (const [name, took] of RATES) figures.add(name, median(rounds.map((one) => queries / took(one).seconds)), '/s')
  const share = median(rounds.map(({ ports, bare }) => bare.seconds / ports.seconds))
  figures.add('throughput beside the same statements sent bare', share * 100, '%')
}

/** The same searches for the same sample. */
export async function drawMix(stage: Stage, seed: number, queries: number): Promise<readonly Draw[]> {
  const context: Context = { catalog: stage.embedded, clock: benchClock, log: benchLog, words: WORDS }
  const drawer = new MixDrawer(seed, context)
  const draws: Draw[] = []
  while (draws.length < queries) draws.push(await drawer.draw())
  return draws
}

/** In milliseconds. */
const COSTS: readonly (readonly [name: string, value: (one: Round) => number])[] = [
  ['Node: all, as gzip', ({ ports }) => ports.spent.node],
  ['Node: compiling the statement', ({ compiled }) => compiled.spent.node],
  ['Node: sending it and reading the rows', ({ bare }) => bare.spent.node],
  [
    'Node: the rest, cards and totals',
    ({ ports, bare, compiled: { spent } }) => ports.spent.node - bare.spent.node - spent.node,
  ],
  ['Node: all, for callers who do not take gzip', ({ plain }) => plain.spent.node],
  ['server: all', ({ ports }) => ports.spent.server],
  ['server: planning, by its own clock', ({ server }) => server.planMs],
  ['server: running, by its own clock', ({ server }) => server.runMs],
  ['a file: all, as gzip', ({ embedded }) => embedded.spent.node],
]

const RATES: readonly (readonly [name: string, took: (one: Round) => Took])[] = [
  ['searches a second', ({ ports }) => ports],
  ['searches a second, bare statements', ({ bare }) => bare],
  ['searches a second, of a file', ({ embedded }) => embedded],
]

/** A connection keeps what it was asked for, and none is asked for everything in the first rounds. */
const WARM_UP = 4

async function round({ embedded, postgres, bare, ...stage }: Stage, draws: readonly Draw[]): Promise<Round> {
  const whole = { embedded, postgres, bare, ...stage }
  const through = (catalog: typeof embedded | typeof postgres, form: Form) =>
    draws.map(
      ({ query }) =>
        async () =>
          sent(await catalog.search('home').cards(query), form).release(),
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
  const ports = await asked(whole, 'ports', through(postgres, 'gzip'))
  const server = await statementTimes(whole)
  return {
    ...{ ports, server },
    plain: await asked(whole, 'ports', through(postgres, 'json')),
    bare: await asked(whole, 'bare', named),
    compiled: await asked(whole, 'ports', compiling),
    embedded: await asked(whole, 'ports', through(embedded, 'gzip')),
  }
}

/** Of the searches since the last reset. */
async function statementTimes({ bare }: Stage): Promise<Round['server']> {
  const { rows = [] } =
    (await bare[0]?.query(`SELECT sum(total_plan_time) AS plan, sum(total_exec_time) AS run, sum(plans) AS plans FROM pg_stat_statements
      WHERE query LIKE 'WITH matched%'`)) ?? {}
  return { planMs: Number(rows[0]?.plan), runMs: Number(rows[0]?.run), plans: Number(rows[0]?.plans) }
}

/** Throws with the first search that the two do not answer with the same bytes. */
export async function requireSame(
  { embedded, postgres }: Pick<Stage, 'embedded' | 'postgres'>,
  draws: readonly Draw[],
): Promise<void> {
  for (const { url, query } of draws) {
    const pages = [await postgres.search('home').cards(query), await embedded.search('home').cards(query)]
    for (const form of ['gzip', 'json'] as const) {
      const [ours, theirs] = pages.map((page) => Buffer.from(sent(page, form).bytes))
      if (ours === undefined || theirs === undefined || !ours.equals(theirs))
        throw new Error(`PostgreSQL answers otherwise to ${url}, as ${form}`)
    }
  }
}

export function sent(page: EncodedPage, form: Form): Lent {
  return (form === 'gzip' && page.gzip?.('', '')) || page.json('', '')
}
