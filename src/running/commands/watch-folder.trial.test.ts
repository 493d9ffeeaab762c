import assert from 'node:assert/strict'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { trialTerminal } from '../../../test/terminal.ts'
import { folderStore } from '../../catalog/opening/catalog-store.ts'
import { RunFile, runsIn } from '../../intake/ingest/run-folder.ts'
import { fixedClock, systemClock } from '../../kit/base/clock.ts'
import { EXIT } from '../../kit/base/failure.ts'
import { run } from '../cli/index.ts'

const MAPPING = `
name: mls
source: mls
key: id
fields:
  HomeType: { constant: SINGLE_FAMILY }
  PostalCode: { constant: "98103" }
  StandardStatus: { constant: Active }
  ListPrice: price
`

let folder: string
let dataDir: string
let feed: string
let lines: string[]
let interruption: AbortController
/** Called for each printed line. */
let onLine: (line: string) => void
let ended: Promise<number> | undefined
const clock = fixedClock(Date.UTC(2026, 0, 31, 9, 30))
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plat-watch-'))
  dataDir = join(folder, 'data')
  feed = join(folder, 'feed')
  mkdirSync(feed)
  writeFileSync(join(folder, 'mls.yaml'), MAPPING)
  lines = []
  onLine = () => {}
})
afterEach(async () => {
  interruption.abort()
  await ended
  rmSync(folder, { recursive: true })
})

function start(...options: readonly string[]): void {
  interruption = new AbortController()
  const addLine = (line: string) => {
    lines.push(line)
    onLine(line)
  }
  const environment = { PLAT_DATA: dataDir, PLAT_MAPPING: join(folder, 'mls.yaml') }
  const terminal = trialTerminal({
    environment,
    clock,
    interrupted: interruption.signal,
    print: addLine,
    note: addLine,
  })
  ended = run(['import', '--watch', feed, '--still-s', '0', ...options], terminal)
}

async function stop(): Promise<number | undefined> {
  interruption.abort()
  return await ended
}

function put(name: string, rows: string): void {
  writeFileSync(join(folder, name), `id,price\n${rows}`)
  renameSync(join(folder, name), join(feed, name))
}

/** Waits until `count` lines are printed. */
async function printed(count: number): Promise<readonly string[]> {
  while (lines.length < count) await sleep(20)
  return lines
}

function homes(): number | undefined {
  return folderStore(dataDir).tallySources('', () => {}).records[0]?.records
}

test('files that arrive are imported in the order of their names, each once, also after a restart', async () => {
  put('b.csv', 'b,2\n')
  put('a.csv', 'a,1\n')
  put('.hidden.csv', 'x,1\n')
  put('c.csv.part', 'y,1\n')
  start()
  assert.deepEqual(
    (await printed(2)).map((line) => line.replace(/[\d.]+ s$/, 's')),
    [
      '2026-01-31T09:30:00 a.csv: 1 row; homes 1 new, 0 changed, 0 unchanged, 0 removed, 0 gone; s',
      '2026-01-31T09:30:00 b.csv: 1 row; homes 1 new, 0 changed, 0 unchanged, 0 removed, 0 gone; s',
    ],
  )
  renameSync(join(feed, 'c.csv.part'), join(feed, 'c.csv'))
  await printed(3)
  assert.equal(await stop(), EXIT.ok)
  start()
  put('d.csv', 'd,1\n')
  assert.match((await printed(4))[3] ?? '', / d\.csv: /)
  assert.equal(await stop(), EXIT.ok)
  assert.deepEqual([lines.length, homes()], [4, 4])
})

test('a file that fails is reported and not retried until it changes, and other files continue', async () => {
  put('a.csv', 'a,1\n')
  writeFileSync(join(feed, 'b.csv'), 'id\nb\n')
  put('c.csv', 'c,1\n')
  start()
  await printed(3)
  assert.match(lines[1] ?? '', /^2026-01-31T09:30:00 b\.csv failed: .*There is no column "price"/)
  assert.match(lines[2] ?? '', / c\.csv: /)
  await stop()
  start()
  put('b.csv', 'b,1\n')
  utimesSync(join(feed, 'b.csv'), 1, 1)
  assert.match((await printed(4))[3] ?? '', / b\.csv: 1 row; homes 1 new/)
  await stop()
  assert.equal(lines.length, 4)
  const runs = runsIn(dataDir, clock.now()).map(
    ({ kind, state, files }) => `${basename(files[0] ?? '')} ${kind} ${state}`,
  )
  assert.deepEqual(
    new Set(runs),
    new Set(['a.csv watch done', 'b.csv watch failed', 'c.csv watch done', 'b.csv watch done']),
  )
  assert.equal(runs.length, 4)
})

test('a folder that cannot be watched, or a catalog that must not be changed, ends the command', async () => {
  start('--watch', join(folder, 'nowhere'))
  assert.equal(await ended, EXIT.noInput)
  assert.match(lines[0] ?? '', /^Cannot watch ".*nowhere": the folder does not exist\.$/)
  start(join(feed, 'a.csv'))
  assert.equal(await ended, EXIT.usage)
  assert.match(lines[1] ?? '', /^Cannot use ".*a\.csv" with --watch, which imports the files of the folder\.$/)
  start()
  await stop()
})

