import assert from 'node:assert/strict'
import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { newKey, plat, type Served } from '../test/e2e/program.ts'
import type { Attack, Measured } from './attack.ts'
import { done, until, withService } from './harness.ts'
import { onSmallDisk } from './small-disk.ts'

/** Room for a sample of 500 homes, for its making, and for the file that fills the rest. */
const DISK_MB = 256
const HOMES = 500

/** Refusals that are waited for while the disk is full, and how far apart calls are: the plan allows 50 a second. */
const REFUSALS = 20
const CALL_EVERY_MS = 25

const PERSON = '/skip/detailsbyid?peo_id=p1m1'

export const fullDisk: Attack = {
  name: 'full-disk',
  promise: 'on a full disk calls that cost credits are a 503, none for free, others go on, and keys can be revoked',
  full: () => onSmallDisk(DISK_MB, attack),
}

async function attack(dataDir: string): Promise<Measured> {
  return withService(dataDir, { PLAT_HOMES: String(HOMES) }, async (served) => {
    const kept = await newKey(dataDir, 'pro')
    const revoked = await newKey(dataDir, 'pro')
    for (const { key } of [kept, revoked]) await untilStatus(served, key, 200)
    assert.equal((await ask(served, kept.key, PERSON)).status, 200)

    const filler = join(dataDir, 'filler')
    fill(filler)
    const before = await chargedTo(served, kept.key)
    const counts = { answered: 0, refused: 0 }
    while (counts.refused < REFUSALS) {
      const { status } = await ask(served, kept.key, served.homePath)
      assert(status === 200 || status === 503, `${status}`)
      counts[status === 200 ? 'answered' : 'refused'] += 1
      await pause(CALL_EVERY_MS)
    }
    const person = await ask(served, kept.key, PERSON)
    assert.equal(person.status, 503, 'a call about people that cannot be written down is not answered')
    assert.equal((await chargedTo(served, kept.key)) - before, counts.answered)

    const { code, stdout, stderr } = await plat(['keys', 'revoke', revoked.keyId, '--data', dataDir])
    assert.equal(code, 0, stderr)
    assert.match(
      stdout + stderr,
      /is revoked: .* The disk is full or has failed, so the revocation is only in the file "revocations"/,
    )
    await untilStatus(served, revoked.key, 401)
    assert.equal((await ask(served, kept.key, '/usage')).status, 200, 'another key works on')
    const errors = errorsIn(served)
    assert.ok(
      errors.length >= 1 && errors.length <= 2,
      `a line for credits, or for calls about people:\n${errors.join('\n')}`,
    )
    for (const line of errors) assert.match(line, /is full/)

    rmSync(filler)
    const roomMs = performance.now()
    await until(
      async () => (await ask(served, kept.key, PERSON)).status === 200,
      () => 'calls about people are not answered',
    )
    const workedMs = performance.now() - roomMs
    assert.equal(errorsIn(served).length, errors.length, 'nothing more was wrong')
    await untilWritten(dataDir, kept.keyId, await chargedTo(served, kept.key))
    return {
      'calls on a full disk, answered and charged': counts.answered,
      'calls refused': counts.refused,
      'log lines that tell of it': errors.length,
      'answered once there was room, ms later': Math.round(workedMs),
    }
  })
}

/** Until not a byte more fits. */
function fill(path: string): void {
  writeFileSync(path, '')
  for (let bytes = 2 ** 22; bytes >= 1; bytes = Math.floor(bytes / 2)) {
    for (let room = true; room; ) {
      try {
        appendFileSync(path, Buffer.alloc(bytes))
      } catch (error) {
        assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC')
        room = false
      }
    }
  }
}

function ask(served: Served, key: string, path: string): Promise<Response> {
  return served.get(path, { 'x-service-key': key })
}

async function untilStatus(served: Served, key: string, status: number): Promise<void> {
  let last = 0
  const isAnswered = async () => {
    last = (await ask(served, key, '/')).status
    return last === status
  }
  await until(isAnswered, () => `the key is answered with ${last} and not with ${status}`)
}

/** Credits that are charged to a key, as a caller sees it. */
async function chargedTo(served: Served, key: string): Promise<number> {
  const { creditsLimit, creditsRemaining } = (await (await ask(served, key, '/usage')).json()) as {
    creditsLimit: number
    creditsRemaining: number
  }
  return creditsLimit - creditsRemaining
}

/** Waits until the file has these credits, which another process reads. */
async function untilWritten(dataDir: string, keyId: string, credits: number): Promise<void> {
  let used: number | undefined
  const isWritten = async () => {
    const stdout = await done('keys', 'list', '--json', '--data', dataDir)
    const { keys } = JSON.parse(stdout) as { keys: readonly { keyId: string; creditsUsed: number }[] }
    used = keys.find((each) => each.keyId === keyId)?.creditsUsed
    return used === credits
  }
  await until(isWritten, () => `${used} credits were written where ${credits} were used`)
}

function errorsIn({ program }: Served): string[] {
  return program.stderr.split('\n').filter((line) => line.includes('"level":"error"'))
}
