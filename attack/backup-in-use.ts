import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { newKey, PLAT, Program, plat, type Served, scratch, serve } from '../test/e2e/program.ts'
import type { Attack, Measured } from './attack.ts'
import { bringIn, contentOf, importKinds } from './import-kinds.ts'
import { onSmallDisk } from './small-disk.ts'

interface Size {
  readonly rows: number
  readonly backups: number
  /** How often a backup, and a restore, is killed. */
  readonly kills: number
}

/** Room for a small data folder and its backup, and nothing more. */
const DISK_MB = 96
/** Of what a backup takes. */
const ROOMS = [0, 0.1, 0.5, 0.9]
const FULL_DISK_ROWS = 4000
const SHORT_ROWS = 60
const PATHS = ['/usage', '/search/byaddress?location=98103&listingStatus=For_Sale', '/byzpid?zpid=']

export const backupInUse: Attack = {
  name: 'backup-in-use',
  promise:
    'a backup made beside imports and charged calls, put back, answers the same bytes with an exact ledger; killed or without room, neither it nor a restore ever looks whole',
  short,
  full,
}

/** One backup beside one import and calls: whichever of the two states it holds, it answers as the service did in it. */
async function short(): Promise<Measured> {
  const folder = scratch()
  const awake = setInterval(() => {}, 1000) // as below
  const [dataDir, backup, restored] = ['data', 'backup', 'restored'].map((name) => join(folder.path, name))
  assert.ok(dataDir !== undefined && backup !== undefined && restored !== undefined)
  try {
    const change = importKinds(folder.path, SHORT_ROWS).find(({ name }) => name === 'change')
    await bringIn(change?.before[0] ?? [], dataDir)
    const { key } = await newKey(dataDir, 'pro')
    const served = await serve(dataDir, { PLAT_WORKERS: '1' })
    const zpid = await someHome(served, key)
    const calls = { answered: 0, sent: 0 }
    let isOver = false
    const calling = (async () => {
      while (!isOver) await call(served, key, zpid, calls)
    })()
    calling.catch(() => {}) // told when it is awaited
    const states = new Map([await stateOf(served, key)])
    const least = calls.answered
    await Promise.all([bringIn(change?.words ?? [], dataDir), done(['backup', backup, '--data', dataDir])])
    const most = calls.sent
    while (states.size < 2) states.set(...(await stateOf(served, key)))
    isOver = true
    await calling
    await served.stop()
    await done(['restore', backup, '--data', restored])
    const again = await serve(restored, { PLAT_MEDIA_ORIGIN: served.a, PLAT_WORKERS: '1' })
    const { used } = (await (await again.get('/api_reqcount', { 'x-service-key': key })).json()) as { used: number } // as declared
    const [version, answer] = await stateOf(again, key)
    assert.ok(states.has(version), 'the restored catalogue is one that was imported')
    assert.equal(answer, states.get(version), 'the same bytes')
    // two searches found a home and the first state
    assert.ok(least + 2 <= used && used <= most + 2, `${least + 2} <= ${used} <= ${most + 2}`)
    await again.stop()
    return { rows: SHORT_ROWS, 'calls charged meanwhile': used }
  } finally {
    clearInterval(awake)
    folder.remove()
  }
}

/** A version of the data, and what is found in it. */
async function stateOf(served: Served, key: string): Promise<[version: string, text: string]> {
  await pause(CALL_EVERY_MS)
  const { text, headers } = await ask(served, key, PATHS[1] ?? '', '')
  return [headers[1] ?? '', text]
}

async function full(): Promise<Measured | string> {
  const measured = await attack({ rows: 3000, backups: 6, kills: 12 })
  const fullDisk = await onSmallDisk(DISK_MB, withoutRoom)
  return typeof fullDisk === 'string' ? fullDisk : { ...measured, ...fullDisk }
}

