import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { home } from '../../../test/catalog/contract.ts'
import { ResoTrialServer } from '../../../test/sync/reso-server.ts'
import { listing } from '../../../test/sync/trial.ts'
import { trialTerminal } from '../../../test/terminal.ts'
import { openCatalog, openWriter } from '../../catalog/opening/open.ts'
import { runsIn } from '../../intake/ingest/run-folder.ts'
import { tellingWait } from '../../intake/sync/budget.ts'
import { fixedClock } from '../../kit/base/clock.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { silentLog } from '../../kit/base/log.ts'
import { readSettings } from '../../kit/base/settings.ts'
import { run } from '../cli/index.ts'
import { cardsOf } from '../serving/words.ts'

const CARDS = cardsOf(readSettings({}))

let folder: string
let server: ResoTrialServer
let printed: string[]
let noted: string[]
let interruption: AbortController
const clock = fixedClock(Date.UTC(2026, 0, 10))
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plat-sync-'))
  server = await ResoTrialServer.start()
  printed = []
  noted = []
  interruption = new AbortController()
  configure('token: { env: RESO_TOKEN }')
})
afterEach(() => {
  interruption.abort() // ends the command even if a test fails
  server.close()
  rmSync(folder, { recursive: true })
})

function configure(more: string): void {
  writeFileSync(join(folder, 'mls.yaml'), `server: ${server.address}\nsource: mls\nperSecond: 1000\n${more}\n`)
}

async function plat(...words: string[]): Promise<number> {
  const terminal = trialTerminal({
    environment: { PLAT_DATA: join(folder, 'data'), PLAT_CONFIG: join(folder, 'mls.yaml'), RESO_TOKEN: 'secret-1' },
    clock,
    interrupted: interruption.signal,
    print: (line) => printed.push(line),
    note: (line) => noted.push(line),
  })
  return run(words, terminal)
}

async function homes(): Promise<number> {
  const catalog = openCatalog(join(folder, 'data'), silentLog, CARDS)
  try {
    return catalog.about().counts.home ?? 0
  } finally {
    catalog.close()
  }
}

test('a sync copies the listings of a server, a second sync copies later changes, and a removed source is copied again', async () => {
  for (const key of ['a', 'b', 'c']) server.put('Property', listing(key))
  assert.equal(await plat('sync'), EXIT.ok, noted.join())
  assert.match(
    printed.join('\n'),
    /^mls follows 127\.0\.0\.1:\d+: \d+ requests in .* s\n {2}Property {2}copied: 3 rows read, 3 new/,
  )
  assert.deepEqual([...new Set(server.tokens)], ['secret-1'])
  printed = []
  server.nowMs += 3_600_000
  server.put('Property', { ListingKey: 'b', MlgCanView: false })
  assert.equal(await plat('sync', '--json'), EXIT.ok, noted.join())
  const report = JSON.parse(printed.join('\n')) as { resources: [{ kind: string; counts: object }] }
  assert.equal(report.resources[0].kind, 'changes')
  assert.partialDeepStrictEqual(report.resources[0].counts, { new: 0, removed: 1 })
  assert.equal(await homes(), 2)
  assert.equal(await plat('sources', 'remove', 'mls', '--yes'), EXIT.ok, noted.join())
  assert.equal(await plat('sync'), EXIT.ok, noted.join())
  assert.equal(await homes(), 2)
  const runs = runsIn(join(folder, 'data'), clock.now())
  assert.deepEqual(
    runs.map(({ kind, state, source, server: host }) => [kind, state, source, host]),
    Array.from({ length: 3 }, () => ['sync', 'done', 'mls', new URL(server.address).host]),
  )
  const copied = runs.map(({ reports }) => [reports[0]?.resource, reports[0]?.rowsRead, reports[0]?.counts.new])
  assert.ok(copied.some((each) => each.join() === 'Property,3,3'))
})

test('a rejected token has a specific exit code, and neither the token nor its location is logged', async () => {
  server.accepted = new Set(['another'])
  assert.equal(await plat('sync'), EXIT.denied)
  assert.match(noted.join(), /refuses the credentials: it answers 403/)
  // The data folder contains the request log and the record of the run.
  const runs = runsIn(join(folder, 'data'), clock.now())
  assert.deepEqual(
    runs.map(({ state }) => state),
    ['failed'],
  )
  assert.match(readFileSync(join(folder, 'data', 'requests-mls.log'), 'utf8'), /^(\d{13}\n)+$/)
  assert.doesNotMatch([...noted, ...printed, JSON.stringify(runs)].join(), /secret-1/)
})

test('with --every a failure is reported and retried, until Ctrl-C', async () => {
  server.put('Property', listing('a'))
  server.accepted = new Set()
  const running = plat('sync', '--every', '1s')
  while (noted.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  server.accepted = undefined
  while (printed.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  interruption.abort(new CommandFault('Interrupted. Unfinished work was undone.', EXIT.interrupted))
  assert.equal(await running, EXIT.ok)
  assert.equal(await homes(), 1)
})

test('a sync that waits for long reports this in its run, each minute', async () => {
  configure('perHour: 1')
  const running = plat('sync')
  const runNow = () => runsIn(join(folder, 'data'), clock.now())[0]
  while (noted.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  assert.match(noted.join(), /^Waiting 60 minutes before/)
  assert.partialDeepStrictEqual(runNow()?.progress, { step: 'Waiting, in minutes', done: 0, total: 60 })
  interruption.abort(new CommandFault('Interrupted. Unfinished work was undone.', EXIT.interrupted))
  assert.equal(await running, EXIT.interrupted)
  assert.equal(runNow()?.state, 'stopped')
  const [told, waits]: [string[], number[]] = [[], []]
  const wait = tellingWait(
    async (ms) => void waits.push(ms),
    (minutes, all) => told.push(`${minutes}/${all}`),
  )
  for (const ms of [150_000, 60_000, 5]) await wait(ms, interruption.signal)
  assert.deepEqual(
    [waits, told],
    [
      [60_000, 60_000, 30_000, 60_000, 5],
      ['0/3', '1/3', '2/3'],
    ],
  )
})

test('a missing or wrong configuration is rejected before any request', async () => {
  assert.equal(await plat('sync', '--config', join(folder, 'none.yaml')), EXIT.noInput)
  assert.equal(await plat('sync', '--every', 'soon'), EXIT.usage)
  configure('resources: [Proprety]')
  assert.equal(await plat('sync'), EXIT.data)
  assert.match(noted.at(-1) ?? '', /mls\.yaml, line 4: resources does not know "Proprety": did you mean "Property"\?/)
  assert.equal(server.requests.length, 0)
})

test('a sample is not mixed with a server’s listings, and replaced only with --replace-sample', async () => {
  server.put('Property', listing('a'))
  const [dataDir, newCatalogId] = [join(folder, 'data'), () => '0123456789abcdef']
  const writer = openWriter({ dataDir, kind: 'sample', replace: false, cards: CARDS, newCatalogId })
  writer.put('home', home(1))
  writer.commit()
  assert.equal(await plat('sync'), EXIT.usage)
  assert.equal(server.requests.length, 0)
  assert.equal(await plat('sync', '--replace-sample'), EXIT.ok, noted.join())
  assert.equal(await homes(), 1)
})
