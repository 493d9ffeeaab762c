import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { type Served, scratch, serve } from './program.ts'

const run = promisify(execFile)
const MAX_BYTES = 16 * 1024 * 1024

const folders = [scratch(), scratch()] as const
let fast: Served
let small: Served

before(async () => {
  fast = await serve(folders[0].path, { PLAT_HOMES: '3000' })
  small = await serve(folders[1].path, { PLAT_HOMES: '3000', PLAT_COMPRESSION: 'small' })
})

after(async () => {
  for (const served of [fast, small]) await served.stop()
  for (const folder of folders) folder.remove()
})

/** Searches of each area: rentals are grouped by building, offers have Polish letters, experiences have slots. */
function urls({ a, b, c }: Served): string[] {
  return [
    ...['For_Sale', 'For_Rent', 'Sold'].map((status) => `${a}/search/byaddress?location=USA&listingStatus=${status}`),
    `${a}/search/byaddress?location=USA&listingStatus=For_Sale&explain=true&page=2`,
    `${a}/search/byaddress?location=USA&listingStatus=For_Sale&page=3000`,
    `${b}/search/bylocation?location=Krakow`,
    `${c}/search/exp/bydestination?searchDestinations=Rome`,
  ]
}

async function plain(url: string, { key }: Served): Promise<string> {
  const response = await fetch(url, { headers: { 'x-service-key': key, 'accept-encoding': 'identity' } })
  assert.equal(response.status, 200, url)
  assert.equal(response.headers.get('content-encoding'), null)
  return response.text()
}

/** The output of a program; undefined where this machine does not have it, after the test was told so. */
async function outputOf(program: string, words: readonly string[], context: TestContext): Promise<string | undefined> {
  try {
    return (await run(program, words, { maxBuffer: MAX_BYTES })).stdout
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    context.skip(`${program} is not installed here`)
    return undefined
  }
}

test('searches as gzip say what the same say plain, to fetch, under a tag of their own', async () => {
  for (const url of urls(fast)) {
    const text = await plain(url, fast)
    const asked = { 'x-service-key': fast.key, 'accept-encoding': 'gzip, deflate' }
    const packed = await fetch(url, { headers: asked })
    assert.equal(await packed.text(), text, url)
    assert.equal(packed.headers.get('content-encoding'), text.length < 1024 ? null : 'gzip', url)
    const etag = packed.headers.get('etag') ?? ''
    const head = await fetch(url, { method: 'HEAD', headers: asked })
    for (const name of ['etag', 'content-length', 'content-encoding']) {
      assert.equal(head.headers.get(name), packed.headers.get(name), `${name} of ${url}`)
    }
    assert.equal((await fetch(url, { headers: { ...asked, 'if-none-match': etag } })).status, 304)
  }
})

test('curl reads searches as gzip', async (context) => {
  for (const url of urls(fast)) {
    const words = ['--silent', '--compressed', '--header', `x-service-key: ${fast.key}`, '--header']
    const said = await outputOf('curl', [...words, 'accept-encoding: gzip', url], context)
    if (said === undefined) return
    assert.equal(said, await plain(url, fast), url)
  }
})

const PYTHON = `
import gzip, sys, urllib.request
request = urllib.request.Request(sys.argv[1], headers={'x-service-key': sys.argv[2], 'accept-encoding': 'gzip'})
with urllib.request.urlopen(request) as answer:
    body = answer.read()
    text = gzip.decompress(body) if answer.headers['content-encoding'] == 'gzip' else body
sys.stdout.buffer.write(text)
`

test('the gzip module of Python reads them', async (context) => {
  for (const url of urls(fast)) {
    const said = await outputOf('python3', ['-c', PYTHON, url, fast.key], context)
    if (said === undefined) return
    assert.equal(said, await plain(url, fast), url)
  }
})

test('each caller gets the encoding that it likes best; where small answers are wanted, they are compressed as a whole', async () => {
  const encodingOf = async (served: Served, accepted: string) => {
    const [url = ''] = urls(served)
    const response = await fetch(url, { headers: { 'x-service-key': served.key, 'accept-encoding': accepted } })
    const bytes = Number(response.headers.get('content-length'))
    await response.arrayBuffer()
    return { encoding: response.headers.get('content-encoding'), bytes }
  }
  const ready = await encodingOf(fast, 'gzip, deflate, br, zstd')
  assert.equal(ready.encoding, 'gzip')
  assert.equal((await encodingOf(fast, 'br, gzip;q=0.9')).encoding, 'br')
  assert.equal((await encodingOf(fast, 'br, deflate')).encoding, 'br')
  assert.equal((await encodingOf(small, 'gzip, deflate, br, zstd')).encoding, 'zstd')
  assert.ok((await encodingOf(small, 'gzip')).bytes < ready.bytes / 3)
})
