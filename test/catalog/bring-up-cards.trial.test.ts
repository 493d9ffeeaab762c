import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { bringUpCards, openCatalog, openWriter } from '../../src/catalog/opening/open.ts'
import { type Log, silentLog } from '../../src/kit/base/log.ts'
import { home } from './contract.ts'
import { makeTrialCards, trialCards } from './trial.ts'

const HOMES = 10_050

const dataDir = mkdtempSync(join(tmpdir(), 'plat-bring-up-'))
after(() => rmSync(dataDir, { recursive: true }))

test('search results with other words are made again before a catalog is opened, and the progress is reported', () => {
  const newCatalogId = () => '0'.repeat(16)
  const writer = openWriter({ dataDir, kind: 'imported', replace: false, cards: trialCards, newCatalogId })
  for (let zpid = 1; zpid <= HOMES; zpid++) writer.put('home', home(zpid))
  writer.commit()
  const progress: [number, number][] = []
  const onProgress = (done: number, total: number) => void progress.push([done, total])
  const reworded = makeTrialCards({ word: 'hearth' })
  bringUpCards(dataDir, trialCards, onProgress)
  assert.equal(progress.length, 0, 'nothing is made again for the same words')
  bringUpCards(dataDir, reworded, onProgress)
  const [first, ...others] = progress
  assert.deepEqual(first, [10_000, HOMES])
  for (const [done, total] of others) assert.deepEqual([done, total], [HOMES, HOMES])
  const lines: string[] = []
  const log: Log = { ...silentLog, info: (_fields, message) => lines.push(message) }
  openCatalog(dataDir, log, reworded).close()
  assert.deepEqual(lines, [], 'opening makes nothing again')
})
