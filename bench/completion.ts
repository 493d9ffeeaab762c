import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Random } from '../src/base/random.ts'
import type { Catalog } from '../src/catalog/catalog.ts'
import type { Context } from '../src/catalog/context.ts'
import { openCatalog, openRecords, openWriter } from '../src/catalog/open.ts'
import { warmUp } from '../src/cli/warm-up.ts'
import type { Home } from '../src/model/home.ts'
import { OPERATIONS } from '../src/operations/index.ts'
import { parse } from '../src/params/index.ts'
import { beAlone } from './alone.ts'
import { sampleFolder } from './catalogues.ts'
import { untilChecked } from './checked.ts'
import { type Meant, type Typed, textsOfHome, textsOfRegion } from './completion/texts.ts'
import { Figures } from './figures.ts'
import { wholeNumber } from './options.ts'
import { benchClock, benchLog, CARDS, WORDS } from './search/setting.ts'
import { median, quantile } from './timing.ts'

const MIN_FORGIVEN_PERCENT = 95
const MAX_P99_MS = 2
const MAX_FIRST_CALL_MS = 5

/** Ids of real addresses, apart from those of the sample. */
const FIRST_ZPID = 1_900_000_000

interface Asked {
  readonly found: boolean
  readonly ms: number
}

/**
 * Suggestions for what somebody types: beginnings of addresses and places, in other orders and with one slip. What was
 * meant should be among the ten. `--homes N` of a sample, `--data FILE` with real addresses beside it (JSON: a list
 * `addresses` of `address1`, `city`, `state`, `postalCode`, `coordinates`), `--asked N` homes, `--seed N`, `--json`.
 * Parameters are chosen on one half of the texts; the other is held back.
 */