async function attack({ rows, backups, kills }: Size): Promise<Measured> {
  const folder = scratch()
  const awake = setInterval(() => {}, 1000) // what is left of a killed program keeps no loop alive
  const at = (name: string) => join(folder.path, name)
  try {
    const dataDir = at('data')
    const change = importKinds(folder.path, rows).find(({ name }) => name === 'change')
    assert.ok(change !== undefined)
    const first = change.before[0] ?? []
    await bringIn(first, dataDir)
    const states = new Set([await contentOf(dataDir, 'homes')])
    await bringIn(change.words, dataDir)
    states.add(await contentOf(dataDir, 'homes'))
    assert.equal(states.size, 2)
    const { key } = await newKey(dataDir, 'pro')
    const served = await serve(dataDir, { PLAT_WORKERS: '2' })
    const calls = { answered: 0, sent: 0 }
    let isOver = false
    const zpid = await someHome(served, key)
    const calling = Array.from({ length: 2 }, async () => {
      while (!isOver) await call(served, key, zpid, calls)
    })
    const importing = (async () => {
      for (let round = 0; !isOver; round++) await bringIn(round % 2 === 0 ? first : change.words, dataDir)
    })()
    for (const work of [...calling, importing]) work.catch(() => {}) // told when they are awaited
    let charged = 0
    for (let round = 0; round < backups; round++) {
      const before = calls.answered
      await done(['backup', at(`backup-${round}`), '--data', dataDir])
      const after = calls.sent
      await done(['restore', at(`backup-${round}`), '--data', at('restored')])
      assert.ok(states.has(await contentOf(at('restored'), 'homes')), 'the restored catalogue is one that was imported')
      charged = await chargedIn(at('restored'), key)
      assert.ok(before + 1 <= charged && charged <= after + 1, `${before + 1} <= ${charged} <= ${after + 1}`)
      for (const name of [`backup-${round}`, 'restored']) rmSync(at(name), { recursive: true })
    }
    isOver = true
    await Promise.all([...calling, importing])
    const same = await answersTheSame(served, key, zpid, dataDir, at)
    assert.equal(same.charged, calls.answered + 1, 'every answered call is charged, once')
    await served.stop()
    const outcomes = await killed(dataDir, at, kills)
    return {
      rows,
      backups,
      'calls charged meanwhile': charged,
      'answers with the same bytes': same.answers,
      ...outcomes,
    }
  } finally {
    clearInterval(awake)
    folder.remove()
  }
}

async function done(words: readonly string[]): Promise<void> {
  const { code, stderr } = await plat(words)
  assert.equal(code, 0, stderr)
}

async function someHome(served: Served, key: string): Promise<string> {
  const answer = await served.get(PATHS[1] ?? '', { 'x-service-key': key })
  const zpid = (await answer.text()).match(/"zpid":(\d+)/)?.[1]
  assert.ok(zpid !== undefined, 'there is a home for sale')
  return zpid
}

/** The plan allows 50 calls a second. */
const CALL_EVERY_MS = 45

async function call(served: Served, key: string, zpid: string, calls: { answered: number; sent: number }) {
  calls.sent += 1
  const answer = await served.get(`${PATHS[2]}${zpid}`, { 'x-service-key': key })
  await answer.arrayBuffer()
  assert.equal(answer.status, 200)
  calls.answered += 1
  await pause(CALL_EVERY_MS)
}

/** What a service on the folder says that the key has spent. */
async function chargedIn(dataDir: string, key: string): Promise<number> {
  const served = await serve(dataDir, { PLAT_WORKERS: '1' })
  const { used } = (await (await served.get('/api_reqcount', { 'x-service-key': key })).json()) as { used: number }
  await served.stop()
  return used
}

/** Backs the folder up beside the service, and compares what both answer. */
async function answersTheSame(
  served: Served,
  key: string,
  zpid: string,
  dataDir: string,
  at: (name: string) => string,
): Promise<{ answers: number; charged: number }> {
  await done(['backup', at('last'), '--data', dataDir])
  await done(['restore', at('last'), '--data', at('same')])
  const charged = await chargedIn(at('same'), key)
  const again = await serve(at('same'), { PLAT_MEDIA_ORIGIN: served.a, PLAT_WORKERS: '1' })
  for (const path of PATHS) {
    const [one, other] = [await ask(served, key, path, zpid), await ask(again, key, path, zpid)]
    assert.equal(one.text, other.text, path)
    assert.deepEqual(one.headers, other.headers, path)
  }
  await again.stop()
  rmSync(at('same'), { recursive: true })
  rmSync(at('last'), { recursive: true })
  return { answers: PATHS.length, charged }
}

