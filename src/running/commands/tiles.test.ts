import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { tinyPmtiles } from '../../../test/http/pmtiles.ts'
import { trialTerminal } from '../../../test/terminal.ts'
import { EXIT } from '../../kit/base/failure.ts'
import { readSettings } from '../../kit/base/settings.ts'
import { run } from '../cli/index.ts'
import { withOwnTiles } from '../serving/own-tiles.ts'

const OSM = '{"attribution":"<a href=\\"https://osm.example\\">&copy; OpenStreetMap</a>"}'

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'plat-tiles-'))
})
after(() => rmSync(folder, { recursive: true }))

async function plat(...words: readonly string[]) {
  const terminal = trialTerminal({ environment: { PLAT_DATA: join(folder, 'data') } })
  const code = await run(['tiles', ...words], terminal)
  return { code, printed: terminal.printed, noted: terminal.noted }
}

function fileOf(name: string, bytes: Buffer): string {
  writeFileSync(join(folder, name), bytes)
  return join(folder, name)
}

test('an added tile file is served with its attribution as plain text, unless a setting names other tiles', async () => {
  const file = fileOf('city.pmtiles', tinyPmtiles(1, Buffer.from(OSM)))
  for (const _ of ['first', 'again']) assert.equal((await plat('add', file)).code, EXIT.ok)
  const own = { PLAT_DATA: join(folder, 'data') }
  const used = withOwnTiles(readSettings(own))
  assert.deepEqual(readFileSync(used.mapTiles), readFileSync(file))
  assert.equal(used.mapAttribution, '© OpenStreetMap')
  assert.equal(existsSync(`${used.mapTiles}.new`), false)
  const other = readSettings({ ...own, PLAT_MAP_TILES: 'other.pmtiles' })
  assert.deepEqual(withOwnTiles(other), other)
  assert.match((await plat('remove')).printed.join(), /^Removed .*map\.pmtiles/)
  assert.equal(withOwnTiles(readSettings(own)).mapTiles, '')
  assert.match((await plat('remove')).noted.join(), /no tile file/)
})

test('a tile file without an attribution needs one, and any other file is refused', async () => {
  const { code, noted } = await plat('add', fileOf('mute.pmtiles', tinyPmtiles()))
  assert.equal(code, EXIT.usage)
  assert.match(noted.join(), /mute\.pmtiles" does not say whom to credit: add --attribution/)
  const zipped = fileOf('zipped.pmtiles', tinyPmtiles(2, gzipSync(OSM), 2))
  assert.match((await plat('add', zipped)).printed.join(), /pictures of zooms 0 to 0\.,The maps show: © OpenStreetMap/)
  assert.equal((await plat('add', zipped, '--attribution', 'Me')).code, EXIT.ok)
  assert.equal((await plat('add', fileOf('page.html', Buffer.from('<html>')))).code, EXIT.noInput)
  assert.equal(withOwnTiles(readSettings({ PLAT_DATA: join(folder, 'data') })).mapAttribution, 'Me')
})
