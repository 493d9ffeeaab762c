import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Nudges } from './nudges.ts'

/** Why nothing can be watched here, as where the system has no more watches. */
function unwatchable(): string | false {
  try {
    watch(tmpdir(), { persistent: false }).close()
    return false
  } catch (error) {
    return `the system watches no folder: ${String(error)}`
  }
}

const skip = unwatchable()

test('what is written to files of a catalogue is looked at some times, and nothing else is', { skip }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-nudges-'))
  const log = join(dataDir, 'catalogue-0.sqlite-wal')
  for (const path of [log, join(dataDir, 'access.sqlite-wal')]) writeFileSync(path, '')
  let looks = 0
  const nudges = new Nudges(dataDir, () => {
    looks++
  })
  appendFileSync(join(dataDir, 'access.sqlite-wal'), 'a')
  await wait(30)
  assert.equal(looks, 0)
  appendFileSync(log, 'a')
  for (let waits = 0; looks < 2; waits++) {
    assert.ok(waits < 6000, 'the system told of no write for half a minute')
    await wait(5)
  }
  nudges.close()
  const before = looks
  appendFileSync(log, 'a')
  await wait(30)
  assert.equal(looks, before)
  new Nudges(join(dataDir, 'missing'), assert.fail).close()
  rmSync(dataDir, { recursive: true })
})
