import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, openSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { inject } from '../../../../test/http/inject.ts'
import { tinyPmtiles } from '../../../../test/http/pmtiles.ts'
import { trial } from '../../../../test/http/trial.ts'
import { CommandFault } from '../../../kit/base/failure.ts'
import { buildServer } from '../listening/server.ts'
import {
  closeTileFile,
  type OpenTileFile,
  openTileFile,
  RANGE_BYTES_MAX,
  TileFile,
  tileFileFault,
} from './tile-file.ts'

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
  return servedFrom(new TileFile(opened(path)))
}

const open: OpenTileFile[] = []
after(() => {
  for (const file of open) closeTileFile(file)
})
function opened(path: string): OpenTileFile {
  const file = openTileFile(path)
  open.push(file)
  return file
}

function servedFrom(file: TileFile, openPerSecond = 0) {
  const tiles = { file, attribution: '© Survey' }
  const settings = { serviceWord: 'service', corsOrigins: '*', portalWord: 'Portal', openPerSecond }
  const console = { files: new Map([['index.html', Buffer.from('<p>')]]), mediaOrigin: '', tiles }
  const server = buildServer(trial({ console, settings }).service)
  return (headers: Record<string, string> = {}, url = TILES, method = 'GET') => inject(server, { url, headers, method })
}

const TILES = '/console/tiles.pmtiles'
const FACTS = '/console/facts.json'

test('a tile file is answered in byte ranges, never as a whole', async () => {
  const bytes = tinyPmtiles()
  const get = served(fileOf(bytes))
  const part = await get({ range: 'bytes=7-20' })
  assert.equal(part.statusCode, 206)
  assert.deepEqual(part.rawPayload, bytes.subarray(7, 21))
  assert.equal(part.headers['content-range'], `bytes 7-20/${bytes.length}`)
  assert.equal(part.headers['accept-ranges'], 'bytes')
  const past = await get({ range: 'bytes=0-16383', 'accept-encoding': 'gzip' })
  assert.deepEqual([past.statusCode, past.rawPayload.length], [206, bytes.length])
  assert.equal(past.headers.etag, part.headers.etag)
  assert.deepEqual((await get({ range: 'bytes=9-' })).rawPayload, bytes.subarray(9))
  assert.deepEqual((await get({ range: 'BYTES=-5' })).rawPayload, bytes.subarray(-5))
  for (const headers of [{}, { range: 'lines=0-1' }]) {
    const answer = await get(headers)
    assert.deepEqual([answer.statusCode, answer.json().code], [403, 'range.missing'], JSON.stringify(headers))
  }
  for (const range of [
    'bytes=9-3',
    'bytes=0-1,4-5',
    'bytes=9999-10000',
    'bytes=9999-',
    'bytes=-0',
    'bytes=-',
    'bytes=x',
  ]) {
    const answer = await get({ range })
    assert.deepEqual([answer.statusCode, answer.json().code], [416, 'range.unfit'], range)
    assert.equal(answer.headers['content-range'], `bytes */${bytes.length}`)
  }
})

test('a range applies to the version in If-Range, and HEAD ignores ranges', async () => {
  const bytes = tinyPmtiles()
  const get = served(fileOf(bytes))
  const range = 'bytes=7-20'
  const { etag = '' } = (await get({ range })).headers
  assert.equal((await get({ range, 'if-range': etag })).statusCode, 206)
  for (const other of ['"other"', `W/${etag}`, 'Sun, 22 Nov 2026 00:00:00 GMT']) {
    const answer = await get({ range, 'if-range': other })
    assert.deepEqual([answer.statusCode, answer.json().code], [403, 'range.missing'], other)
  }
  for (const headers of [{}, { range }, { range: 'bytes=9999-' }]) {
    const head = await get(headers, TILES, 'HEAD')
    const { etag: tag, 'accept-ranges': ranges, 'content-length': length, 'content-range': given } = head.headers
    assert.deepEqual([head.statusCode, head.payload, length], [200, '', String(bytes.length)])
    assert.deepEqual([tag, ranges, given], [etag, 'bytes', undefined])
  }
})

test('one answer has at most 1 MB of the file, and names the range', async () => {
  const bytes = Buffer.concat([tinyPmtiles(), Buffer.alloc(RANGE_BYTES_MAX, 7)])
  const get = served(fileOf(bytes))
  const part = await get({ range: 'bytes=9-' })
  assert.deepEqual([part.statusCode, part.rawPayload.length], [206, 1024 * 1024])
  assert.equal(part.headers['content-range'], `bytes 9-${9 + RANGE_BYTES_MAX - 1}/${bytes.length}`)
})

