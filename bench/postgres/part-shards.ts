import type { Catalog } from '../../src/catalog/catalog.ts'
import { type Asked, KINDS } from '../../test/postgres/kinds.ts'
import type { Column, Row } from '../figures.ts'
import { numbers } from '../search/bench.ts'
import type { Draw } from '../search/mix.ts'
import { median } from '../timing.ts'
import { Clustered, type Cost } from './clustered.ts'
import { release } from './part-kinds.ts'
import { drawMix, requireSame, sent } from './part-mix.ts'
import type { Question, Stage } from './stage.ts'

const SHARDS = 3

/** How often each home is asked for in a round. */
const PASSES = 4

/** Rounds until connections have planned what they are asked: there are several times as many to shards. */
const WARMING = 4

interface Round {
  readonly one: Cost
  readonly several: Cost
  readonly through: Cost
}

/** Searches of a catalogue whose searches are on servers of their own, beside one that is on one server. */
export async function benchShards(stage: Stage, seed: number, queries: number): Promise<void> {
  stage.figures.heading(`Searches on ${SHARDS} shards beside one server`)
  const cluster = await Clustered.open(stage, seed, SHARDS)
  try {
    await benchShardedKinds(stage, cluster)
    await benchShardedMix(stage, cluster, await drawMix(stage, seed, queries))
  } finally {
    await cluster.end()
  }
}

const COLUMNS: readonly Column[] = [
  { name: 'statements to shards', unit: '' },
  { name: 'one server: Node', unit: 'µs' },
  { name: 'one server: server', unit: 'µs' },
  { name: 'shards: Node', unit: 'µs' },
  { name: 'shards: coordinator', unit: 'µs' },
  { name: 'shards: all shards', unit: 'µs' },
  { name: 'shards beside one server', unit: 'times' },
  { name: 'through the coordinator: Node', unit: 'µs' },
  { name: 'through the coordinator: coordinator', unit: 'µs' },
  { name: 'through the coordinator: all shards', unit: 'µs' },
  { name: 'throughput beside one server', unit: '%' },
]

/** Kinds that ask no shard are the same on both. */
async function benchShardedKinds(stage: Stage, cluster: Clustered): Promise<void> {
  const homes = numbers(PASSES).flatMap(() => stage.known)
  const asked: { readonly kind: string; readonly through: Through }[] = []
  for (const [kind, ask] of Object.entries(KINDS)) {
    const through = (catalog: Asked) => homes.map((home) => async () => release(await ask(catalog, home)))
    if ((await warmed(stage, cluster, through)) > 0) asked.push({ kind, through })
  }
  const rows: Row[] = []
  for (const { kind, through } of asked) rows.push(rowOf(kind, homes.length, await roundsOf(stage, cluster, through)))
  stage.figures.table(COLUMNS, rows)
  stage.figures.add('further kinds of questions, which ask no shard', Object.keys(KINDS).length - asked.length, '')
}

async function benchShardedMix(stage: Stage, cluster: Clustered, draws: readonly Draw[]): Promise<void> {
  const { figures, embedded } = stage
  await requireSame({ embedded, postgres: cluster.catalog }, draws)
  const through = (of: readonly Draw[]) => (catalog: Pick<Catalog, 'search'>) =>
    of.map(
      ({ query }) =>
        async () =>
          sent(await catalog.search('home').cards(query), 'gzip').release(),
    )
  await requireSame({ embedded, postgres: cluster.through }, draws)
  await warmed(stage, cluster, through(draws))
  const rows = [rowOf('the mix', draws.length, await roundsOf(stage, cluster, through(draws)))]
  for (const [kind, of] of Map.groupBy(draws, (draw) => draw.kind))
    rows.push(rowOf(`${of.length} of it by ${kind}`, of.length, await roundsOf(stage, cluster, through(of))))
  figures.table(COLUMNS, rows)
}

type Through = (catalog: Stage['postgres']) => readonly Question[]

/** Prepares and plans what is asked; returns how often that turns to shards. */
async function warmed(stage: Stage, cluster: Clustered, through: Through): Promise<number> {
  let visits = 0
  for (const _ of numbers(WARMING)) ({ visits } = (await round(stage, cluster, through)).several)
  return visits
}

async function roundsOf(stage: Stage, cluster: Clustered, through: Through): Promise<readonly Round[]> {
  const rounds: Round[] = []
  for (const _ of numbers(stage.rounds)) rounds.push(await round(stage, cluster, through))
  return rounds
}

async function round(stage: Stage, cluster: Clustered, through: Through): Promise<Round> {
  return {
    one: await cluster.costOf(through(stage.postgres)),
    several: await cluster.costOf(through(cluster.catalog)),
    through: await cluster.costOf(through(cluster.through)),
  }
}

function rowOf(name: string, questions: number, rounds: readonly Round[]): Row {
  const of = (value: (round: Round) => number) => median(rounds.map(value))
  const each = (value: (round: Round) => number) => (of(value) * 1000) / questions
  const values = [
    of(({ several }) => several.visits) / questions,
    ...[each(({ one }) => one.node), each(({ one }) => one.server)],
    ...[
      each(({ several }) => several.node),
      each(({ several }) => several.server),
      each(({ several }) => several.shards),
    ],
    of(({ one, several }) => several.shards / one.server),
    ...[
      each(({ through }) => through.node),
      each(({ through }) => through.server),
      each(({ through }) => through.shards),
    ],
    of(({ one, several }) => one.seconds / several.seconds) * 100,
  ]
  return { name, values }
}
