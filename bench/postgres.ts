import { parseArgs } from 'node:util'
import { beAlone } from './alone.ts'
import { sampleFolder } from './catalogues.ts'
import { Figures } from './figures.ts'
import { someOf, wholeNumber } from './options.ts'
import { benchKept } from './postgres/part-kept.ts'
import { benchKinds } from './postgres/part-kinds.ts'
import { benchMatches } from './postgres/part-matches.ts'
import { benchMix } from './postgres/part-mix.ts'
import { benchNodes } from './postgres/part-nodes.ts'
import { writePlans } from './postgres/part-plans.ts'
import { benchShards } from './postgres/part-shards.ts'
import { benchSizes } from './postgres/part-sizes.ts'
import { openStage, type Stage } from './postgres/stage.ts'

const PARTS = ['kinds', 'mix', 'kept', 'matches', 'sizes', 'nodes', 'shards', 'plans'] as const

const RUN: Readonly<Record<(typeof PARTS)[number], (stage: Stage, seed: number, queries: number) => Promise<void>>> = {
  kinds: benchKinds,
  mix: benchMix,
  kept: benchKept,
  matches: benchMatches,
  sizes: benchSizes,
  nodes: benchNodes,
  shards: benchShards,
  plans: writePlans,
}

/**
 * A catalogue in a PostgreSQL of the bench's own: `--homes N`, `--seed N` of sample and searches, `--queries N` of the
 * mix, `--rounds N`, `--parts` of kinds, mix, kept, matches, sizes, nodes, shards, plans by comma, `--json`. `plans`
 * writes docs/postgresql-plans.md.
 */
export async function benchPostgres(args: readonly string[]): Promise<void> {
  const { values: options } = parseArgs({
    args: [...args],
    options: {
      homes: { type: 'string', default: '100000' },
      seed: { type: 'string', default: '1' },
      queries: { type: 'string', default: '300' },
      rounds: { type: 'string', default: '5' },
      parts: { type: 'string', default: 'kinds,mix,kept,matches,sizes,nodes,shards' },
      json: { type: 'boolean', default: false },
    },
  })
  const parts = someOf('part', options.parts, PARTS)
  const [homes, seed] = [wholeNumber('homes', options.homes), wholeNumber('seed', options.seed)]
  const [queries, rounds] = [wholeNumber('queries', options.queries), wholeNumber('rounds', options.rounds)]
  beAlone()
  const figures = new Figures(options.json)
  const sample = await sampleFolder(homes, seed, (text) => figures.note(text))
  const stage = await openStage(sample, seed, rounds, figures)
  try {
    for (const part of parts) await RUN[part](stage, seed, queries)
  } finally {
    await stage.end()
  }
  figures.end()
}
