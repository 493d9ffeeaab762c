import { gunzipSync } from 'node:zlib'
import { openRecords } from '../src/catalog/opening/open.ts'
import { bench } from './harness/bench.ts'
import { sampleFolder } from './harness/catalogues.ts'
import { cpuSeconds, memoryMb } from './harness/process-figures.ts'
import { PlatProgram } from './harness/program.ts'
import { median, numbers } from './harness/timing.ts'

const DEFAULTS = { homes: 100_000, seed: 1, rows: 60_000, rounds: 3 }

const WANTED_ROWS_PER_CPU_S = 20_000

const COLUMNS = [
  { name: 'rows a second of processor time', unit: '' },
  { name: 'rows a second', unit: '' },
  { name: 'bytes a row on the wire', unit: '' },
  { name: 'memory more at the end', unit: 'MB' },
  { name: 'beside reading and parsing the records', unit: '' },
]

/** Copies of Property by the links from page to page, each as a program would ask for it. */
const COPIES = [
  { name: 'all fields, as they are', query: '', encoding: 'identity', prefer: '' },
  { name: 'all fields, gzip', query: '', encoding: 'gzip', prefer: '' },
  { name: 'all fields that have values, gzip', query: '', encoding: 'gzip', prefer: 'omit-values=nulls' },
  {
    name: 'twelve fields, gzip',
    query:
      '&$select=ListingKey,ModificationTimestamp,StandardStatus,ListPrice,ClosePrice,City,StateOrProvince,PostalCode,BedroomsTotal,LivingArea,Latitude,Longitude',
    encoding: 'gzip',
    prefer: '',
  },
  { name: 'the newest first, gzip', query: '&$orderby=ModificationTimestamp desc', encoding: 'gzip', prefer: '' },
] as const

interface Copied {
  readonly rows: number
  readonly seconds: number
  readonly cpuS: number
  readonly wireBytes: number
}

/**
 * A program that copies Property from the real program over HTTP, one page after the other, in the time of a processor
 * that the service takes, all its threads together. `--homes` of a sample, `--seed`, `--rows` of a copy, `--rounds`.
 */
export const run = bench(DEFAULTS, async (given, figures) => {
  const dataDir = await sampleFolder(given, figures)
  const readPerS = readingRate(dataDir, given.rows)
  figures.add('records read and parsed a second', readPerS, '')
  const program = await PlatProgram.start(dataDir, '0,1', ['--answers-mb', '0'])
  const rows = []
  for (const copy of COPIES) {
    const rates: number[] = []
    const walls: number[] = []
    const wire: number[] = []
    await copyOf(program, copy, given.rows) // warms up
    const before = memoryMb(program.pid)
    for (const _ of numbers(given.rounds)) {
      const made = await copyOf(program, copy, given.rows)
      rates.push(made.rows / made.cpuS)
      walls.push(made.rows / made.seconds)
      wire.push(made.wireBytes / made.rows)
    }
    const rate = median(rates)
    figures.add(copy.name, rate, 'rows a second of processor time', { atLeast: WANTED_ROWS_PER_CPU_S })
    rows.push({
      name: copy.name,
      values: [rate, median(walls), median(wire), memoryMb(program.pid) - before, rate / readPerS],
    })
  }
  figures.table(COLUMNS, rows)
  await program.end()
})

/** Homes a second that one thread reads from the file and parses. */
function readingRate(dataDir: string, most: number): number {
  const records = openRecords(dataDir)
  const startMs = performance.now()
  let homes = 0
  for (const _ of records.each('home')) if (++homes === most) break
  records.close()
  return homes / ((performance.now() - startMs) / 1000)
}

async function copyOf(program: PlatProgram, copy: (typeof COPIES)[number], most: number): Promise<Copied> {
  const cpuBefore = cpuSeconds(program.pid)
  const startMs = performance.now()
  let [rows, wireBytes] = [0, 0]
  let next: string | undefined = `/odata/Property?$top=${most}${copy.query}`
  while (next !== undefined) {
    const page = await pageAt(program, next.replaceAll(' ', '%20'), copy)
    rows += page.rows
    wireBytes += page.wireBytes
    next = page.next
  }
  return { rows, wireBytes, seconds: (performance.now() - startMs) / 1000, cpuS: cpuSeconds(program.pid) - cpuBefore }
}

interface Page {
  readonly rows: number
  readonly wireBytes: number
  readonly next: string | undefined
}

async function pageAt(program: PlatProgram, path: string, copy: (typeof COPIES)[number]): Promise<Page> {
  const { body, encoding } = await program.get(path, { 'accept-encoding': copy.encoding, prefer: copy.prefer })
  const text = (encoding === 'gzip' ? gunzipSync(body) : body).toString()
  const { value, '@odata.nextLink': link }: { value: unknown[]; '@odata.nextLink'?: string } = JSON.parse(text)
  const next = link === undefined ? undefined : new URL(link)
  return { rows: value.length, wireBytes: body.length, next: next && `${next.pathname}${next.search}` }
}
