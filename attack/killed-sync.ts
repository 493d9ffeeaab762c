import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { folderStore } from '../src/catalog/opening/catalog-store.ts'
import { Random } from '../src/kit/algorithms/random.ts'
import { PLAT, Program } from '../test/e2e/program.ts'
import { ResoTrialServer } from '../test/sync/reso-server.ts'
import { listing } from '../test/sync/trial.ts'
import type { Asked, Attack, Measured } from './attack.ts'
import { type At, inFolder, killedAgain } from './harness.ts'

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

async function attack(size: Size, { seed = 1 }: Asked): Promise<Measured> {
  const server = await ResoTrialServer.start({ pageMax: size.page })
  try {
    return await inFolder((at) => killed(size, server, new Random(seed, 'killed-sync'), at))
  } finally {
    server.close()
  }
}

async function killed(
  { homes, page, kills }: Size,
  server: ResoTrialServer,
  random: Random,
  at: At,
): Promise<Measured> {
  const [dataDir, config] = [at('data'), at('mls.yaml')]
  const budgets = 'perSecond: 1000\nperHour: 100000\nreconcile: 0s'
  writeFileSync(
    config,
    `server: ${server.address}\nsource: mls\nresources: { Property: { top: ${page} } }\n${budgets}\n`,
  )
  for (let i = 0; i < homes; i++) server.put('Property', listing(`k${i}`))
  const words = ['sync', '--config', config, '--data', dataDir]
  let turn = { place: placeIn(dataDir), first: server.requests.length }
  await killedAgain(words, kills, random, () => {
    goesOn(server.requests[turn.first], turn.place)
    change(server, random, homes)
    turn = { place: placeIn(dataDir), first: server.requests.length }
  })
  const [place, before] = [placeIn(dataDir), server.requests.length]
  const last = new Program(PLAT, words)
  assert.equal(await last.ended(), 0, last.stderr)
  goesOn(server.requests[before], place)
  const shown = [...server.table('Property').values()].filter(({ MlgCanView }) => MlgCanView === true)
  const [told] = folderStore(dataDir).tallySources('none', () => {}).records
  assert.equal(told?.records, shown.length)
  const quiet = new Program(PLAT, [...words, '--json'])
  assert.equal(await quiet.ended(), 0, quiet.stderr)
  const report = JSON.parse(quiet.stdout) as { resources: readonly { rowsRead: number }[] }
  assert.equal(report.resources[0]?.rowsRead, 0)
  return { homes: shown.length, 'killed, times': kills, requests: server.requests.length }
}

/** The first request of a turn must ask for this, by what the catalogue has; undefined before anything is stored. */
function placeIn(dataDir: string): string | undefined {
  const note = folderStore(dataDir).notes('sync mls Property').get('sync mls Property')
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
