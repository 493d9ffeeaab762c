import assert from 'node:assert/strict'
import { appendFileSync, createWriteStream, readFileSync, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { createGzip, createZstdCompress } from 'node:zlib'
import { PLAT, Program } from '../test/e2e/program.ts'
import { Random } from '../test/engine/random.ts'
import { xlsxFile } from '../test/ingest/xlsx-file.ts'
import { zipFile } from '../test/ingest/zip-file.ts'
import type { Attack, Measured } from './attack.ts'
import { type At, inFolder, memoryMb } from './harness.ts'

const MB = 2 ** 20

/** Memory limit for an import of a file of any size. */
const PEAK_MAX_MB = 640

const MAPPING = `
name: attacked
source: attacked
key: id
fields:
  HomeType: { constant: CONDO }
  PostalCode: zip
  ListPrice: price
  StandardStatus: { constant: Active }
`

const HEADER = 'id,zip,price\n'

/** Runs an import, and measures its peak memory. `format`: the format that the mapping names. */
async function imported(file: string, format: string, at: At, meanwhile: () => Promise<void> = () => pause(20)) {
  const mapping = at(`${format}.yaml`)
  writeFileSync(mapping, `${MAPPING}format: ${format}\n`)
  const program = new Program(PLAT, ['import', file, '--mapping', mapping, '--data', at('data'), '--json'])
  let peakMb = 0
  let isOver = false
  const ended = program.ended().finally(() => {
    isOver = true
  })
  while (!isOver) {
    peakMb = Math.max(peakMb, memoryMb(program, 'VmHWM'))
    await meanwhile()
  }
  const { stdout, stderr } = program
  assert.doesNotMatch(stderr, /^\s+at /m, `an internal error: ${stderr}`)
  assert.doesNotMatch(stderr, /"stack"/, stderr)
  return { code: Number(await ended), stdout, stderr, peakMb }
}

/** An invalid file: its name, its content, and the format that its mapping names (CSV if undefined). */
type Bad = readonly [name: string, content: () => Buffer | Promise<Buffer>, format?: string]

/**
 * Checks that each invalid file is refused, and that memory stays below the limit. Returns the highest peak in
 * megabytes.
 */
async function refused(files: readonly Bad[], at: At): Promise<number> {
  let mostMb = 0
  for (const [name, content, format = 'csv'] of files) {
    writeFileSync(at(name), await content())
    const { code, stderr, peakMb } = await imported(at(name), format, at)
    assert.equal(code, 65, `${name}: ${stderr}`)
    assert.ok(peakMb < PEAK_MAX_MB, `${name} took ${peakMb} MB`)
    mostMb = Math.max(mostMb, peakMb)
  }
  return mostMb
}

/** Files that decompress to far more than their own size. */
function bombs(megabytes: number, at: At): readonly Bad[] {
  const filled = (letter: string) => Buffer.alloc(megabytes * MB, letter)
  const packed = async (through: NodeJS.ReadWriteStream, line: string) => {
    const chunk = Buffer.from(line.repeat(Math.ceil(MB / line.length)))
    const chunks = Array.from({ length: megabytes }, () => chunk)
    await pipeline(Readable.from(chunks), through, createWriteStream(at('packed')))
    return readFileSync(at('packed'))
  }
  const row = '1,98103,100000\n'
  return [
    ['a.csv.gz', () => packed(createGzip(), '\0')],
    ['b.csv.gz', () => packed(createGzip({ level: 9 }), row)],
    ['c.csv.zst', () => packed(createZstdCompress(), row)],
    ['d.zip', () => zipFile([{ name: 'd.csv', content: filled('\0') }])],
    ['e.zip', () => zipFile([{ name: 'e.csv', content: filled('\0'), size: 100 }])],
    ['f.xlsx', () => sheet('', [`<t>${filled('a').toString()}</t>`]), 'xlsx'],
    ['g.xlsx', () => sheet(`<row r="1"><c>${filled('<').toString()}`), 'xlsx'],
  ]
}

/** Files without the end that their formats require. */
function endless(megabytes: number): readonly Bad[] {
  const after = (start: string, piece: string) => () =>
    Buffer.concat([Buffer.from(start), Buffer.from(piece.repeat(Math.ceil((megabytes * MB) / piece.length)))])
  return [
    ['line.csv', after(HEADER, 'x')],
    ['cell.csv', after(`${HEADER}"`, `${'x'.repeat(99)}\n`)],
    ['header.csv', after('', 'column,')],
    ['deep.json', after('', '['), 'json'],
    ['deep.ndjson', after('', '{"a":'), 'ndjson'],
    ['text.json', after('[{"id":"', 'x'), 'json'],
    ['deep.geojson', after('{"type":"FeatureCollection","features":', '['), 'geojson'],
  ]
}

interface Counts {
  readonly rowsRead: number
  readonly rowsRejected: number
}

const SIGNS = 'abcdefghij 0123456789;:#%&/()=?+*-_.'.split('')

/** Imports rows of random characters. No row is valid. */
async function garbage(rows: number, at: At): Promise<number> {
  const random = new Random(1)
  const cell = () => Array.from({ length: 19 }, () => random.pick(SIGNS)).join('')
  const lines = function* () {
    yield HEADER
    for (let i = 0; i < rows; i++) yield `${cell()},${cell()},${cell()}\n`
  }
  await pipeline(Readable.from(lines()), createWriteStream(at('garbage.csv')))
  const { code, stdout, peakMb } = await imported(at('garbage.csv'), 'csv', at)
  assert.equal(code, 65, 'the import of a file without a usable row must fail')
  const { rowsRead, rowsRejected } = JSON.parse(stdout) as Counts
  assert.deepEqual([rowsRead, rowsRejected], [rows, rows])
  return peakMb
}

/** A row of a valid file. */
function rowOf(i: number): string {
  return `${i + 1},98103,${100_000 + i}\n`
}

/**
 * Imports a file while rows are appended to it. The import must either read up to the end of a row, or refuse the file.
 */
async function growing(rows: number, times: number, at: At): Promise<number> {
  let refusals = 0
  for (let time = 0; time < times; time++) {
    const path = at('growing.csv')
    writeFileSync(path, HEADER + Array.from({ length: rows }, (_, i) => rowOf(i)).join(''))
    let next = rows
    const grow = async () => {
      const row = rowOf(next++)
      // appends a part of a row, as a program that writes through a buffer does
      appendFileSync(path, row.slice(0, 7))
      await pause(1)
      appendFileSync(path, row.slice(7))
    }
    const { code, stdout, stderr } = await imported(path, 'csv', at, grow)
    if (code === 0) {
      const { rowsRead, rowsRejected } = JSON.parse(stdout) as Counts
      assert.ok(rowsRead >= rows && rowsRejected === 0, `${rowsRejected} rows are half a row`)
    } else {
      assert.equal(code, 65, stderr)
      assert.match(stderr, /still being written/)
      refusals++
    }
  }
  return refusals
}

const GARBAGE_ROWS = [100_000, 1_000_000]
const [GROWING_ROWS, GROWING_TIMES] = [20_000, 10]

function full(): Promise<Measured> {
  return inFolder(async (at) => {
    const measured: Record<string, number> = {
      'bombs, most memory, MB': await refused(bombs(200, at), at),
      'endless texts, most memory, MB': await refused(endless(50), at),
    }
    for (const rows of GARBAGE_ROWS) measured[`${rows} rows of garbage, MB`] = await garbage(rows, at)
    measured['files that grew'] = GROWING_TIMES
    measured['of them refused'] = await growing(GROWING_ROWS, GROWING_TIMES, at)
    return measured
  })
}

export const badFiles: Attack = {
  name: 'bad-files',
  promise: 'files that are archive bombs, endless, garbage or growing are refused with a sentence, in bounded memory',
  full,
}

function sheet(rows: string, texts?: readonly string[]) {
  return xlsxFile([{ name: 'a', rows }], texts)
}
