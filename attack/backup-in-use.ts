import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { newKey, plat, type Served, serve } from '../test/e2e/program.ts'
import type { Attack, Measured } from './attack.ts'
import { type At, done, ended, inFolder, momentsOf, timeOf, withRoom } from './harness.ts'
import { bringIn, contentOf, importKinds } from './import-kinds.ts'
import { onSmallDisk } from './small-disk.ts'

/** Room for a small data folder and its backup, and nothing more. */
const DISK_MB = 96
/** Room that is left, as shares of what a backup takes. */
const ROOMS = [0, 0.1, 0.5, 0.9]
const FULL_DISK_ROWS = 4000
const SHORT_ROWS = 60
const SEARCH = '/search/byaddress?location=98103&listingStatus=For_Sale'

/** The plan allows 50 calls a second. */
const CALL_EVERY_MS = 45

export const backupInUse: Attack = {
  name: 'backup-in-use',
  promise:
    'a backup made beside imports and charged calls, put back, answers the same bytes with an exact ledger; killed or without room, neither it nor a restore ever looks whole',
  short,
  full,
}

/** A key that calls without a pause, and what became of its calls. */
class Calling {
  answered = 0
  sent = 0
  readonly #paths: readonly string[]
  readonly #served: Served
  readonly #key: string
  readonly #over: Promise<unknown>
  #isOver = false

  private constructor(served: Served, key: string, zpid: string, callers: number) {
    this.#served = served
    this.#key = key
    this.#paths = ['/usage', SEARCH, `/byzpid?zpid=${zpid}`]
    this.#over = Promise.all(Array.from({ length: callers }, () => this.#call()))
    this.#over.catch(() => {}) // told by `end`
  }

  static async begin(served: Served, key: string, callers: number): Promise<Calling> {
    const answer = await served.get(SEARCH, { 'x-service-key': key })
    const zpid = (await answer.text()).match(/"zpid":(\d+)/)?.[1]
    assert.ok(zpid !== undefined, 'there is a home for sale')
    return new Calling(served, key, zpid, callers)
  }

  async end(): Promise<void> {
    this.#isOver = true
    await this.#over
  }

