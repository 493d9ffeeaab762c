import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runHere, type TrialTerminal, trialTerminal } from '../../../test/terminal.ts'
import { openCatalog } from '../../catalog/opening/open.ts'
import { fixedClock } from '../../kit/base/clock.ts'
import { silentLog } from '../../kit/base/log.ts'
import { readSettings } from '../../kit/base/settings.ts'
import { cardsOf } from '../serving/words.ts'

async function run(terminal: TrialTerminal, ...args: string[]): Promise<unknown> {
  return runHere(['sample', ...args], terminal)
}

test('passing days change listings, and the log contains each day', async (context) => {
  const data = mkdtempSync(join(tmpdir(), 'plat-sample-'))
  context.after(() => rmSync(data, { recursive: true }))
  const terminal = trialTerminal({ environment: { PLAT_DATA: data }, clock: fixedClock(Date.UTC(2026, 5, 15, 12)) })
  await assert.rejects(run(terminal, '--days', '1'), /has no sample: make one/)
  await run(terminal, '--homes', '3000')
  await run(terminal, '--days', '6')
  assert.match(terminal.printed.at(-1) ?? '', /^6 days have passed in .*: \d+ changes\.$/)
  const catalog = openCatalog(data, silentLog, cardsOf(readSettings({})))
  const bounds = await catalog.log.bounds()
  const events = await catalog.log.between(['home', 'offer'], bounds, 1000)
  const kinds = new Set(events.flatMap((event) => event.kinds))
  for (const kind of ['price', 'status', 'gone', 'back'] as const) assert.ok(kinds.has(kind), kind)
  assert.match(terminal.printed.at(-1) ?? '', new RegExp(` ${events.length} changes`))
  catalog.close()
})