async function ask(served: Served, key: string, path: string, zpid: string) {
  const answer = await served.get(path.endsWith('=') ? path + zpid : path, {
    'x-service-key': key,
    'accept-encoding': 'identity',
  })
  const headers = ['etag', 'x-data-version', 'x-credits-remaining'].map((name) => answer.headers.get(name))
  return { text: await answer.text(), headers }
}

/** Kills backups and restores at moments that are spread over the time that they take. */
async function killed(dataDir: string, at: (name: string) => string, kills: number): Promise<Measured> {
  const began = performance.now()
  await done(['backup', at('whole'), '--data', dataDir])
  const backupMs = performance.now() - began
  const content = await contentOf(dataDir, 'homes')
  const outcomes = { 'backups whole': 0, 'restores whole': 0, 'restores refused': 0 }
  for (let kill = 0; kill < kills; kill++) {
    const moment = ((kill * 0.618_034) % 1) * 1.1
    await end(['backup', at('killed'), '--data', dataDir], moment * backupMs)
    if (existsSync(at('killed'))) {
      outcomes['backups whole'] += 1
      await done(['restore', at('killed'), '--data', at('restored')])
      assert.equal(await contentOf(at('restored'), 'homes'), content)
      for (const name of ['killed', 'restored']) rmSync(at(name), { recursive: true })
    }
    for (const name of readdirSync(at('.'))) if (name.endsWith('.partial')) rmSync(at(name), { recursive: true })
    await end(['restore', at('whole'), '--data', at('restored')], moment * backupMs)
    const found = await plat(['check', '--data', at('restored')])
    if (found.code === 0) outcomes['restores whole'] += 1
    else {
      assert.ok(found.code === 66 || /A restore of .* has begun and not ended/.test(found.stderr), found.stderr)
      outcomes['restores refused'] += 1
      await done(['restore', at('whole'), '--data', at('restored')])
    }
    assert.equal(await contentOf(at('restored'), 'homes'), content)
    rmSync(at('restored'), { recursive: true })
  }
  return outcomes
}

async function end(words: readonly string[], afterMs: number): Promise<void> {
  const program = new Program(PLAT, words)
  await pause(afterMs)
  program.child.kill('SIGKILL')
  await program.ended()
}

/** Backups and restores to a disk without room leave nothing, and say so in a sentence. */
async function withoutRoom(disk: string): Promise<Measured> {
  const folder = scratch()
  const at = (name: string) => join(folder.path, name)
  let refused = 0
  try {
    const kind = importKinds(folder.path, FULL_DISK_ROWS)[0]
    await bringIn(kind?.words ?? [], at('data'))
    await done(['backup', at('whole'), '--data', at('data')])
    const bytes = readdirSync(at('whole')).reduce((sum, name) => sum + statSync(join(at('whole'), name)).size, 0)
    for (const room of ROOMS) {
      for (const words of [
        ['backup', join(disk, 'to'), '--data', at('data')],
        ['restore', at('whole'), '--data', join(disk, 'to')],
      ]) {
        const filler = join(disk, 'filler')
        writeFileSync(filler, Buffer.alloc(Math.max(0, bytesLeft(disk) - Math.floor(room * bytes))))
        const { code, stderr } = await plat(words)
        rmSync(filler)
        assert.equal(code, 73, stderr)
        assert.match(stderr, /^(The disk that holds .* is full|Cannot (write|restore) .*(is full|are free))/m)
        assert.deepEqual(readdirSync(disk), [], 'nothing is left')
        refused += 1
      }
    }
    await done(['restore', at('whole'), '--data', join(disk, 'to')])
    assert.ok(readFileSync(join(disk, 'to', 'catalogue'), 'utf8').startsWith('catalogue-'))
    return { 'backups and restores without room, refused': refused }
  } finally {
    folder.remove()
  }
}

function bytesLeft(disk: string): number {
  const { bavail, bsize } = statfsSync(disk)
  return bavail * bsize
}
