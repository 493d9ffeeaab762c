import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { needs } from '../needs.ts'
import { type Served, scratch, serve } from './program.ts'

const run = promisify(execFile)
const MAX_BYTES = 16 * 1024 * 1024
const ENCODINGS = ['gzip', 'br', 'zstd'] as const

const folder = scratch()
let served: Served

before(async () => {
  served = await serve(folder.path, { PLAT_HOMES: '3000', PLAT_WORKERS: '1' })
})

after(async () => {
  await served.stop()
  folder.remove()
})

/** Searches of each area: rentals are grouped by building, offers have Polish letters, experiences have slots. */
function searches(): string[] {
  const { a } = served
  return [
    ...['For_Sale', 'For_Rent', 'Sold'].map((status) => `${a}/search/byaddress?location=USA&listingStatus=${status}`),
    `${a}/search/byaddress?location=USA&listingStatus=For_Sale&explain=true&page=2`,
    `${a}/search/byaddress?location=USA&listingStatus=For_Sale&page=3000`,
    `${a}/search/bylocation?location=Krakow`,
    `${a}/search/exp/bydestination?searchDestinations=Rome`,
  ]
}

/** An answer, and its bytes as they were sent. */
async function asked(url: string, accepted: string, headers: Readonly<Record<string, string>> = {}) {
  const all = { 'x-service-key': served.key, 'accept-encoding': accepted, ...headers }
  const response = await fetch(url, { headers: all })
  const text = await response.text()
  const { status } = response
  const header = (name: string) => response.headers.get(name)
  return { status, text, header, encoding: header('content-encoding'), bytes: Number(header('content-length')) }
}

async function plain(url: string): Promise<string> {
  const { status, encoding, text } = await asked(url, 'identity')
  assert.deepEqual([status, encoding], [200, null], url)
  return text
}

async function outputOf(program: string, words: readonly string[]): Promise<string> {
  return (await run(program, words, { maxBuffer: MAX_BYTES })).stdout
}

const OF_A_HOME = ['/pro/byzpid?zpid=', '/byzpid?zpid=', '/propimages?byzpid=', '/nearby?byzpid=', '/similar?byzpid=']

/** Documents of homes on and off the market, and of buildings: another kind for each home. */
async function documents(): Promise<string[]> {
  const { a } = served
  const pages = await Promise.all(
    ['For_Sale', 'For_Rent', 'Sold'].map((status) =>
      plain(`${a}/search/byaddress?location=USA&listingStatus=${status}`),
    ),
  )
  const valuesOf = (pattern: RegExp) => [
    ...new Set(pages.flatMap((page) => Array.from(page.matchAll(pattern), ([, id]) => id))),
  ]
  const zpids = valuesOf(/"zpid":(\d+)/g).filter((_, i) => i % 16 === 0)
  const lotIds = valuesOf(/"lotId":"([^"]+)"/g).slice(0, 4)
  return [
    ...zpids.map((zpid, i) => `${a}${OF_A_HOME[i % OF_A_HOME.length]}${zpid}`),
    ...lotIds.map((lotId) => `${a}/apartment_details?bylotid=${lotId}`),
  ]
}

test('answers say the same plain and in each encoding, under a tag of its own', async () => {
  for (const url of [...searches(), ...(await documents())]) {
    const text = await plain(url)
    const tags = new Set<string>()
    for (const encoding of ENCODINGS) {
      const answer = await asked(url, encoding)
      assert.equal(answer.encoding, Buffer.byteLength(text) < 1024 ? null : encoding, url)
      assert.equal(answer.text, text, `${url} as ${encoding}`)
      const etag = answer.header('etag') ?? ''
      tags.add(etag)
      assert.equal((await asked(url, encoding, { 'if-none-match': etag })).status, 304)
    }
    assert.equal(tags.size, Buffer.byteLength(text) < 1024 ? 1 : ENCODINGS.length, url)
  }
})

test('HEAD tells of a compressed search what GET sends', async () => {
  const headers = { 'x-service-key': served.key, 'accept-encoding': 'gzip, deflate' }
  for (const url of searches()) {
    const answer = await asked(url, 'gzip, deflate')
    const head = await fetch(url, { method: 'HEAD', headers })
    for (const name of ['etag', 'content-length', 'content-encoding', 'vary'])
      assert.equal(head.headers.get(name), answer.header(name), `${name} of ${url}`)
  }
})

test('each caller gets the best of what it names, and a page of 200 homes is small', async () => {
  const url = `${served.a}/search/byaddress?location=USA&listingStatus=Sold`
  assert.equal(JSON.parse(await plain(url)).searchResults.length, 200)
  for (const [accepted, encoding, maxBytes] of [
    ['gzip, deflate, br, zstd', 'zstd', 40 * 1024],
    ['gzip, deflate, br', 'br', 42 * 1024],
    ['br, gzip;q=0.9', 'br', 42 * 1024],
    ['gzip, deflate', 'gzip', 52 * 1024],
  ] as const) {
    const answer = await asked(url, accepted)
    assert.equal(answer.encoding, encoding)
    assert.ok(answer.bytes <= maxBytes, `${answer.bytes} bytes as ${encoding}`)
  }
})

test('curl reads searches as gzip', needs('curl'), async () => {
  for (const url of searches()) {
    const words = ['--silent', '--compressed', '--header', `x-service-key: ${served.key}`, '--header']
    const said = await outputOf('curl', [...words, 'accept-encoding: gzip', url])
    assert.equal(said, await plain(url), url)
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

test('the gzip module of Python reads them', needs('Python'), async () => {
  for (const url of searches()) {
    const said = await outputOf('python3', ['-c', PYTHON, url, served.key])
    assert.equal(said, await plain(url), url)
  }
})