test('ranges of tiles count as calls without a key, like pictures', async () => {
  const get = servedFrom(new TileFile(opened(fileOf(tinyPmtiles()))), 1)
  const statuses = new Set<number>()
  for (let call = 0; call < 15; call++) statuses.add((await get({ range: 'bytes=0-9' })).statusCode)
  assert.deepEqual([...statuses], [206, 429])
})

test('the console gets the facts about a tile file, and its policy allows no other server', async () => {
  const get = served(fileOf(tinyPmtiles()))
  const { tiles } = (await get({}, FACTS)).json()
  const bounds = [-180, -85, 180, 85]
  assert.deepEqual(tiles, { kind: 'vector', zooms: [0, 0], bounds, url: TILES, attribution: '© Survey' })
  const policy = String((await get({ accept: 'text/html' }, '/console')).headers['content-security-policy'])
  assert.match(policy, /connect-src 'self';/)
  assert.match(policy, /img-src 'self' data: blob:;/)
  assert.equal(opened(fileOf(tinyPmtiles(2))).header.kind, 'raster')
})

test('the bounds of tiles come from the file, and are missing if they are not on Earth', () => {
  const bounded = (...bounds: readonly number[]) => {
    const bytes = tinyPmtiles()
    for (const [i, degrees] of bounds.entries()) bytes.writeInt32LE(degrees * 1e7, 102 + i * 4)
    return opened(fileOf(bytes)).header.bounds
  }
  assert.deepEqual(bounded(-97.9, 30.1, -97.5, 30.5), [-97.9, 30.1, -97.5, 30.5])
  assert.equal(bounded(0, 0, 0, 0), null)
  assert.equal(bounded(-97.5, 30.1, -97.9, 30.5), null)
  assert.equal(bounded(-200, 30.1, -97.9, 30.5), null)
})

test('all threads continue to serve the open file after it is replaced or removed', async () => {
  const path = fileOf(tinyPmtiles())
  const file = opened(path)
  const range = 'bytes=0-20'
  const { etag } = (await servedFrom(new TileFile(file))({ range })).headers
  renameSync(fileOf(Buffer.concat([tinyPmtiles(2), Buffer.alloc(9)])), path)
  const replaced = await servedFrom(new TileFile(file))({ range })
  rmSync(path)
  const removed = await servedFrom(new TileFile(file))({ range })
  for (const { statusCode, headers } of [replaced, removed]) assert.deepEqual([statusCode, headers.etag], [206, etag])
})

test('a tile file on a failed disk is a 503, and the page still gets its facts', async () => {
  const { header } = opened(fileOf(tinyPmtiles()))
  const failing = { fd: openSync(root, 'r'), header, tag: '' } // reading a folder as a file fails
  open.push(failing)
  const get = servedFrom(new TileFile(failing))
  for (const method of ['GET', 'HEAD'])
    assert.equal((await get({ range: 'bytes=0-20' }, TILES, method)).statusCode, 503)
  assert.equal((await get({}, FACTS)).json().tiles.kind, 'vector')
})

test('a pipe or a folder with the name of a tile file is refused at once', { timeout: 60_000 }, () => {
  const pipe = join(root, 'pipe.pmtiles')
  execFileSync('mkfifo', [pipe])
  for (const path of [pipe, root])
    assert.throws(() => openTileFile(path), /it is not a regular file\. It must be a PMTiles file/)
})

test('a file that changes is refused from then on', async () => {
  const path = fileOf(tinyPmtiles())
  const get = served(path)
  const range = 'bytes=0-20'
  assert.equal((await get({ range })).statusCode, 206)
  truncateSync(path, 40)
  const changed = await get({ range })
  assert.deepEqual([changed.statusCode, changed.json().code], [503, 'tiles.unreadable'])
})

test('a file that is not a tile file for browsers is refused with the reason', () => {
  const said = (path: string) => {
    const fault = tileFileFault(path)
    assert(fault instanceof CommandFault, path)
    assert(fault.message.startsWith(`Cannot use the map tiles "${path}": `), fault.message)
    return fault.message
  }
  assert.match(said(join(root, 'none.pmtiles')), /the file does not exist/)
  assert.match(said(fileOf(Buffer.from('hello'))), /it is not a PMTiles file/)
  assert.match(said(fileOf(Buffer.alloc(500))), /it is not a PMTiles file/)
  assert.match(said(fileOf(changed(7, 2))), /it has version 2/)
  assert.match(said(fileOf(changed(98, 4))), /cannot read its compression/)
  assert.match(said(fileOf(changed(99, 0))), /neither pictures nor/)
  for (const fine of ['', 'https://tiles.example/{z}/{x}/{y}.png', fileOf(tinyPmtiles())])
    assert.equal(tileFileFault(fine), undefined)
})
