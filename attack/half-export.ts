import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { PLAT, Program } from '../test/e2e/program.ts'
import type { Attack, Measured } from './attack.ts'
import { done, ended, inFolder, timeOf } from './harness.ts'

const BEFORE = 'what was there before'

/** Runs an export that cannot finish: its standard output is closed after the first chunk. */
async function unread(dataDir: string): Promise<void> {
  const program = new Program(PLAT, ['export', 'homes', '--format', 'ndjson', '--data', dataDir])
  program.child.stdout?.once('data', () => program.child.stdout?.destroy())
  assert.equal(await program.ended(), 74, program.stderr)
  assert.match(program.stderr, /^The export is incomplete, because standard output failed: its reader has stopped\.$/m)
}

function linesIn(path: string): number {
  return readFileSync(path, 'utf8').trimEnd().split('\n').length
}

async function attack(homes: number, kills: number): Promise<Measured> {
  return inFolder(async (at) => {
    const [dataDir, out, complete] = [at('data'), at('homes.csv'), at('complete.csv')]
    await done('sample', '--homes', String(homes), '--data', dataDir)
    await unread(dataDir)
    if (kills === 0) return { homes }
    const tookMs = await timeOf(() => done('export', 'homes', '--format', 'csv', '--out', complete, '--data', dataDir))
    let whole = 0
    for (let kill = 0; kill < kills; kill++) {
      const signal = kill % 2 === 0 ? 'SIGINT' : 'SIGKILL'
      writeFileSync(out, BEFORE)
      const words = ['export', 'homes', '--out', out, '--data', dataDir]
      const program = await ended(words, tookMs * (0.3 + (0.8 * kill) / kills), signal)
      const isWhole = readFileSync(out, 'utf8') !== BEFORE
      if (isWhole) assert.equal(linesIn(out), linesIn(complete))
      if (program.child.exitCode === 0) assert.ok(isWhole, 'it succeeded, so the file is there')
      const partial = `.${program.child.pid}.partial`
      const beside = readdirSync(at()).filter((name) => name.endsWith(partial))
      if (signal === 'SIGINT') assert.deepEqual(beside, [], 'an export that is interrupted leaves nothing behind')
      if (isWhole) whole++
    }
    return { homes, 'exports ended': kills, 'of them whole': whole }
  })
}

export const halfExport: Attack = {
  name: 'half-export',
  promise: 'an export that is interrupted, killed or not read to its end never looks complete',
  short: () => attack(60, 0),
  full: () => attack(5_000, 20),
}