export async function benchCompletion(args: readonly string[]): Promise<void> {
  const { values: options } = parseArgs({
    args: [...args],
    options: {
      homes: { type: 'string', default: '132000' },
      seed: { type: 'string', default: '1' },
      asked: { type: 'string', default: '600' },
      data: { type: 'string' },
      misses: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  beAlone()
  const figures = new Figures(options.json)
  const sample = await sampleFolder(wholeNumber('homes', options.homes), wholeNumber('seed', options.seed), (text) =>
    figures.note(text),
  )
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-completion-'))
  try {
    cpSync(sample.path, dataDir, { recursive: true })
    const asked = wholeNumber('asked', options.asked)
    const real = options.data === undefined ? [] : addRealHomes(options.data, dataDir)
    const homes = real.length > 0 ? spread(real, asked) : spreadHomes(dataDir, sample.homes, asked)
    const catalog = openCatalog(dataDir, benchLog, CARDS)
    figures.add('addresses', sample.homes + real.length, '')
    await measure(catalog, homes, asked, figures, options.misses)
    catalog.close()
  } finally {
    rmSync(dataDir, { recursive: true })
  }
  figures.end()
}

/** The sample has an id. */
function noNewId(): string {
  return '0'.repeat(16)
}

function addRealHomes(file: string, dataDir: string): Home[] {
  const { addresses } = JSON.parse(readFileSync(file, 'utf8')) as { addresses: readonly Record<string, never>[] }
  const homes = addresses.flatMap(({ address1, city = '', state, postalCode, coordinates }, index): Home[] => {
    const address = { streetAddress: address1 ?? '', city, state: state ?? '', zipcode: postalCode ?? '' }
    const { lat, lng }: { lat?: number; lng?: number } = coordinates ?? {}
    return [
      {
        zpid: FIRST_ZPID + index,
        source: 'addresses',
        sourceKey: String(index),
        address,
        homeType: 'SINGLE_FAMILY',
        facts: {},
        history: [],
        taxes: [],
        ...(lat !== undefined && lng !== undefined ? { point: { latitude: lat, longitude: lng } } : undefined),
      },
    ]
  })
  const writer = openWriter({ dataDir, kind: 'sample', replace: false, cards: CARDS, newCatalogId: noNewId })
  for (const home of homes) writer.put('home', home)
  writer.commit()
  return homes
}

function spread<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(all.length / count))
  return all.filter((_, index) => index % step === 0)
}

function spreadHomes(dataDir: string, homes: number, count: number): Home[] {
  const step = Math.max(1, Math.floor(homes / count))
  const records = openRecords(dataDir)
  const chosen: Home[] = []
  let index = 0
  for (const home of records.each('home')) if (index++ % step === 0) chosen.push(home)
  records.close()
  return chosen
}

async function measure(
  catalog: Catalog,
  homes: readonly Home[],
  places: number,
  figures: Figures,
  tellsMisses: boolean,
): Promise<void> {
  const warming = performance.now()
  await warmUp(catalog, benchClock)
  figures.add('getting ready before the port opens', performance.now() - warming, 'ms')
  const ask = asking({ catalog, clock: benchClock, log: benchLog, words: WORDS })
  const start = performance.now()
  await ask(homes[0]?.address.streetAddress ?? '')
  figures.add('first call after opening', performance.now() - start, 'ms', { atMost: MAX_FIRST_CALL_MS })
  await untilChecked(catalog)
  const random = new Random(1, 'completion')
  const regions = spread(
    catalog.regions().filter(({ type }) => type !== 'zipcode'),
    places,
  )
  const zips = spread(
    catalog.regions().filter(({ type }) => type === 'zipcode'),
    places,
  )
  const typed = [
    ...homes.map((home) => textsOfHome(home, random)),
    ...[...regions, ...zips].map((region) => textsOfRegion(region, random)),
  ]
  const [development, heldBack] = [0, 1].map((half) => typed.filter((_, index) => index % 2 === half).flat())
  for (const { text } of development ?? []) await ask(text)
  await tell('development', development ?? [], ask, figures, tellsMisses)
  await tell('held back', heldBack ?? [], ask, figures, false)
}

type Ask = (text: string) => Promise<readonly Result[]>

/** As `/autocomplete` answers. */
interface Result {
  readonly display: string
  readonly resultType: string
  readonly metaData: { readonly city: string; readonly regionType?: string }
}

function asking(context: Context): Ask {
  const operation = OPERATIONS.find(({ path }) => path === '/autocomplete')
  if (operation === undefined) throw new Error('there is no operation /autocomplete')
  return async (text) => {
    const { args, texts } = parse(operation.parameters, operation.rules, [['query', text]])
    const answer = (await operation.run(args, context, texts)) as { results: readonly Result[] } // as it is declared
    return answer.results
  }
}

async function tell(half: string, typed: readonly Typed[], ask: Ask, figures: Figures, misses: boolean): Promise<void> {
  const kinds = new Map<string, Asked[]>()
  for (const { kind, text, meant } of typed) {
    const { results, ms } = await quickest(() => ask(text))
    const found = results.some((result) => isMeant(result, meant))
    // text that begins something else is no slip that anybody could tell
    if (!found && isSlip(kind) && results.some(({ display }) => begins(display, text))) continue
    if (misses && !found)
      figures.note(`${kind}: ${text} (${meant.kind === 'region' ? meant.name : `${meant.street}, ${meant.city}`})`)
    const asked = kinds.get(kind) ?? []
    kinds.set(kind, asked)
    asked.push({ found, ms })
  }
  figures.heading(`Texts: ${half}`)
  const columns = [
    { name: 'texts', unit: '' },
    { name: 'found', unit: '%' },
    { name: 'median', unit: 'ms' },
    { name: '99th percentile', unit: 'ms' },
  ]
  const rowOf = (name: string, asked: readonly Asked[]) => {
    const times = asked.map(({ ms }) => ms)
    return { name, values: [asked.length, foundPercent(asked), median(times), quantile(times, 0.99)] }
  }
  figures.table(
    columns,
    Array.from(kinds, ([kind, asked]) => rowOf(`${half}: ${kind}`, asked)),
  )
  const every = [...kinds.values()].flat()
  const slips = [...kinds].flatMap(([kind, asked]) => (isSlip(kind) ? asked : []))
  figures.add(`${half}: found of texts with a slip`, foundPercent(slips), '%', { atLeast: MIN_FORGIVEN_PERCENT })
  figures.add(`${half}: median`, median(every.map(({ ms }) => ms)), 'ms')
  figures.add(
    `${half}: 99th percentile`,
    quantile(
      every.map(({ ms }) => ms),
      0.99,
    ),
    'ms',
    { atMost: MAX_P99_MS },
  )
  figures.add(
    `${half}: slowest`,
    quantile(
      every.map(({ ms }) => ms),
      1,
    ),
    'ms',
  )
}

/** Of three, since a busy machine interrupts whatever runs on it. */
async function quickest<T>(work: () => Promise<T>): Promise<{ readonly results: T; readonly ms: number }> {
  let ms = Infinity
  for (let round = 0; ; round++) {
    const start = performance.now()
    const results = await work()
    ms = Math.min(ms, performance.now() - start)
    if (round === 2) return { results, ms }
  }
}

function foundPercent(asked: readonly Asked[]): number {
  return (100 * asked.filter(({ found }) => found).length) / asked.length
}

function isSlip(kind: string): boolean {
  return kind.includes(': ')
}

function begins(display: string, text: string): boolean {
  return plain(display).startsWith(plain(text))
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
