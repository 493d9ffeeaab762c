import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { trialTerminal } from '../../../test/terminal.ts'
import { EXIT } from '../../kit/base/failure.ts'
import { run } from '../cli/index.ts'

async function mcp(...words: readonly string[]) {
  const terminal = trialTerminal()
  const { printed, noted } = terminal
  return { code: await run(['mcp', ...words], terminal), printed, noted: noted.join('\n') }
}

test('a folder without a catalog, and --url together with --data, are rejected with advice; nothing is printed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plat-mcp-'))
  try {
    const empty = await mcp('--data', folder)
    assert.deepEqual([empty.code, empty.printed], [EXIT.noInput, []])
    assert.match(empty.noted, /no catalog in .*: make one with \.\/plat sample --data/)
    const both = await mcp('--data', folder, '--url', 'http://127.0.0.1:1')
    assert.deepEqual([both.code, both.printed], [EXIT.usage, []])
    assert.match(both.noted, /Cannot use --url together with --data/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
