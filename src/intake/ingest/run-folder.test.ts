import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type Clock, fixedClock, systemClock } from '../../kit/base/clock.ts'
import { RunFile, rulesTold, runsIn } from './run-folder.ts'
import type { RunKind } from './runs.ts'

const START_MS = Date.parse('2026-03-01T10:00:00Z')

function scratch(): string {
  const path = mkdtempSync(join(tmpdir(), 'plat-runs-'))
  after(() => rmSync(path, { recursive: true, force: true }))
  return path
}

function begin(dataDir: string, clock: Clock, kind: RunKind): RunFile {
  return new RunFile(dataDir, clock, { kind, source: 'mls' })
}

test('a run is reported from its beginning to its end', () => {
  const [dataDir, clock] = [scratch(), fixedClock(START_MS)]
  const run = new RunFile(dataDir, clock, { kind: 'import', source: 'mls', mapping: 'my', files: ['a.csv'] })
  const [begun] = runsIn(dataDir, clock.now())
  assert.deepEqual(
    [begun?.state, begun?.startedAt, begun?.source, begun?.mapping, begun?.files, begun?.progress],
    ['running', '2026-03-01T10:00:00.000Z', 'mls', 'my', ['a.csv'], null],
  )
  const steps: unknown[] = []
  for (const [step, done] of [
    ['Reading', 2000],
    ['Reading', 4000],
    ['Preparing all records for searches', 5],
  ] as const) {
    run.progress(step, done, 9000)
    steps.push(runsIn(dataDir, clock.now())[0]?.progress)
    clock.set(clock.now() + 600)
  }
  const progress = { total: 9000, at: '2026-03-01T10:00:00.000Z' }
  assert.deepEqual(steps, [
    { ...progress, step: 'Reading', done: 2000 },
    { ...progress, step: 'Reading', done: 2000 },
    { ...progress, step: 'Preparing all records for searches', done: 5, at: '2026-03-01T10:00:01.200Z' },
  ])
  run.end({ state: 'refused', failure: 'None of the rows could be used.' })
  const [ended] = runsIn(dataDir, clock.now())
  assert.deepEqual(
    [ended?.state, ended?.seconds, ended?.failure, ended?.progress, ended?.endedAt],
    ['refused', 1.8, 'None of the rows could be used.', null, '2026-03-01T10:00:01.800Z'],
  )
  assert.equal('process' in (ended ?? {}), false)
})

test('the last 50 runs of each kind are stored, and syncs do not displace imports', () => {
  const [dataDir, clock] = [scratch(), fixedClock(START_MS)]
  for (let n = 0; n < 3; n++) begin(dataDir, clock, 'import').end({ state: 'done' }) // all start at the same time
  for (let n = 0; n < 60; n++) {
    clock.set(START_MS + n * 60_000)
    begin(dataDir, clock, 'sync').end({ state: 'done' })
  }
  const runs = runsIn(dataDir, clock.now())
  assert.deepEqual(
    [runs.length, runs[0]?.startedAt, runs[49]?.startedAt],
    [53, '2026-03-01T10:59:00.000Z', '2026-03-01T10:10:00.000Z'],
  )
  assert.equal(new Set(runs.map(({ id }) => id)).size, 53)
})

test('a run is lost if its process has ended, or if it is on another machine and made no progress for long', () => {
  const [dataDir, clock] = [scratch(), fixedClock(systemClock.now())]
  begin(dataDir, clock, 'import')
  const path = join(dataDir, 'runs', readdirSync(join(dataDir, 'runs'))[0] ?? '')
  const stateNow = () => runsIn(dataDir, clock.now())[0]?.state
  const as = (by: object) =>
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), process: by }))
  const { process: own } = JSON.parse(readFileSync(path, 'utf8'))
  assert.equal(stateNow(), 'running')
  as({ ...own, pid: 2 ** 22 + 1 }) // no process has an id this large
  assert.equal(stateNow(), 'lost')
  as({ host: 'another', pid: 2 ** 22 + 1 })
  assert.equal(stateNow(), 'running')
  const old = new Date(clock.now() - 16 * 60_000)
  utimesSync(path, old, old)
  assert.equal(stateNow(), 'lost')
  as(own) // a sync that waits for its request budget writes nothing
  utimesSync(path, old, old)
  assert.equal(stateNow(), 'running')
})

test('a run goes on if its record cannot be written, and no data folder is created for it', () => {
  const dataDir = scratch()
  const missing = join(dataDir, 'missing')
  const run = new RunFile(missing, fixedClock(START_MS), { kind: 'import', source: 'mls' })
  run.progress('Reading', 1, 2)
  run.end({ state: 'done' })
  run.forget()
  assert.equal(existsSync(missing), false)
  writeFileSync(join(dataDir, 'runs'), 'no folder')
  new RunFile(dataDir, fixedClock(START_MS), { kind: 'import', source: 'mls' }).end({ state: 'done' })
  assert.equal(readFileSync(join(dataDir, 'runs'), 'utf8'), 'no folder')
})

test('foreign and broken files are ignored', () => {
  const dataDir = scratch()
  assert.deepEqual(runsIn(dataDir, START_MS), [])
  begin(dataDir, fixedClock(START_MS), 'watch')
  writeFileSync(join(dataDir, 'runs', '2026-03-01T100000.000Z-import-1.json'), '{"half":')
  writeFileSync(join(dataDir, 'runs', 'notes.json'), '{}')
  assert.deepEqual(
    runsIn(dataDir, START_MS).map(({ kind }) => kind),
    ['watch'],
  )
})

test('the report of a useless file is stored with a limited number of rules and characters', () => {
  const rules = Array.from({ length: 60 }, (_, n) => ({
    rule: `r${n}`,
    sentence: 'Odd.',
    rows: 1,
    example: 'x'.repeat(9000),
  }))
  const lines = rulesTold(rules)
  assert.deepEqual([lines.length, lines[0]?.example.length], [50, 301])
})
