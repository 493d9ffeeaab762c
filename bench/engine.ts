import { parseArgs } from 'node:util'
import { type Query, Searcher } from '../src/engine/searcher.ts'
import { Table } from '../src/engine/table.ts'
import { type BuiltTable, TableBuilder } from '../src/engine/table-builder.ts'
import { COUNTRY_SHAPE, Country, CountryQueries } from '../src/engine/testing/country.ts'
import { Random } from '../src/engine/testing/random.ts'
import { Vocabulary } from '../src/engine/testing/vocabulary.ts'

/**
 * How fast the engine searches on one core: `node bench/engine.ts [--rows N] [--seed N] [--json]`. Each query runs in
 * several rounds and counts with its median, so that a neighbour's load on the machine does not show.
 */
const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    queries: { type: 'string', default: '1000' },
    only: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
})
const ROUNDS = 5

interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** What it should be, where that was set. */
  readonly reach?: string
  readonly ok?: boolean
}

const figures: Figure[] = []

function report(name: string, value: number, unit: string, most?: number): void {
  const figure = { name, value: Number(value.toPrecision(4)), unit }
  figures.push(most === undefined ? figure : { ...figure, reach: `≤ ${most}`, ok: value <= most })
  if (options.json) return
  const verdict = most === undefined ? '' : `   ≤ ${most} ${value <= most ? 'ok' : 'MISSED'}`
  process.stdout.write(`${name.padEnd(44)} ${String(figure.value).padStart(10)} ${unit}${verdict}\n`)
}

function timed<T>(work: () => T): [result: T, milliseconds: number] {
  const start = performance.now()
  const result = work()
  return [result, performance.now() - start]
}

function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Microseconds of each query: the median of its rounds. */
function measure(searcher: Searcher, queries: readonly Query[]): Float64Array {
  for (const query of queries) searcher.search(query)
  const rounds = Array.from({ length: ROUNDS }, () =>
    queries.map((query) => timed(() => searcher.search(query))[1] * 1000),
  )
  return Float64Array.from(queries, (_, i) => {
    const times = Float64Array.from(rounds, (round) => round[i] as number).sort()
    return quantile(times, 0.5)
  })
}

function build(random: Random): { built: BuiltTable; country: Country } {
  const country = new Country(random, Number(options.rows))
  const builder = new TableBuilder(COUNTRY_SHAPE)
  const [, addMs] = timed(() => {
    for (const row of country.rows()) builder.add(row)
  })
  const [built, buildMs] = timed(() => builder.build())
  report('rows', built.table.rows, '')
  report('make and add rows', addMs / 1000, 's')
  report('build', buildMs / 1000, 's')
  return { built, country }
}

function bytesOf({ arrays }: Table, part: string): number {
  return Object.entries(arrays)
    .filter(([name]) => name.startsWith(`${part}/`))
    .reduce((sum, [, array]) => sum + array.byteLength, 0)
}

/** An index of a fifth of the rows, 60 words each out of 50,000, and searches for two or three of them. */
function reportWords(random: Random): void {
  const vocabulary = new Vocabulary(random, 50_000)
  const texts = Array.from({ length: 10_000 }, () => vocabulary.text(60))
  const rows = Math.ceil(Number(options.rows) / 5)
  const builder = new TableBuilder({
    columns: [{ name: 'id', kind: 'f64' }],
    id: 'id',
    orders: [{ name: 'byId', column: 'id', direction: 'ascending' }],
    lists: [],
    words: ['text'],
  })
  const [, addMs] = timed(() => {
    for (let id = 0; id < rows; id++) builder.add({ values: { id }, words: { text: random.pick(texts) } })
  })
  const [{ table }, buildMs] = timed(() => builder.build())
  report('words: index 1,000 rows of 60 words', ((addMs + buildMs) * 1000) / rows, 'ms')
  report('words, bytes a row', bytesOf(table, 'words') / rows, 'B')
  const terms = () => Array.from({ length: random.whole(2, 3) }, () => vocabulary.word())
  const queries = Array.from(
    { length: Number(options.queries) },
    (): Query => ({ where: [{ kind: 'words', index: 'text', terms: terms() }], order: 'byId', offset: 0, limit: 200 }),
  )
  const times = measure(new Searcher(table), queries).sort()
  report('words, two or three: median', quantile(times, 0.5), 'µs')
  report('words, two or three: 99th percentile', quantile(times, 0.99), 'µs')
}

const random = new Random(Number(options.seed))
const { built, country } = build(random)
for (const part of ['column', 'order', 'list'])
  report(`${part}s, bytes a row`, bytesOf(built.table, part) / built.table.rows, 'B')
const [table, openMs] = timed(() => Table.open(built.table.manifest, built.table.arrays))
report('open', openMs, 'ms')
const searcher = new Searcher(table)
const make = new CountryQueries(random, country)

/** What the queries look for; the shares of the mix add up to 1. */
const MIX: readonly {
  name: string
  share: number
  most?: readonly [median: number, p99: number]
  query: () => Query
}[] = [
  { name: 'city, 4 filters, page 1', share: 0, most: [15, 1000], query: () => make.query(make.city(), 4, 0) },
  { name: 'city', share: 0.45, query: () => make.query(make.city(), random.whole(0, 6)) },
  { name: 'two to five cities', share: 0.1, query: () => make.query(make.cities(), random.whole(0, 6)) },
  { name: 'state', share: 0.05, most: [1000, 1000], query: () => make.query(make.state(), random.whole(0, 6)) },
  {
    name: 'polygon, quarter to city',
    share: 0.15,
    query: () => make.query(make.polygon(make.size(0.005, 0.2)), random.whole(0, 6)),
  },
  {
    name: 'polygon, county to state',
    share: 0.1,
    most: [1000, 1000],
    query: () => make.query(make.polygon(make.size(0.2, 8)), random.whole(0, 6)),
  },
  {
    name: 'circle, half a mile to 50',
    share: 0.15,
    query: () => make.query(make.circle(make.size(800, 80_000)), random.whole(0, 6)),
  },
]

const all: number[] = []
for (const { name, share, most, query } of MIX.filter((each) => each.name.startsWith(options.only))) {
  const queries = Array.from({ length: Number(options.queries) }, query)
  const times = measure(searcher, queries)
  all.push(...times.slice(0, Math.round(share * times.length)))
  const sorted = times.toSorted()
  const totals = Float64Array.from(queries, (each) => searcher.search(each).total).sort()
  report(`${name}: matches, mean`, totals.reduce((sum, total) => sum + total, 0) / totals.length, 'rows')
  report(`${name}: median`, quantile(sorted, 0.5), 'µs', most?.[0])
  report(`${name}: 99th percentile`, quantile(sorted, 0.99), 'µs', most?.[1])
}
const mixed = Float64Array.from(all).sort()
report('mix: median', quantile(mixed, 0.5), 'µs', 80)
report('mix: 99th percentile', quantile(mixed, 0.99), 'µs', 1000)
if (options.only === '') reportWords(random)
if (options.json) process.stdout.write(`${JSON.stringify({ figures })}\n`)