test('a file is not imported until it has been unchanged for a while', async () => {
  put('a.csv', 'a,1\n')
  start('--still-s', '60')
  await sleep(50)
  writeFileSync(join(feed, 'a.csv'), 'id,price\na,1\nb,2\n')
  clock.set(clock.now() + 59_000)
  await sleep(1200) // longer than the time between two checks
  assert.deepEqual(lines, [])
  clock.set(clock.now() + 61_000)
  assert.match((await printed(1))[0] ?? '', / a\.csv: 2 rows; homes 2 new/)
})

test('a file that the disk cannot read, and a link to itself, do not make other files wait', async (t) => {
  put('a.csv', 'a,1\n')
  symlinkSync('b.csv', join(feed, 'b.csv'))
  put('c.csv', 'c,1\n')
  const { open } = promises
  const failing = t.mock.method(promises, 'open', async (...args: Parameters<typeof open>) => {
    if (String(args[0]).endsWith('a.csv')) throw Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'read' })
    return await open(...args)
  })
  syncBuiltinESMExports()
  try {
    start()
    await printed(2)
    assert.match(lines[0] ?? '', / a\.csv failed: Cannot read ".*a\.csv": the system reports EIO\.$/)
    assert.match(lines[1] ?? '', / c\.csv: 1 row; homes 1 new/)
    await stop()
  } finally {
    failing.mock.restore()
    syncBuiltinESMExports()
  }
})

test('a file whose disk fails in the middle is reported and not retried, and other files continue', async (t) => {
  const rows = Array.from({ length: 60_000 }, (_, i) => `a${i},1\n`).join('')
  put('a.csv', rows)
  put('b.csv', 'b,1\n')
  // If the mapping names an encoding, the import does not read the file ahead to detect it.
  writeFileSync(join(folder, 'mls.yaml'), `${MAPPING}format: { type: csv, encoding: utf-8 }\n`)
  const { open } = promises
  const failing = t.mock.method(promises, 'open', async (...args: Parameters<typeof open>) => {
    const handle = await open(...args)
    if (!String(args[0]).endsWith('a.csv')) return handle
    const { read } = handle
    t.mock.method(handle, 'read', async (...what: readonly unknown[]) => {
      if (Number(what[3]) > 0) throw Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'read' })
      return await Reflect.apply(read, handle, what)
    })
    return handle
  })
  syncBuiltinESMExports()
  try {
    start()
    await printed(2)
    assert.match(lines[0] ?? '', / a\.csv failed: Cannot read ".*a\.csv": the system reports EIO\.$/)
    assert.match(lines[1] ?? '', / b\.csv: 1 row; homes 1 new/)
    await stop()
    assert.deepEqual([lines.length, homes()], [2, 1])
  } finally {
    failing.mock.restore()
    syncBuiltinESMExports()
  }
})

test('a file that changes while other files are imported is not imported yet', async () => {
  for (const name of ['a', 'b', 'c']) put(`${name}.csv`, `${name},1\n`)
  onLine = (line) => {
    if (line.includes(' a.csv: ')) writeFileSync(join(feed, 'b.csv'), 'id,price\nb,2\nd')
    if (line.includes(' c.csv: ')) writeFileSync(join(feed, 'b.csv'), 'id,price\nb,2\nd,3\n')
  }
  start()
  await printed(3)
  assert.match(lines[1] ?? '', / c\.csv: /)
  assert.match(lines[2] ?? '', / b\.csv: 2 rows; homes 2 new/)
})

/** Writes the report of an import that never finished, as a crash would leave it. */
function endedWithin(name: string): void {
  const run = { kind: 'watch', source: 'mls', mapping: 'mls', files: [join(feed, name)] } as const
  mkdirSync(dataDir, { recursive: true })
  new RunFile(dataDir, clock, run).progress('Reading', 1, 2)
  const path = join(dataDir, 'runs', `${runsIn(dataDir, clock.now())[0]?.id}.json`)
  writeFileSync(path, readFileSync(path, 'utf8').replace(`"pid":${process.pid}`, '"pid":999999999'))
  clock.set(clock.now() + 1)
}

test('a file whose import crashed the program comes last at the next start, and is skipped after the second crash', async () => {
  for (const name of ['a', 'b', 'c']) put(`${name}.csv`, `${name},1\n`)
  clock.set(systemClock.now() + 10) // later than the files' times
  endedWithin('a.csv')
  endedWithin('b.csv')
  endedWithin('b.csv')
  start()
  await printed(4)
  const [c, again, a, b] = lines
  assert.match(c ?? '', / c\.csv: 1 row; homes 1 new/)
  assert.match(again ?? '', / a\.csv is imported last, because the program crashed while importing it\.$/)
  assert.match(a ?? '', / a\.csv: 1 row; homes 1 new/)
  assert.match(
    b ?? '',
    / b\.csv failed: the program crashed 2 times while it imported this file, which is skipped until it changes\.$/,
  )
  await stop()
  start()
  put('b.csv', 'b,2\nd,3\n')
  assert.match((await printed(5))[4] ?? '', / b\.csv: 2 rows; homes 2 new/)
  await stop()
  assert.equal(lines.length, 5)
})
