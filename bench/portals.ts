import { parseArgs } from 'node:util'
import { beAlone } from './alone.ts'
import { Figures } from './figures.ts'
import { wholeNumber } from './options.ts'
import { Pinned } from './pinned.ts'
import type { AskedPortals, Noun } from './portals/asked-portals.ts'
import { portalsFolder } from './portals/catalogue.ts'
import { type AskedHandlers, numbers, SERVER_CORE } from './search/bench.ts'
import { mean, median, quantile, WARM_ROUNDS } from './timing.ts'

const MAX_MEDIAN_MS = 0.1

/**
 * Searches of areas B and C: `--rows N` of each, `--seed N` of catalogue and searches, `--queries N`, `--rounds N`,
 * `--json`.
 */
export async function benchPortals(args: readonly string[]): Promise<void> {
  const { values: options } = parseArgs({
    args: [...args],
    options: {
      rows: { type: 'string', default: '200000' },
      seed: { type: 'string', default: '1' },
      queries: { type: 'string', default: '500' },
      rounds: { type: 'string', default: '5' },
      json: { type: 'boolean', default: false },
    },
  })
  const rows = wholeNumber('rows', options.rows)
  const seed = wholeNumber('seed', options.seed)
  const count = wholeNumber('queries', options.queries)
  const rounds = wholeNumber('rounds', options.rounds)
  beAlone()
  const figures = new Figures(options.json)
  const path = portalsFolder(rows, seed, (text) => figures.note(text))
  const plat = new Pinned<AskedHandlers<AskedPortals>>('./portals/asked-portals.ts', SERVER_CORE)
  try {
    figures.add('open the catalogue', (await plat.ask('open', path)) / 1000, 's')
    for (const noun of ['offer', 'experience'] as const) await benchNoun(plat, noun, { seed, count, rounds, figures })
  } finally {
    await plat.end()
  }
  figures.end()
}

interface Mix {
  readonly seed: number
  readonly count: number
  readonly rounds: number
  readonly figures: Figures
}

const HEADINGS = {
  offer: 'Area B, offers by location: arguments to answer bytes, without HTTP',
  experience: 'Area C, experiences by destination: arguments to answer bytes, without HTTP',
}

async function benchNoun(
  plat: Pinned<AskedHandlers<AskedPortals>>,
  noun: Noun,
  { seed, count, rounds, figures }: Mix,
): Promise<void> {
  figures.heading(HEADINGS[noun])
  const drawn = await plat.ask('draw', { noun, seed, count })
  const found = await plat.ask('found', { noun, drawn })
  figures.add(`${noun}s that match, median`, median(found.map(({ total }) => total)), '')
  figures.add('searches without a result', found.filter(({ total }) => total === 0).length, '')
  figures.add('bytes of an answer, mean', mean(found.map(({ bytes }) => bytes)), 'B')
  for (const _ of numbers(WARM_ROUNDS)) await plat.ask('round', { noun, drawn })
  const times: number[] = []
  for (const _ of numbers(rounds)) times.push(...(await plat.ask('round', { noun, drawn })))
  figures.add(`${noun}s: median`, median(times), 'ms', { atMost: MAX_MEDIAN_MS })
  figures.add(`${noun}s: 99th percentile`, quantile(times, 0.99), 'ms')
  figures.add(`${noun}s: mean`, mean(times), 'ms')
}
