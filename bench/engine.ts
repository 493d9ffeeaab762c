import { parseArgs } from 'node:util'
import { Searcher, type TableQuery } from '../src/engine/searcher.ts'
import { Table } from '../src/engine/table.ts'
import { type BuiltTable, TableBuilder } from '../src/engine/table-builder.ts'
import { finish, Work } from '../src/engine/work.ts'
import { Random } from '../test/engine/random.ts'
import { COUNTRY_SHAPE, Country, CountryQueries } from './engine/country.ts'
import { Vocabulary } from './engine/vocabulary.ts'
import { Figures } from './figures.ts'
import { mean, median, quantile, timed } from './timing.ts'

const ROUNDS = 5

/** Microseconds of each query: the median of its rounds. */
function measure(searcher: Searcher, queries: readonly TableQuery[]): number[] {
  for (const query of queries) finish(searcher.search(query, new Work()))
  const rounds = Array.from({ length: ROUNDS }, () =>
    queries.map((query) => timed(() => finish(searcher.search(query, new Work())))[1] * 1000),
  )
  return queries.map((_, i) => median(rounds.map((round) => round[i] as number)))
}

function build(random: Random, rows: number, figures: Figures): { built: BuiltTable; country: Country } {
  const country = new Country(random, rows)
  const builder = new TableBuilder(COUNTRY_SHAPE)
  const [, addMs] = timed(() => {
    for (const row of country.rows()) builder.add(row)
  })
  const [built, buildMs] = timed(() => builder.build())
  figures.add('rows', built.table.rows, '')
  figures.add('make and add rows', addMs / 1000, 's')
  figures.add('build', buildMs / 1000, 's')
  return { built, country }
}

function bytesOf({ arrays }: Table, part: string): number {
  return Object.entries(arrays)
    .filter(([name]) => name.startsWith(`${part}/`))
    .reduce((sum, [, array]) => sum + array.byteLength, 0)
}

/** An index of a fifth of the rows, 60 words each out of 50,000, and searches for two or three of them. */
function benchWords(random: Random, rows: number, count: number, figures: Figures): void {
  const vocabulary = new Vocabulary(random, 50_000)
  const texts = Array.from({ length: 10_000 }, () => vocabulary.text(60))
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
  figures.add('words: index 1,000 rows of 60 words', ((addMs + buildMs) * 1000) / rows, 'ms')
  figures.add('words, bytes a row', bytesOf(table, 'words') / rows, 'B')
  const terms = () => Array.from({ length: random.whole(2, 3) }, () => vocabulary.word())
  const queries = Array.from(
    { length: count },
    (): TableQuery => ({
      where: [{ kind: 'words', index: 'text', terms: terms() }],
      order: 'byId',
      offset: 0,
      limit: 200,
    }),
  )
  const times = measure(new Searcher(table), queries)
  figures.add('words, two or three: median', median(times), 'µs')
  figures.add('words, two or three: 99th percentile', quantile(times, 0.99), 'µs')
}

/** What a kind of query looks for. The shares of the mix add up to 1. */
interface Kind {
  readonly name: string
  readonly share: number
  /** Microseconds. */
  readonly most?: readonly [median: number, p99: number]
  query(): TableQuery
}

function kindsOf(make: CountryQueries, random: Random): readonly Kind[] {
  const filters = () => random.whole(0, 6)
  return [
    { name: 'city, 4 filters, page 1', share: 0, most: [15, 1000], query: () => make.query(make.city(), 4, 0) },
    { name: 'city', share: 0.45, query: () => make.query(make.city(), filters()) },
    { name: 'two to five cities', share: 0.1, query: () => make.query(make.cities(), filters()) },
    { name: 'state', share: 0.05, most: [1000, 1000], query: () => make.query(make.state(), filters()) },
    {
      name: 'polygon, quarter to city',
      share: 0.15,
      query: () => make.query(make.polygon(make.size(0.005, 0.2)), filters()),
    },
    {
      name: 'polygon, county to state',
      share: 0.1,
      most: [1000, 1000],
      query: () => make.query(make.polygon(make.size(0.2, 8)), filters()),
    },
    {
      name: 'circle, half a mile to 50',
      share: 0.15,
      query: () => make.query(make.circle(make.size(800, 80_000)), filters()),
    },
  ]
}

/**
 * How fast the engine searches on one core: `--rows N`, `--seed N`, `--queries N` of each kind, `--only` the kinds
 * whose name begins so, `--json`. Each query runs in several rounds and counts with its median, so that a neighbour's
 * load on the machine does not show.
 */
export async function benchEngine(args: readonly string[]): Promise<void> {
  const { values: options } = parseArgs({
    args: [...args],
    options: {
      rows: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: '1' },
      queries: { type: 'string', default: '1000' },
      only: { type: 'string', default: '' },
      json: { type: 'boolean', default: false },
    },
  })
  const figures = new Figures(options.json)
  const random = new Random(Number(options.seed))
  const { built, country } = build(random, Number(options.rows), figures)
  for (const part of ['column', 'order', 'list']) {
    figures.add(`${part}s, bytes a row`, bytesOf(built.table, part) / built.table.rows, 'B')
  }
  const [table, openMs] = timed(() => Table.open(built.table.manifest, built.table.arrays))
  figures.add('open', openMs, 'ms')
  const searcher = new Searcher(table)
  const kinds = kindsOf(new CountryQueries(random, country), random).filter(({ name }) => name.startsWith(options.only))
  const mixed = kinds.flatMap((kind) => {
    const times = benchKind(kind, Number(options.queries), searcher, figures)
    return times.slice(0, Math.round(kind.share * times.length))
  })
  if (mixed.length > 0) {
    figures.add('mix: median', median(mixed), 'µs', { atMost: 80 })
    figures.add('mix: 99th percentile', quantile(mixed, 0.99), 'µs', { atMost: 1000 })
  }
  if (options.only === '') {
    benchWords(random, Math.ceil(Number(options.rows) / 5), Number(options.queries), figures)
  }
  figures.end()
}

function benchKind({ name, most, query }: Kind, count: number, searcher: Searcher, figures: Figures): number[] {
  const queries = Array.from({ length: count }, query)
  const times = measure(searcher, queries)
  figures.add(
    `${name}: matches, mean`,
    mean(queries.map((each) => finish(searcher.search(each, new Work())).total)),
    'rows',
  )
  figures.add(`${name}: median`, median(times), 'µs', most && { atMost: most[0] })
  figures.add(`${name}: 99th percentile`, quantile(times, 0.99), 'µs', most && { atMost: most[1] })
  return times
}
