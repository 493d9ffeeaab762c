import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { trialCards } from '../../../test/catalog/trial.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { CardMaker } from '../ports/cards.ts'
import { StateReader } from './state-reader.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'plat-state-reader-'))
after(() => rmSync(dataDir, { recursive: true }))

/** A file of zeros, so large that a worker must read it. */
const path = join(dataDir, 'large')
writeFileSync(path, '')
truncateSync(path, 8 * 1024 * 1024)

function readerWith(cards: CardMaker): StateReader {
  return new StateReader({ dataDir, cards })
}

test('a worker rejects with the same CommandFault as the calling thread, every time', async () => {
  const reader = readerWith(trialCards)
  for (let round = 0; round < 2; round++) {
    const refused = await reader.ask('load', path).catch((error: unknown) => error)
    assert.ok(refused instanceof CommandFault, String(refused))
    assert.equal(refused.exitCode, EXIT.data)
    assert.match(refused.message, /cannot be read \(file is not a database\): run \.\/plat check/)
  }
  reader.close()
})

test('a worker that breaks rejects its task, and the next task gets a new worker', async () => {
  const recipe = { module: 'data:text/javascript,throw new Error("no cards")', factory: 'none', argument: undefined }
  const reader = readerWith({ ...trialCards, recipe })
  for (let round = 0; round < 2; round++) await assert.rejects(reader.ask('load', path), /no cards/)
  reader.close()
})

test('closing the reader rejects the pending task', async () => {
  const reader = readerWith(trialCards)
  const refused = assert.rejects(reader.ask('load', path), /has ended/)
  reader.close()
  await refused
})
