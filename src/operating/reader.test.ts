import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { systemClock } from '../base/clock.ts'
import { Fault } from '../base/failure.ts'
import { RunFile } from '../ingest/run-folder.ts'
import { Reader } from './reader.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'plat-reader-'))
after(() => rmSync(dataDir, { recursive: true }))

test('the thread starts when somebody asks, ends afterwards, and what it cannot read is a refusal of one sentence', async () => {
  const reader = new Reader(dataDir, 0)
  const run = new RunFile(dataDir, systemClock, { kind: 'import', source: 'mls' })
  const [runs, files] = await Promise.all([reader.read('runs'), reader.read('files')])
  assert.deepEqual(
    runs.map(({ state, source }) => [state, source]),
    [['running', 'mls']],
  )
  assert.deepEqual(
    files.map(({ name, kind, files: inside }) => [name, kind, inside]),
    [['runs/', 'runs', 1]],
  )
  run.end({ state: 'done' })
  await assert.rejects(reader.read('tallies'), (error) => {
    return (
      error instanceof Fault && error.code === 'server.busy' && error.message.startsWith('There is no catalogue in')
    )
  })
  await reader.close()
})
