import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PLAT, Program, plat, scratch } from '../test/e2e/program.ts'
import type { Attack, Measured } from './attack.ts'

const BEFORE = 'what was there before'

/** The reader of standard output goes away after the first piece. */
async function unread(dataDir: string): Promise<void> {
  const program = new Program(PLAT, ['export', 'homes', '--format', 'ndjson', '--data', dataDir])
  program.child.stdout?.once('data', () => program.child.stdout?.destroy())
  assert.equal(await program.ended(), 74, program.stderr)
  assert.match(program.stderr, /^Standard output ends before the export does: nobody reads it any more\.$/m)
}

/** The process ends at some moment, in one of the ways in which processes do. */
async function ended(dataDir: string, out: string, signal: 'SIGINT' | 'SIGKILL', afterMs: number): Promise<boolean> {
  writeFileSync(out, BEFORE)
  const program = new Program(PLAT, ['export', 'homes', '--out', out, '--data', dataDir])
  await pause(afterMs)
  program.child.kill(signal)
  const code = await program.ended()
  const found = readFileSync(out, 'utf8')
  const isWhole = found !== BEFORE
  if (isWhole)
    assert.equal(found.trimEnd().split('\n').length, readFileSync(`${out}.whole`, 'utf8').trimEnd().split('\n').length)
  if (code === 0) assert.ok(isWhole, 'it ended well, so the file is there')
  const beside = readdirSync(join(out, '..')).filter((name) => name.endsWith(`.${program.child.pid}.partial`))
  if (signal === 'SIGINT') assert.deepEqual(beside, [], 'an export that is interrupted leaves nothing behind')
  return isWhole
}

async function attack(homes: number, kills: number): Promise<Measured> {
  const folder = scratch()
  const awake = setInterval(() => {}, 1000) // what is left of a killed program keeps no loop alive
  try {
    const dataDir = join(folder.path, 'data')
    const made = await plat(['sample', '--homes', String(homes), '--data', dataDir])
    assert.equal(made.code, 0, made.stderr)
    await unread(dataDir)
    if (kills === 0) return { homes }
    const out = join(folder.path, 'homes.csv')
    const beganMs = performance.now()
    assert.equal(
      (await plat(['export', 'homes', '--format', 'csv', '--out', `${out}.whole`, '--data', dataDir])).code,
      0,
    )
    const tookMs = performance.now() - beganMs
    assert.ok(existsSync(`${out}.whole`))
    let whole = 0
    for (let kill = 0; kill < kills; kill++) {
      const signal = kill % 2 === 0 ? 'SIGINT' : 'SIGKILL'
      if (await ended(dataDir, out, signal, tookMs * (0.3 + (0.8 * kill) / kills))) whole++
    }
    return { homes, 'exports ended': kills, 'of them whole': whole }
  } finally {
    clearInterval(awake)
    folder.remove()
  }
}

export const halfExport: Attack = {
  name: 'half-export',
  promise: 'an export that is interrupted, killed or not read to its end never looks whole',
  short: () => attack(60, 0),
  full: () => attack(5_000, 20),
}
