import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCatalog, openRecords, openWriter } from '../src/catalog/opening/open.ts'
import type { Catalog } from '../src/catalog/ports/catalog.ts'
import { Random } from '../src/kit/algorithms/random.ts'
import { parse } from '../src/kit/params/index.ts'
import type { Home } from '../src/model/home.ts'
import { warmUp } from '../src/running/serving/warm-up.ts'
import { OPERATIONS } from '../src/service/operations/index.ts'
import { type Meant, type Typed, textsOfHome, textsOfRegion } from './completion/texts.ts'
import { bench } from './harness/bench.ts'
import { sampleFolder } from './harness/catalogues.ts'
import type { Figures } from './harness/figures.ts'
import { benchLog, CARDS, contextOf } from './harness/setting.ts'
import { median, quantile } from './harness/timing.ts'
import { untilChecked } from './questions/checked.ts'

const MIN_FORGIVEN_PERCENT = 95
const MAX_P99_MS = 2
const MAX_FIRST_CALL_MS = 5

/** Ids of real addresses, apart from those of the sample. */
const FIRST_ZPID = 1_900_000_000

interface Asked {
  readonly isFound: boolean
  readonly ms: number
}

const DEFAULTS = { homes: 132_000, seed: 1, asked: 600, data: '', misses: false }

/**
 * Suggestions for what somebody types: beginnings of addresses and places, in other orders and with one slip. The one
 * that is meant should be among the ten. `--homes` of a sample, `--data FILE` with real addresses beside it (JSON: a
 * list `addresses` of `address1`, `city`, `state`, `postalCode`, `coordinates`), `--asked` homes, `--seed`, `--misses`
 * to see them. Parameters are chosen on one half of the texts; the other is held back.
 */
export const run = bench(DEFAULTS, async (given, figures) => {
  const sample = await sampleFolder(given, figures)
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-completion-'))
  try {
    cpSync(sample, dataDir, { recursive: true })
    const real = given.data === '' ? [] : addRealHomes(given.data, dataDir)
    const homes = real.length > 0 ? spread(real, given.asked) : spreadHomes(dataDir, given.homes, given.asked)
    const catalog = openCatalog(dataDir, benchLog, CARDS)
    figures.add('addresses', given.homes + real.length, '')
    await measure(catalog, homes, given.asked, figures, given.misses)
    catalog.close()
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})

interface RealAddress {
  readonly address1?: string
  readonly city?: string
  readonly state?: string
  readonly postalCode?: string
  readonly coordinates?: { readonly lat: number; readonly lng: number }
}

function addRealHomes(file: string, dataDir: string): Home[] {
  const { addresses } = JSON.parse(readFileSync(file, 'utf8')) as { addresses: readonly RealAddress[] }
  const homes = addresses.map(({ address1, city = '', state, postalCode, coordinates }, index): Home => {
    const address = { streetAddress: address1 ?? '', city, state: state ?? '', zipcode: postalCode ?? '' }
    const identity = { zpid: FIRST_ZPID + index, source: 'addresses', sourceKey: String(index) }
    const point = coordinates && { point: { latitude: coordinates.lat, longitude: coordinates.lng } }
    return { ...identity, address, homeType: 'SINGLE_FAMILY', facts: {}, history: [], taxes: [], ...point }
  })
  const newCatalogId = () => '0'.repeat(16) // not asked for: the sample has one
  const writer = openWriter({ dataDir, kind: 'sample', replace: false, cards: CARDS, newCatalogId })
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
  showsMisses: boolean,
): Promise<void> {
  const context = contextOf(catalog)
  const warming = performance.now()
  await warmUp(catalog, context.clock)
  figures.add('getting ready before the port opens', performance.now() - warming, 'ms')
  const ask = asking(catalog)
  const start = performance.now()
  await ask(homes[0]?.address.streetAddress ?? '')
  figures.add('first call after opening', performance.now() - start, 'ms', { atMost: MAX_FIRST_CALL_MS })
  await untilChecked(catalog)
  const random = new Random(1, 'completion')
  const isZip = ({ type }: { readonly type: string }) => type === 'zipcode'
  const all = catalog.regions()
  const regions = [all.filter((region) => !isZip(region)), all.filter(isZip)].flatMap((each) => spread(each, places))
  const typed = [
    ...homes.map((home) => textsOfHome(home, random)),
    ...regions.map((region) => textsOfRegion(region, random)),
  ]
  const half = (rest: number) => typed.filter((_, index) => index % 2 === rest).flat()
  for (const { text } of half(0)) await ask(text)
  await measureHalf('development', half(0), ask, figures, showsMisses)
  await measureHalf('held back', half(1), ask, figures, false)
}

type Ask = (text: string) => Promise<readonly Result[]>

/** A suggestion of `/autocomplete`. */
interface Result {
  readonly display: string
  readonly resultType: string
  readonly metaData: { readonly city: string; readonly regionType?: string }
}

function asking(catalog: Catalog): Ask {
  const operation = OPERATIONS.find(({ path }) => path === '/autocomplete')
  if (operation === undefined) throw new Error('there is no operation /autocomplete')
  const context = contextOf(catalog)
  return async (text) => {
    const { args, texts } = parse(operation.parameters, operation.rules, [['query', text]])
    const answer = (await operation.run(args, context, texts)) as { results: readonly Result[] } // as it is declared
    return answer.results
  }
}

async function measureHalf(
  half: string,
  typed: readonly Typed[],
  ask: Ask,
  figures: Figures,
  showsMisses: boolean,
): Promise<void> {
  const kinds = new Map<string, Asked[]>()
  for (const { kind, text, meant } of typed) {
    const { results, ms } = await quickest(() => ask(text))
    const isFound = results.some((result) => isMeant(result, meant))
    // Nobody could tell that a text is a slip which is the beginning of something else
    if (!isFound && isSlip(kind) && results.some(({ display }) => plain(display).startsWith(plain(text)))) continue
    if (showsMisses && !isFound)
      figures.note(`${kind}: ${text} (${meant.kind === 'region' ? meant.name : `${meant.street}, ${meant.city}`})`)
    kinds.set(kind, [...(kinds.get(kind) ?? []), { isFound, ms }])
  }
  figures.heading(`Texts: ${half}`)
  const columns = [
    { name: 'texts', unit: '' },
    { name: 'found', unit: '%' },
    { name: 'median', unit: 'ms' },
    { name: '99th percentile', unit: 'ms' },
  ]
  const rows = Array.from(kinds, ([kind, asked]) => {
    const times = asked.map(({ ms }) => ms)
    return {
      name: `${half}: ${kind}`,
      values: [asked.length, foundPercent(asked), median(times), quantile(times, 0.99)],
    }
  })
  figures.table(columns, rows)
  const times = [...kinds.values()].flat().map(({ ms }) => ms)
  const slips = [...kinds].flatMap(([kind, asked]) => (isSlip(kind) ? asked : []))
  figures.add(`${half}: found of texts with a slip`, foundPercent(slips), '%', { atLeast: MIN_FORGIVEN_PERCENT })
  figures.add(`${half}: median`, median(times), 'ms')
  figures.add(`${half}: 99th percentile`, quantile(times, 0.99), 'ms', { atMost: MAX_P99_MS })
  figures.add(`${half}: slowest`, quantile(times, 1), 'ms')
}

/** Asks three times, since a busy machine interrupts whatever runs on it. */
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
  return (100 * asked.filter(({ isFound }) => isFound).length) / asked.length
}

function isSlip(kind: string): boolean {
  return kind.includes(': ')
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
