import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { inject } from '../../test/http/inject.ts'
import { tinyPmtiles } from '../../test/http/pmtiles.ts'
import { trial } from '../../test/http/trial.ts'
import { CommandFault } from '../base/failure.ts'
import { buildServer } from './server.ts'
import { TileFile, tileFileFault } from './tile-file.ts'

const root = mkdtempSync(join(tmpdir(), 'plat-tiles-'))
after(() => rmSync(root, { recursive: true }))

let made = 0
function fileOf(bytes: Uint8Array): string {
  const path = join(root, `${++made}.pmtiles`)
  writeFileSync(path, bytes)
  return path
}

function changed(at: number, value: number): Buffer {
  const bytes = tinyPmtiles()
  bytes.writeUInt8(value, at)
  return bytes
}

function served(path: string) {
  const file = new TileFile(path)
  const tiles = { file, attribution: '© Survey' }
  const { service } = trial({ console: { files: new Map([['index.html', Buffer.from('<p>')]]), origins: {}, mediaOrigin: '', tiles } }) // biome-ignore format: a line
  const server = buildServer(service, () => 'A')
  const get = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
    inject(server, { url, headers, method })
  return { file, get }
}

const TILES = '/console/tiles.pmtiles'

test('a file of tiles is answered in ranges, each as its bytes are, and never as a whole', async () => {
  const bytes = tinyPmtiles()
  const { file, get } = served(fileOf(bytes))
  const part = await get(TILES, { range: 'bytes=7-20' })
  assert.equal(part.statusCode, 206)
  assert.deepEqual(part.rawPayload, bytes.subarray(7, 21))
  assert.equal(part.headers['content-range'], `bytes 7-20/${bytes.length}`)
  const past = await get(TILES, { range: 'bytes=0-16383', 'accept-encoding': 'gzip' })
  assert.deepEqual([past.statusCode, past.rawPayload.length], [206, bytes.length])
  assert.equal(past.headers.etag, part.headers.etag)
  const head = await get(TILES, { range: 'bytes=7-20' }, 'HEAD')
  assert.deepEqual([head.statusCode, head.payload, head.headers['content-length']], [206, '', '14'])
  for (const range of ['', 'bytes=0-', 'bytes=-5', 'bytes=9-3', 'bytes=0-1,4-5', 'bytes=9999-10000', 'lines=0-1']) {
    const answer = await get(TILES, range === '' ? {} : { range })
    assert.deepEqual([answer.statusCode, answer.json().code], [416, 'range.unfit'], range)
  }
  file.close()
})

test('the page is told of the tiles of a file, and its policy stays that of a service alone', async () => {
  const { file, get } = served(fileOf(tinyPmtiles()))
  const { tiles } = (await get('/console/facts.json')).json()
  assert.deepEqual(tiles, { kind: 'vector', zooms: [0, 0], url: TILES, attribution: '© Survey' })
  const policy = String((await get('/console', { accept: 'text/html' })).headers['content-security-policy'])
  assert.match(policy, /connect-src 'self';/)
  assert.match(policy, /img-src 'self' data: blob:;/)
  file.close()
  const pictures = new TileFile(fileOf(tinyPmtiles(2)))
  assert.equal(pictures.header.kind, 'raster')
  pictures.close()
})

test('a file that is written over has another tag; one that is spoilt is a 503, and whole again once it is put back', async () => {
  const bytes = tinyPmtiles()
  const path = fileOf(bytes)
  const { file, get } = served(path)
  const range = 'bytes=0-20'
  const before = await get(TILES, { range })
  truncateSync(path, 40)
  const spoilt = await get(TILES, { range })
  assert.deepEqual([spoilt.statusCode, spoilt.json().code], [503, 'tiles.unreadable'])
  writeFileSync(path, Buffer.concat([bytes, Buffer.alloc(9)]))
  const again = await get(TILES, { range })
  assert.equal(again.statusCode, 206)
  assert.notEqual(again.headers.etag, before.headers.etag)
  file.close()
})

test('what is no file of tiles that browsers can read is named with the reason', () => {
  const said = (path: string) => {
    const fault = tileFileFault(path)
    assert(fault instanceof CommandFault, path)
    assert(fault.message.startsWith(`Cannot use PLAT_MAP_TILES "${path}": `), fault.message)
    return fault.message
  }
  assert.match(said(join(root, 'none.pmtiles')), /there is no such file/)
  assert.match(said(fileOf(Buffer.from('hello'))), /it is no PMTiles file/)
  assert.match(said(fileOf(Buffer.alloc(500))), /it is no PMTiles file/)
  assert.match(said(fileOf(changed(7, 2))), /it has version 2/)
  assert.match(said(fileOf(changed(98, 4))), /cannot read its compression/)
  assert.match(said(fileOf(changed(99, 0))), /neither pictures nor/)
  assert.match(said(fileOf(tinyPmtiles().subarray(0, 140))), /it was cut off/)
  for (const fine of ['', 'https://tiles.example/{z}/{x}/{y}.png', fileOf(tinyPmtiles())])
    assert.equal(tileFileFault(fine), undefined)
})
