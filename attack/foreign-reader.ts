import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { newKey, plat, type Served, scratch, serve } from '../test/e2e/program.ts'
import type { Attack, Measured } from './attack.ts'

/** Opens the file, reads, and closes it again, as a backup tool or a shell does. */
const READ =
  "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('SELECT count(*) FROM home').fetchone(); c.close()"
const READ_BY_NODE = `const { DatabaseSync } = require('node:sqlite'); const d = new DatabaseSync(process.argv[1])
  d.prepare('SELECT count(*) FROM home').get(); d.close()`

const MAPPING = `name: trial
source: trial
key: id
zpid: id
fields:
  HomeType: { constant: SINGLE_FAMILY }
  PostalCode: zip
  StandardStatus: { constant: Closed }
  CloseDate: { column: date, required: true }
  ClosePrice: price
`
const HEADER = 'id,zip,date,price\n'
const ZIP = '98103'

/** Milliseconds within which a change is served, on a busy machine too; the service looks four times a second. */
const SERVED_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 50

/**
 * Beside a running service another program reads its file, and changes follow: each is served by look-ups and
 * searches.
 */
export const foreignReader: Attack = {
  name: 'foreign-reader',
  promise: 'whatever other program reads the live file, the next imports are served whole, by look-ups and searches',
  short: () => attack(2),
  full: () => attack(10),
}

async function attack(rounds: number): Promise<Measured> {
  const folder = scratch()
  let served: Served | undefined
  try {
    writeFileSync(join(folder.path, 'trial.yaml'), MAPPING)
    await bring(folder.path, 1)
    const { key } = await newKey(folder.path, 'pro')
    served = await serve(folder.path)
    let waitedMs = 0
    for (let homes = 2; homes <= rounds + 1; homes++) {
      read(folder.path)
      await bring(folder.path, homes)
      read(folder.path)
      waitedMs = Math.max(waitedMs, await untilServed(served, key, homes))
    }
    await served.stop()
    return { 'imports that were served': rounds, 'slowest to be served, ms': waitedMs }
  } finally {
    served?.program.child.kill('SIGKILL')
    folder.remove()
  }
}

/** Imports the home with that number, which sold for that many dollars more than all before it. */
async function bring(dataDir: string, number: number): Promise<void> {
  const file = join(dataDir, 'trial.csv')
  writeFileSync(file, `${HEADER}${number},${ZIP},2015-01-02,${100_000 + number}\n`)
  const { code, stderr } = await plat(['import', file, '--mapping', join(dataDir, 'trial.yaml'), '--data', dataDir])
  assert.equal(code, 0, `import ${number} failed: ${stderr}`)
}

/** Where there is no Python, a process of Node does the same. */
function read(dataDir: string): void {
  const name = readdirSync(dataDir).find((each) => each.endsWith('.sqlite') && each.startsWith('catalogue-')) ?? ''
  const hasPython = spawnSync('python3', ['-c', 'import sqlite3']).status === 0
  const path = join(dataDir, name)
  if (hasPython) execFileSync('python3', ['-c', READ, path])
  else execFileSync(process.execPath, ['-e', READ_BY_NODE, path])
}

/** The part of a search's answer that is looked at. */
interface Page {
  readonly resultsCount?: { readonly totalMatchingCount?: number }
}

/** Milliseconds until look-ups and searches both have all homes; rejects when one of them does not get there. */
async function untilServed(served: Served, key: string, homes: number): Promise<number> {
  const started = performance.now()
  const answers = async () => {
    const lookUp = await served.get(`/byzpid?zpid=${homes}`, { 'x-service-key': key })
    const search = `/search/byaddress?location=${ZIP}&listingStatus=Sold`
    const page = (await (await served.get(search, { 'x-service-key': key })).json()) as Page
    return { found: lookUp.status, searched: page.resultsCount?.totalMatchingCount }
  }
  for (;;) {
    const last = await answers()
    const elapsedMs = performance.now() - started
    if (last.found === 200 && last.searched === homes) return Math.round(elapsedMs)
    assert.ok(elapsedMs < SERVED_WITHIN_MS, `of ${homes} homes the service has ${JSON.stringify(last)}`)
    await wait(LOOK_EVERY_MS)
  }
}
