import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../src/base/random.ts'
import { catalogNotes, tallySources } from '../src/catalog/sources.ts'
import { PLAT, Program, scratch } from '../test/e2e/program.ts'
import { ResoTrialServer } from '../test/sync/reso-server.ts'
import { listing } from '../test/sync/trial.ts'
import type { Asked, Attack, Measured } from './attack.ts'

interface Size {
  readonly homes: number
  readonly page: number
  readonly kills: number
}

/** `plat sync` is killed at random moments while the server that it follows changes. */
export const killedSync: Attack = {
  name: 'killed-sync',
  promise:
    'however often plat sync is killed, a quiet turn makes the catalogue what the server is, and no turn reads all again',
  short: () => attack({ homes: 60, page: 20, kills: 1 }, {}),
  full: (asked) => attack({ homes: 25_000, page: 1_000, kills: 12 }, asked),
}

async function attack({ homes, page, kills }: Size, { seed = 1 }: Asked): Promise<Measured> {
  const random = new Random(seed, 'killed-sync')
  const folder = scratch()
  const server = await ResoTrialServer.start({ pageMax: page })
  const [dataDir, config] = ['data', 'mls.yaml'].map((name) => join(folder.path, name))
  assert(dataDir !== undefined && config !== undefined)
  try {
    const budgets = 'perSecond: 1000\nperHour: 100000\nreconcile: 0s'
    writeFileSync(
      config,
      `server: ${server.address}\nsource: mls\nresources: { Property: { top: ${page} } }\n${budgets}\n`,
    )
    for (let i = 0; i < homes; i++) server.put('Property', listing(`k${i}`))
    const words = ['sync', '--config', config, '--data', dataDir]
    let lived = 0
    for (let killed = 0; killed < kills; killed++) {
      const place = placeIn(dataDir)
      const before = server.requests.length
      const program = new Program(PLAT, words)
      // later each time it gets nowhere, so that slow machines get further, too
      await sleep(300 + random.whole(0, 700) + lived * 100)
      program.child.kill('SIGKILL')
      await program.ended()
      goesOn(server.requests[before], place)
      lived = program.stdout === '' ? lived + 1 : 0
      change(server, random, homes)
    }
    const [place, before] = [placeIn(dataDir), server.requests.length]
    const last = new Program(PLAT, words)
    assert.equal(await last.ended(), 0, last.stderr)
    goesOn(server.requests[before], place)
    const shown = [...server.table('Property').values()].filter(({ MlgCanView }) => MlgCanView === true)
    const [told] = tallySources(dataDir, 'none', () => {}).records
    assert.equal(told?.records, shown.length)
    const quiet = new Program(PLAT, [...words, '--json'])
    assert.equal(await quiet.ended(), 0, quiet.stderr)
    const report = JSON.parse(quiet.stdout) as { resources: readonly { rowsRead: number }[] }
    assert.equal(report.resources[0]?.rowsRead, 0)
    return { homes: shown.length, 'killed, times': kills, requests: server.requests.length }
  } finally {
    server.close()
    folder.remove()
  }
}

/** What the first request of a turn asks for, by what the catalogue has; undefined before anything is stored. */
function placeIn(dataDir: string): string | undefined {
  const note = catalogNotes(dataDir, 'sync mls Property').get('sync mls Property')
  if (note === undefined) return undefined
  const { copy } = JSON.parse(note) as { copy?: { behind?: string } } // only sync writes it
  return copy?.behind === undefined ? 'ModificationTimestamp ge ' : `ListingKey gt '${copy.behind}'`
}

/** After a kill, a copy goes on behind the last row that was stored, and a whole one is not made again. */
function goesOn(request: string | undefined, place: string | undefined): void {
  if (request === undefined || place === undefined) return
  assert.ok(request.includes(place), `${request} does not go on at ${place}`)
}

/** Some listings change their price, some may not be shown any more. */
function change(server: ResoTrialServer, random: Random, homes: number): void {
  server.nowMs += 3_600_000
  for (let i = 0; i < 50; i++) {
    const ListingKey = `k${random.below(homes)}`
    server.put('Property', { ListingKey, ListPrice: 1_000 + random.below(9_000), MlgCanView: random.chance(0.9) })
  }
}
