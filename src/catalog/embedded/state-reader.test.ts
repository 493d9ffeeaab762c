import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { trialCards } from '../../../test/catalog/trial.ts'
import { CommandFault, EXIT } from '../../base/failure.ts'
import type { CardMaker } from '../cards.ts'
import { StateDesk } from './state-reader.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'plat-desk-'))
after(() => rmSync(dataDir, { recursive: true }))

/** Nothing but zeros, and too many of them to be read without a thread. */
const path = join(dataDir, 'large')
writeFileSync(path, '')
truncateSync(path, 8 * 1024 * 1024)

function deskWith(cards: CardMaker): StateDesk {
  return new StateDesk({ dataDir, cards }, () => {})
}

test('what a thread refuses comes as it would without one, again and again', async () => {
  const desk = deskWith(trialCards)
  for (let asked = 0; asked < 2; asked++) {
    const refused = await desk.ask('load', path).catch((error: unknown) => error)
    assert.ok(refused instanceof CommandFault, String(refused))
    assert.equal(refused.exitCode, EXIT.data)
    assert.match(refused.message, /cannot be read \(file is not a database\): run \.\/plat check/)
  }
  desk.close()
})

test('a thread that breaks refuses its question, and the next one has another', async () => {
  const recipe = { module: 'data:text/javascript,throw new Error("no cards")', made: 'none', argument: undefined }
  const desk = deskWith({ ...trialCards, recipe })
  for (let asked = 0; asked < 2; asked++) await assert.rejects(desk.ask('load', path), /no cards/)
  desk.close()
})

test('a question that waits is refused when the desk is closed', async () => {
  const desk = deskWith(trialCards)
  const refused = assert.rejects(desk.ask('load', path), /has ended/)
  desk.close()
  await refused
})
