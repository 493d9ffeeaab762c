import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { runHere, type TrialTerminal, trialTerminal } from '../../../test/terminal.ts'
import { catalogKind, openCatalog, openWriter } from '../../catalog/opening/open.ts'
import { fixedClock } from '../../kit/base/clock.ts'
import { CommandFault } from '../../kit/base/failure.ts'
import { silentLog } from '../../kit/base/log.ts'
import { readSettings } from '../../kit/base/settings.ts'
import { cardsOf } from '../serving/words.ts'
import type { Terminal } from '../terminal/terminal.ts'

const CARDS = cardsOf(readSettings({}))

function folder(context: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'plat-sample-'))
  context.after(() => rmSync(path, { recursive: true, force: true }))
  return path
}

function terminalOf(change: Partial<Terminal> = {}) {
  return trialTerminal({ clock: fixedClock(Date.UTC(2026, 5, 15, 12)), ...change })
}

async function run(terminal: TrialTerminal, ...args: string[]): Promise<unknown> {
  return runHere(['sample', ...args], terminal)
}

test('makes a catalog, says what is in it, and replaces it with another sample', async (context) => {
  const data = folder(context)
  const terminal = terminalOf({ environment: { PLAT_DATA: data, PLAT_SEED: '5' } })
  await run(terminal, '--homes', '300')
  assert.match(terminal.printed[0] ?? '', /300 homes in 18 metros of 16 states/)
  const catalog = openCatalog(data, silentLog, CARDS)
  assert.equal(catalog.about().sample, true)
  assert.equal(catalog.about().counts.home, 300)
  const first = await catalog.records.get('home', 10_000_000)
  catalog.close()

  await run(terminal, '--homes', '120')
  const smaller = openCatalog(data, silentLog, CARDS)
  assert.equal(smaller.about().counts.home, 120)
  assert.deepEqual(await smaller.records.get('home', 10_000_000), first, 'the same seed makes the same first home')
  smaller.close()
})

test('refuses to replace imported data, in one sentence that names the folder', async (context) => {
  const data = folder(context)
  openWriter({
    dataDir: data,
    kind: 'imported',
    replace: false,
    cards: CARDS,
    newCatalogId: () => '0123456789abcdef',
  }).commit()
  await assert.rejects(run(terminalOf(), '--homes', '100', '--data', data), (error: unknown) => {
    assert.ok(error instanceof CommandFault)
    assert.match(error.message, new RegExp(`^"${data}" has imported data, `))
    return true
  })
  assert.equal(catalogKind(data), 'imported')
})

test('an interrupted command leaves nothing behind', async (context) => {
  const data = folder(context)
  const reason = new Error('Ctrl-C')
  await assert.rejects(
    run(terminalOf({ interrupted: AbortSignal.abort(reason) }), '--homes', '9000', '--data', data),
    reason,
  )
  assert.equal(catalogKind(data), undefined)
  assert.deepEqual(
    readdirSync(data).filter((name) => name.endsWith('.sqlite')),
    [],
  )
})

test('refuses a number of homes that it cannot make', async (context) => {
  const data = folder(context)
  for (const homes of ['0', '10000001', 'many', '-5', '2.5']) {
    await assert.rejects(run(terminalOf(), `--homes=${homes}`, '--data', data), CommandFault, homes)
  }
})