  async #call(): Promise<void> {
    const path = this.#paths.at(-1) ?? ''
    while (!this.#isOver) {
      this.sent += 1
      const answer = await this.#served.get(path, { 'x-service-key': this.#key })
      await answer.arrayBuffer()
      assert.equal(answer.status, 200)
      this.answered += 1
      await pause(CALL_EVERY_MS)
    }
  }

  /** Another service answers each path with the same bytes and headers; returns how many. */
  async sameFrom(other: Served): Promise<number> {
    for (const path of this.#paths) {
      const [one, another] = [await ask(this.#served, this.#key, path), await ask(other, this.#key, path)]
      assert.deepEqual(another, one, path)
    }
    return this.#paths.length
  }
}

async function ask(served: Served, key: string, path: string) {
  const answer = await served.get(path, { 'x-service-key': key, 'accept-encoding': 'identity' })
  const headers = ['etag', 'x-data-version', 'x-credits-remaining'].map((name) => answer.headers.get(name))
  return { text: await answer.text(), headers }
}

/** A version of the data, and what a search finds in it. */
async function stateOf(served: Served, key: string): Promise<[version: string, text: string]> {
  await pause(CALL_EVERY_MS)
  const { text, headers } = await ask(served, key, SEARCH)
  return [headers[1] ?? '', text]
}

/** Credits that the key has spent, as a service tells. */
async function usedBy(served: Served, key: string): Promise<number> {
  const answer = await served.get('/api_reqcount', { 'x-service-key': key })
  return ((await answer.json()) as { used: number }).used // as it is declared
}

/** Credits that the key has spent, as a service on the folder tells. */
async function chargedIn(dataDir: string, key: string): Promise<number> {
  const served = await serve(dataDir, { PLAT_WORKERS: '1' })
  const used = await usedBy(served, key)
  await served.stop()
  return used
}

/** Imports that change all homes from one price to another, and back. */
function changesOf(folder: string, rows: number): readonly [words: readonly string[], back: readonly string[]] {
  const change = importKinds(folder, rows).find(({ name }) => name === 'change')
  assert.ok(change?.before[0] !== undefined)
  return [change.words, change.before[0]]
}

/** One backup beside one import and calls: whichever of the two states it holds, it answers as the service did in it. */
function short(): Promise<Measured> {
  return inFolder(async (at) => {
    const [dataDir, backup, restored] = [at('data'), at('backup'), at('restored')]
    const [change, first] = changesOf(at(), SHORT_ROWS)
    await bringIn(first, dataDir)
    const { key } = await newKey(dataDir, 'pro')
    const served = await serve(dataDir, { PLAT_WORKERS: '1' })
    const calling = await Calling.begin(served, key, 1)
    const states = new Map([await stateOf(served, key)])
    const least = calling.answered
    await Promise.all([bringIn(change, dataDir), done('backup', backup, '--data', dataDir)])
    const most = calling.sent
    while (states.size < 2) states.set(...(await stateOf(served, key)))
    await calling.end()
    await served.stop()
    await done('restore', backup, '--data', restored)
    const again = await serve(restored, { PLAT_MEDIA_ORIGIN: served.a, PLAT_WORKERS: '1' })
    const used = await usedBy(again, key)
    const [version, answer] = await stateOf(again, key)
    assert.ok(states.has(version), 'the restored catalogue is one that was imported')
    assert.equal(answer, states.get(version), 'the same bytes')
    // two searches found a home and the first state
    assert.ok(least + 2 <= used && used <= most + 2, `${least + 2} <= ${used} <= ${most + 2}`)
    await again.stop()
    return { rows: SHORT_ROWS, 'calls charged meanwhile': used }
  })
}

async function full(): Promise<Measured | string> {
  const measured = await inFolder((at) => attack(at, { rows: 3000, backups: 6, kills: 12 }))
  const fullDisk = await onSmallDisk(DISK_MB, withoutRoom)
  return typeof fullDisk === 'string' ? fullDisk : { ...measured, ...fullDisk }
}

interface Size {
  readonly rows: number
  readonly backups: number
  /** How often a backup, and a restore, is killed. */
  readonly kills: number
}

async function attack(at: At, { rows, backups, kills }: Size): Promise<Measured> {
  const [dataDir, backup, restored] = [at('data'), at('backup'), at('restored')]
  const [change, first] = changesOf(at(), rows)
  const states = new Set<string | undefined>()
  for (const words of [first, change]) {
    await bringIn(words, dataDir)
    states.add(await contentOf(dataDir, 'homes'))
  }
  assert.equal(states.size, 2)
  const { key } = await newKey(dataDir, 'pro')
  const served = await serve(dataDir, { PLAT_WORKERS: '2' })
  const calling = await Calling.begin(served, key, 2)
  let isOver = false
  const importing = (async () => {
    for (let round = 0; !isOver; round++) await bringIn(round % 2 === 0 ? first : change, dataDir)
  })()
  importing.catch(() => {}) // told when it is awaited
  let charged = 0
  for (let round = 0; round < backups; round++) {
    const before = calling.answered
    await done('backup', backup, '--data', dataDir)
    const after = calling.sent
    await done('restore', backup, '--data', restored)
    assert.ok(states.has(await contentOf(restored, 'homes')), 'the restored catalogue is one that was imported')
    charged = await chargedIn(restored, key)
    assert.ok(before + 1 <= charged && charged <= after + 1, `${before + 1} <= ${charged} <= ${after + 1}`)
    for (const path of [backup, restored]) rmSync(path, { recursive: true })
  }
  isOver = true
  await Promise.all([calling.end(), importing])
  await done('backup', backup, '--data', dataDir)
  await done('restore', backup, '--data', restored)
  const inBackup = await chargedIn(restored, key)
  assert.equal(inBackup, calling.answered + 1, 'every answered call is charged, once')
  const again = await serve(restored, { PLAT_MEDIA_ORIGIN: served.a, PLAT_WORKERS: '1' })
  const same = await calling.sameFrom(again)
  await again.stop()
  for (const path of [backup, restored]) rmSync(path, { recursive: true })
  await served.stop()
  const outcomes = await killed(dataDir, at, kills)
  return { rows, backups, 'calls charged meanwhile': charged, 'answers with the same bytes': same, ...outcomes }
}

/** Kills backups and restores at moments that are spread over the time that they take. */
async function killed(dataDir: string, at: At, kills: number): Promise<Measured> {
  const [whole, partial, restored] = [at('whole'), at('killed'), at('restored')]
  const backupMs = await timeOf(() => done('backup', whole, '--data', dataDir))
  const content = await contentOf(dataDir, 'homes')
  const outcomes = { 'backups whole': 0, 'restores whole': 0, 'restores refused': 0 }
  for (const moment of momentsOf(kills)) {
    await ended(['backup', partial, '--data', dataDir], moment * backupMs)
    if (existsSync(partial)) {
      outcomes['backups whole'] += 1
      await done('restore', partial, '--data', restored)
      assert.equal(await contentOf(restored, 'homes'), content)
      for (const path of [partial, restored]) rmSync(path, { recursive: true })
    }
    for (const name of readdirSync(at())) if (name.endsWith('.partial')) rmSync(at(name), { recursive: true })
    await ended(['restore', whole, '--data', restored], moment * backupMs)
    const { code, stderr } = await plat(['check', '--data', restored])
    if (code === 0) outcomes['restores whole'] += 1
    else {
      assert.ok(code === 66 || /A restore of .* has begun and not ended/.test(stderr), stderr)
      outcomes['restores refused'] += 1
      await done('restore', whole, '--data', restored)
    }
    assert.equal(await contentOf(restored, 'homes'), content)
    rmSync(restored, { recursive: true })
  }
  return outcomes
}

/** Backups and restores to a disk without room leave nothing, and say so in a sentence. */
function withoutRoom(disk: string): Promise<Measured> {
  return inFolder(async (at) => {
    const [data, whole, to] = [at('data'), at('whole'), join(disk, 'to')]
    await bringIn(importKinds(at(), FULL_DISK_ROWS)[0]?.words ?? [], data)
    await done('backup', whole, '--data', data)
    const bytes = readdirSync(whole).reduce((sum, name) => sum + statSync(join(whole, name)).size, 0)
    let refused = 0
    for (const room of ROOMS) {
      for (const words of [
        ['backup', to, '--data', data],
        ['restore', whole, '--data', to],
      ]) {
        const { code, stderr } = await withRoom(disk, room * bytes, () => plat(words))
        assert.equal(code, 73, stderr)
        assert.match(stderr, /^(The disk that holds .* is full|Cannot (write|restore) .*(is full|are free))/m)
        assert.deepEqual(readdirSync(disk), [], 'nothing is left')
        refused += 1
      }
    }
    await done('restore', whole, '--data', to)
    assert.ok(readFileSync(join(to, 'catalogue'), 'utf8').startsWith('catalogue-'))
    return { 'backups and restores without room, refused': refused }
  })
}
