import assert from 'node:assert/strict'
import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { newKey, plat, type Served, serve } from '../test/e2e/program.ts'
import type { Attack, Measured } from './attack.ts'
import { onSmallDisk } from './small-disk.ts'

/** Room for a sample of 500 homes, for its making, and for the file that fills the rest. */
const DISK_MB = 256
const HOMES = 500

/** Calls while the disk is full, and how far apart: the plan allows 50 a second. */
const CALLS = 490
const CALL_EVERY_MS = 25

/** Credits that a service sets aside for a key: so many calls go on at most. */
const LEASE_CREDITS = 512

const SOON_MS = 10_000
const PERSON = '/skip/detailsbyid?peo_id=p1m1'

export const fullDisk: Attack = {
  name: 'full-disk',
  promise:
    'on a full disk calls go on to the end of a lease, none for free, keys can be revoked, and calls about people are a 503',
  full: () => onSmallDisk(DISK_MB, attack),
}

async function attack(dataDir: string): Promise<Measured> {
  const served = await serve(dataDir, { PLAT_HOMES: String(HOMES) })
  try {
    const kept = await newKey(dataDir, 'pro')
    const revoked = await newKey(dataDir, 'pro')
    for (const { key } of [kept, revoked]) await untilStatus(served, key, 200)
    assert.equal((await ask(served, kept.key, PERSON)).status, 200)

    const filler = join(dataDir, 'filler')
    fill(filler)
    const before = await chargedTo(served, kept.key)
    for (let call = 0; call < CALLS; call++) {
      assert.equal((await ask(served, kept.key, served.homePath)).status, 200, 'calls go on')
      await pause(CALL_EVERY_MS)
    }
    const person = await ask(served, kept.key, PERSON)
    assert.equal(person.status, 503, 'a call about people that cannot be written down is not answered')
    let answered = CALLS
    for (let status = 200; status === 200; await pause(CALL_EVERY_MS)) {
      status = (await ask(served, kept.key, served.homePath)).status
      if (status === 200) answered += 1
      else assert.equal(status, 503, 'a call for which no credit is set aside is not answered')
      assert(answered < LEASE_CREDITS, 'some of the lease was spent before')
    }
    assert.equal((await chargedTo(served, kept.key)) - before, answered)

    const { code, stdout, stderr } = await plat(['keys', 'revoke', revoked.keyId, '--data', dataDir])
    assert.equal(code, 0, stderr)
    assert.match(
      stdout + stderr,
      /is revoked: .* The disk is full or has failed, so the revocation is only in the file "revocations"/,
    )
    await untilStatus(served, revoked.key, 401)
    assert.equal((await ask(served, kept.key, '/usage')).status, 200, 'another key works on')
    const told = errorsIn(served)
    assert.equal(told.length, 2, `one line for credits, one for calls about people:\n${told.join('\n')}`)
    for (const line of told) assert.match(line, /is full/)

    rmSync(filler)
    const roomMs = performance.now()
    await untilWritten(dataDir, kept.keyId, before + answered)
    const writtenMs = performance.now() - roomMs
    assert.equal((await ask(served, kept.key, PERSON)).status, 200)
    assert.equal(served.program.stderr.match(/works again: nothing was lost/g)?.length, 2, served.program.stderr)
    assert.equal(errorsIn(served).length, 2, 'nothing more was wrong')
    return {
      'calls on a full disk, answered and charged': answered,
      'log lines that tell of it': told.length,
      'written once there was room, ms later': Math.round(writtenMs),
    }
  } finally {
    served.program.child.kill('SIGTERM')
    assert.equal(await served.program.ended(), 0, served.program.stderr)
  }
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
  const endMs = performance.now() + SOON_MS
  for (;;) {
    const answer = await ask(served, key, '/')
    if (answer.status === status) return
    assert(performance.now() < endMs, `the key is answered with ${answer.status} and not with ${status}`)
    await pause(50)
  }
}

/** As a caller sees it. */
async function chargedTo(served: Served, key: string): Promise<number> {
  const { creditsLimit, creditsRemaining } = (await (await ask(served, key, '/usage')).json()) as {
    creditsLimit: number
    creditsRemaining: number
  }
  return creditsLimit - creditsRemaining
}

/** As the file has it, which another process reads. */
async function untilWritten(dataDir: string, keyId: string, credits: number): Promise<void> {
  const endMs = performance.now() + SOON_MS
  for (;;) {
    const { stdout } = await plat(['keys', 'list', '--json', '--data', dataDir])
    const { keys } = JSON.parse(stdout) as { keys: readonly { keyId: string; creditsUsed: number }[] }
    const used = keys.find((each) => each.keyId === keyId)?.creditsUsed
    if (used === credits) return
    assert(performance.now() < endMs, `${used} credits were written where ${credits} were used`)
  }
}

function errorsIn({ program }: Served): string[] {
  return program.stderr.split('\n').filter((line) => line.includes('"level":"error"'))
}
