import { parseArgs } from 'node:util'
import { writeJson } from '../src/answers/index.ts'
import type { Catalog } from '../src/catalog/catalog.ts'
import type { Context } from '../src/catalog/context.ts'
import { openCatalog } from '../src/catalog/open.ts'
import type { Home } from '../src/model/home.ts'
import { CHARTS } from '../src/operations/graph-charts.ts'
import { OPERATIONS } from '../src/operations/index.ts'
import { parse } from '../src/params/index.ts'
import { beAlone } from './alone.ts'
import { sampleFolder } from './catalogues.ts'
import { untilChecked } from './checked.ts'
import { Figures } from './figures.ts'
import { wholeNumber } from './options.ts'
import { benchClock, benchLog, CARDS, WORDS } from './search/setting.ts'
import { median, quantile } from './timing.ts'

const MAX_MEDIAN_MS = 0.5

/** What each operation is asked of a home, by its path and what sets it apart. One more operation is one more line. */
const ASKED: Readonly<Record<string, (home: Home) => Readonly<Record<string, string>>>> = {
  '/comparable_homes': byId,
  '/similar': byId,
  '/nearby': byId,
  '/ownerinfo': byId,
  '/climate': byId,
  ...Object.fromEntries(
    CHARTS.map((which) => [`/graph_charts ${which}`, (home: Home) => ({ ...byId(home), which, recent_first: 'True' })]),
  ),
}

function byId({ zpid }: Home) {
  return { byzpid: String(zpid) }
}

/** Measured beside them, without a reach. */
const BESIDE = { '/pro/byzpid': ({ zpid }: Home) => ({ zpid: String(zpid) }) }

/**
 * Operations about what lies around a home, each asked of the same homes of a sample: parameters parsed, run, and the
 * body put into JSON. `--homes N`, `--seed N`, `--asked N` homes, `--json`. The sample stays in bench/data for the
 * next run.
 */
export async function benchAroundAHome(args: readonly string[]): Promise<void> {
  const { values: options } = parseArgs({
    args: [...args],
    options: {
      homes: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: '1' },
      asked: { type: 'string', default: '2000' },
      json: { type: 'boolean', default: false },
    },
  })
  beAlone()
  const figures = new Figures(options.json)
  const sample = await sampleFolder(wholeNumber('homes', options.homes), wholeNumber('seed', options.seed), (text) =>
    figures.note(text),
  )
  const catalog = openCatalog(sample.path, benchLog, CARDS)
  await untilChecked(catalog)
  const context: Context = { catalog, clock: benchClock, log: benchLog, words: WORDS }
  const spread = await spreadHomes(catalog, 2 * wholeNumber('asked', options.asked))
  const [homes, others] = [spread.filter((_, i) => i % 2 === 0), spread.filter((_, i) => i % 2 === 1)]
  figures.add('homes in the sample', sample.homes, '')
  figures.add('homes asked about', homes.length, '')
  for (const [name, ask] of Object.entries({ ...ASKED, ...BESIDE }))
    await measure(name, ask, homes, others, context, figures)
  catalog.close()
  figures.end()
}

/** Homes whatever their state, from every region of the catalogue in turn, in an order that jumps about. */
async function spreadHomes(catalog: Catalog, count: number): Promise<Home[]> {
  const regions = catalog.regions().filter(({ type }) => type === 'zipcode')
  const each = Math.ceil(count / regions.length)
  const zpids: number[] = []
  for (const { point } of regions)
    zpids.push(...(await catalog.near.homes(point, each * 7)).filter((_, i) => i % 7 === 0))
  const spread = zpids.map((zpid, i) => ({ zpid, at: (i * 7919) % zpids.length })).sort((a, b) => a.at - b.at)
  const homes = await Promise.all(spread.slice(0, count).map(({ zpid }) => catalog.records.get('home', zpid)))
  return homes.filter((home) => home !== undefined)
}

async function measure(
  name: string,
  ask: (home: Home) => Readonly<Record<string, string>>,
  homes: readonly Home[],
  /** Asked about first, so that code is warm and what is read is not. */
  others: readonly Home[],
  context: Context,
  figures: Figures,
): Promise<void> {
  const path = name.split(' ', 1)[0]
  const operation = OPERATIONS.find((each) => each.path === path)
  if (operation === undefined) throw new Error(`there is no operation ${path}`)
  const run = async (home: Home) => {
    const { args, texts } = parse(operation.parameters, operation.rules, Object.entries(ask(home)))
    return writeJson(await operation.run(args, context, texts)).length
  }
  for (const home of others) await run(home)
  const times = new Float64Array(homes.length)
  let bytes = 0
  for (const [i, home] of homes.entries()) {
    const start = performance.now()
    bytes += await run(home)
    times[i] = performance.now() - start
  }
  figures.add(`${name}: median`, median(times), 'ms', name in ASKED ? { atMost: MAX_MEDIAN_MS } : undefined)
  figures.add(`${name}: 99th percentile`, quantile(times, 0.99), 'ms')
  figures.add(`${name}: bytes, mean`, bytes / homes.length, 'B')
}
