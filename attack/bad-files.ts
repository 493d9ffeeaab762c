import assert from 'node:assert/strict'
import { appendFileSync, createWriteStream, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { createGzip, createZstdCompress } from 'node:zlib'
import { PLAT, Program, scratch } from '../test/e2e/program.ts'
import { xlsxFile } from '../test/ingest/xlsx-file.ts'
import { zipFile } from '../test/ingest/zip-file.ts'
import type { Attack, Measured } from './attack.ts'

const MB = 2 ** 20

/** A whole import of a sound file of any size stays below this. */
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

interface Ending {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  readonly peakMb: number
}

/** Imports that are watched for the memory that they take. */
class Imports {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  path(name: string): string {
    return join(this.#folder, name)
  }

  /** Starts one; `format` of the mapping where it is not CSV. */
  begin(file: string, format = 'csv'): Program {
    const mapping = this.path(`${format}.yaml`)
    writeFileSync(mapping, `${MAPPING}format: ${format}\n`)
    return new Program(PLAT, ['import', file, '--mapping', mapping, '--data', this.path('data'), '--json'])
  }

  async ended(program: Program): Promise<Ending> {
    let peakMb = 0
    let isOver = false
    const ended = program.ended().finally(() => {
      isOver = true
    })
    while (!isOver) {
      peakMb = Math.max(peakMb, peakOf(program))
      await Promise.race([ended, pause(20)])
    }
    const { stdout, stderr } = program
    assert.doesNotMatch(stderr, /^\s+at /m, `a fault of ours: ${stderr}`)
    assert.doesNotMatch(stderr, /"stack"/, stderr)
    return { code: Number(await ended), stdout, stderr, peakMb }
  }

  /** What is no table is refused in a sentence, with bounded memory. */
  async refused(name: string, content: Buffer, format?: string): Promise<number> {
    writeFileSync(this.path(name), content)
    const { code, stderr, peakMb } = await this.ended(this.begin(this.path(name), format))
    assert.equal(code, 65, `${name}: ${stderr}`)
    assert.ok(peakMb < PEAK_MAX_MB, `${name} took ${peakMb} MB`)
    return peakMb
  }
}

/** Of a process that runs; 0 once it is over, or where the system does not tell. */
function peakOf({ child }: Program): number {
  try {
    const [, kb = '0'] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
    return Math.round(Number(kb) / 1024)
  } catch {
    return 0
  }
}

async function packed(path: string, megabytes: number, through: NodeJS.ReadWriteStream, line: string): Promise<Buffer> {
  const chunk = Buffer.from(line.repeat(Math.ceil(MB / line.length)))
  await pipeline(Readable.from(Array.from({ length: megabytes }, () => chunk)), through, createWriteStream(path))
  return readFileSync(path)
}

/** Files that unpack to far more than they are. */
async function bombs(imports: Imports, megabytes: number): Promise<number> {
  const zeros = Buffer.alloc(megabytes * MB)
  const row = '1,98103,100000\n'
  const peaks = [
    await imports.refused('a.csv.gz', await packed(imports.path('packed'), megabytes, createGzip(), '\0')),
    await imports.refused('b.csv.gz', await packed(imports.path('packed'), megabytes, createGzip({ level: 9 }), row)),
    await imports.refused('c.csv.zst', await packed(imports.path('packed'), megabytes, createZstdCompress(), row)),
    await imports.refused('d.zip', zipFile([{ name: 'd.csv', content: zeros }])),
    await imports.refused('e.zip', zipFile([{ name: 'e.csv', content: zeros, size: 100 }])),
    await imports.refused(
      'f.xlsx',
      xlsxFile([{ name: 'a', rows: '' }], [`<t>${zeros.fill('a').toString()}</t>`]),
      'xlsx',
    ),
    await imports.refused(
      'g.xlsx',
      xlsxFile([{ name: 'a', rows: `<row r="1"><c>${zeros.fill('<').toString()}` }]),
      'xlsx',
    ),
  ]
  return Math.max(...peaks)
}

/** Text that goes on and on where something should end. */
async function endless(imports: Imports, megabytes: number): Promise<number> {
  const much = (piece: string) => Buffer.from(piece.repeat(Math.ceil((megabytes * MB) / piece.length)))
  const peaks = [
    await imports.refused('line.csv', Buffer.concat([Buffer.from(HEADER), much('x')])),
    await imports.refused('cell.csv', Buffer.concat([Buffer.from(`${HEADER}"`), much(`${'x'.repeat(99)}\n`)])),
    await imports.refused('header.csv', much('column,')),
    await imports.refused('deep.json', much('['), 'json'),
    await imports.refused('deep.ndjson', much('{"a":'), 'ndjson'),
    await imports.refused('text.json', Buffer.concat([Buffer.from('[{"id":"'), much('x')]), 'json'),
    await imports.refused(
      'deep.geojson',
      Buffer.concat([Buffer.from('{"type":"FeatureCollection","features":'), much('[')]),
      'geojson',
    ),
  ]
  return Math.max(...peaks)
}

/** Rows of letters and signs: none can be used. */
async function garbage(imports: Imports, rows: number): Promise<number> {
  const path = imports.path('garbage.csv')
  const signs = 'abcdefghij 0123456789;:#%&/()=?+*-_.'
  let state = 1
  const lines = function* () {
    yield HEADER
    for (let i = 0; i < rows; i++) {
      let line = ''
      for (let at = 0; at < 60; at++) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
        line += at % 20 === 19 ? ',' : (signs[state % signs.length] ?? '')
      }
      yield `${line.slice(0, -1)}\n`
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(path))
  const { code, stdout, peakMb } = await imports.ended(imports.begin(path))
  assert.equal(code, 65, 'a file of which no row can be used is no success')
  const { rowsRead, rowsRejected } = JSON.parse(stdout) as { rowsRead: number; rowsRejected: number }
  assert.deepEqual([rowsRead, rowsRejected], [rows, rows])
  return peakMb
}

/** A row of a sound file. */
function rowOf(i: number): string {
  return `${i + 1},98103,${100_000 + i}\n`
}

/** A file to which rows are written while it is read: it is read to where a row ended, or refused. */
async function growing(imports: Imports, rows: number, times: number): Promise<number> {
  let refused = 0
  for (let time = 0; time < times; time++) {
    const path = imports.path('growing.csv')
    writeFileSync(path, HEADER + Array.from({ length: rows }, (_, i) => rowOf(i)).join(''))
    const program = imports.begin(path)
    let isOver = false
    const ending = imports.ended(program).finally(() => {
      isOver = true
    })
    for (let next = rows; !isOver; next++) {
      const row = rowOf(next)
      // a writer's buffer ends anywhere
      appendFileSync(path, row.slice(0, 7))
      await pause(1)
      appendFileSync(path, row.slice(7))
    }
    const { code, stdout, stderr } = await ending
    if (code === 0) {
      const { rowsRead, rowsRejected } = JSON.parse(stdout) as { rowsRead: number; rowsRejected: number }
      assert.ok(rowsRead >= rows && rowsRejected === 0, `${rowsRejected} rows are half a row`)
    } else {
      assert.equal(code, 65, stderr)
      assert.match(stderr, /still being written/)
      refused++
    }
  }
  return refused
}

interface Size {
  readonly bombMb: number
  readonly endlessMb: number
  readonly garbageRows: readonly number[]
  readonly growing: readonly [rows: number, times: number]
}

async function attack({ bombMb, endlessMb, garbageRows, growing: [rows, times] }: Size): Promise<Measured> {
  const folder = scratch()
  try {
    const imports = new Imports(folder.path)
    const measured: Record<string, number> = {
      'bombs, most memory, MB': await bombs(imports, bombMb),
      'endless texts, most memory, MB': await endless(imports, endlessMb),
    }
    for (const count of garbageRows) measured[`${count} rows of garbage, MB`] = await garbage(imports, count)
    measured['files that grew'] = times
    measured['of them refused'] = await growing(imports, rows, times)
    return measured
  } finally {
    folder.remove()
  }
}

export const badFiles: Attack = {
  name: 'bad-files',
  promise:
    'files that unpack without end, do not end, hold garbage or grow are refused in a sentence, in bounded memory',
  full: () => attack({ bombMb: 200, endlessMb: 50, garbageRows: [100_000, 1_000_000], growing: [20_000, 10] }),
}
