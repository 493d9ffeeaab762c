import { openCatalog, openRecords } from '../src/catalog/opening/open.ts'
import type { Catalog } from '../src/catalog/ports/catalog.ts'
import { Random } from '../src/kit/algorithms/random.ts'
import type { Home } from '../src/model/home.ts'
import { autocomplete } from '../src/service/operations/autocomplete.ts'
import { type Meant, type Typed, textsOfHome, textsOfRegion } from './completion/texts.ts'
import { bench } from './harness/bench.ts'
import { sampleFolder } from './harness/catalogues.ts'
import type { Figures } from './harness/figures.ts'
import { benchLog, CARDS, contextOf } from './harness/setting.ts'
import { median, quantile } from './harness/timing.ts'
import { untilChecked } from './questions/checked.ts'

const MIN_FORGIVEN_PERCENT = 95
const MAX_P99_MS = 2

const COLUMNS = [
  { name: 'texts', unit: '' },
  { name: 'found', unit: '%' },
  { name: 'median', unit: 'ms' },
  { name: '99th percentile', unit: 'ms' },
]

/** A text that was completed. */
interface Completed extends Typed {
  readonly isFound: boolean
  readonly ms: number
}

const DEFAULTS = { homes: 132_000, seed: 1, asked: 600 }

/**
 * Suggestions for what somebody types: beginnings of addresses and places, in other orders and with one slip. The one
 * that is meant should be among the ten. `--homes` of a sample, `--seed`, and `--asked`: how many homes and places.
 */
export const run = bench(DEFAULTS, async (given, figures) => {
  const dataDir = await sampleFolder(given, figures)
  const random = new Random(1, 'completion')
  const homes = homesOf(dataDir, given)
  const catalog = openCatalog(dataDir, benchLog, CARDS)
  await untilChecked(catalog)
  const regions = everyNth(catalog.regions(), given.asked)
  const typed = [
    ...homes.flatMap((home) => textsOfHome(home, random)),
    ...regions.flatMap((region) => textsOfRegion(region, random)),
  ]
  const [warming, asked] = [0, 1].map((rest) => typed.filter((_, i) => i % 2 === rest))
  await complete(catalog, warming ?? [])
  addFigures(await complete(catalog, asked ?? []), figures)
  catalog.close()
})

function homesOf(dataDir: string, { homes, asked }: { readonly homes: number; readonly asked: number }): Home[] {
  const step = Math.max(1, Math.floor(homes / asked))
  const records = openRecords(dataDir)
  const chosen: Home[] = []
  let nth = 0
  for (const home of records.each('home')) if (nth++ % step === 0) chosen.push(home)
  records.close()
  return chosen
}

function everyNth<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(all.length / count))
  return all.filter((_, i) => i % step === 0)
}

/** Leaves out slips that are the beginning of something else: nobody could tell that they are slips. */
async function complete(catalog: Catalog, typed: readonly Typed[]): Promise<Completed[]> {
  const context = contextOf(catalog)
  const completed: Completed[] = []
  for (const each of typed) {
    const startMs = performance.now()
    const args = { query: each.text, latitude: undefined, longitude: undefined }
    const { results } = (await autocomplete.run(args, context, new Map())) as { results: readonly Result[] } // as it is declared
    const ms = performance.now() - startMs
    const isFound = results.some((result) => isMeant(result, each.meant))
    const isName = results.some(({ display }) => plain(display).startsWith(plain(each.text)))
    if (isFound || !isSlip(each) || !isName) completed.push({ ...each, isFound, ms })
  }
  return completed
}

function addFigures(completed: readonly Completed[], figures: Figures): void {
  const kinds = Map.groupBy(completed, ({ kind }) => kind)
  const rows = Array.from(kinds, ([name, texts]) => {
    const times = texts.map(({ ms }) => ms)
    return { name, values: [texts.length, foundPercent(texts), median(times), quantile(times, 0.99)] }
  })
  figures.table(COLUMNS, rows)
  const times = completed.map(({ ms }) => ms)
  figures.add('found of texts with a slip', foundPercent(completed.filter(isSlip)), '%', {
    atLeast: MIN_FORGIVEN_PERCENT,
  })
  figures.add('median', median(times), 'ms')
  figures.add('99th percentile', quantile(times, 0.99), 'ms', { atMost: MAX_P99_MS })
}

function foundPercent(completed: readonly Completed[]): number {
  return (100 * completed.filter(({ isFound }) => isFound).length) / completed.length
}

function isSlip({ kind }: Typed): boolean {
  return kind.includes(': ')
}

/** A suggestion of `/autocomplete`. */
interface Result {
  readonly display: string
  readonly resultType: string
  readonly metaData: { readonly city: string }
}

function isMeant({ display, resultType, metaData }: Result, meant: Meant): boolean {
  if (meant.kind === 'region') return resultType === 'Region' && plain(display).startsWith(plain(meant.name))
  if (resultType !== 'Address' || !plain(display).startsWith(plain(meant.street))) return false
  return !meant.isWhole || plain(metaData.city) === plain(meant.city)
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9]+/g, ' ')
}
