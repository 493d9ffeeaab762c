import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fixedClock } from '../../kit/base/clock.ts'
import { EXIT } from '../../kit/base/failure.ts'
import { run } from '../cli/index.ts'
import type { Terminal } from '../terminal/terminal.ts'

async function mcp(...words: readonly string[]) {
  const printed: string[] = []
  const noted: string[] = []
  const terminal: Terminal = {
    environment: {},
    clock: fixedClock(0),
    interrupted: new AbortController().signal,
    watched: false,
    print: (line) => printed.push(line),
    note: (line) => noted.push(line),
    write: async () => {},
    overwrite: () => {},
  }
  return { code: await run(['mcp', ...words], terminal), printed, noted: noted.join('\n') }
}

test('a folder without a catalog, and --url together with --data, are refused with advice; nothing is printed', async () => {
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
