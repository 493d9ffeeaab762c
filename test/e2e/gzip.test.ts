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

/** Documents of homes on and off the market, and of buildings: each is asked for in turn, a different one for each home. */
async function documents(served: Served): Promise<string[]> {
  const { a } = served
  const found: { readonly zpids: number[]; readonly lotIds: string[] } = { zpids: [], lotIds: [] }
  for (const status of ['For_Sale', 'For_Rent', 'Sold']) {
    const text = await plain(`${a}/search/byaddress?location=USA&listingStatus=${status}&page=2`, served)
    found.zpids.push(...Array.from(text.matchAll(/"zpid":(\d+)/g), ([, zpid]) => Number(zpid)))
    found.lotIds.push(...Array.from(text.matchAll(/"lotId":"([^"]+)"/g), ([, lotId = '']) => lotId))
  }
  const near = await plain(`${a}/nearby?byzpid=${found.zpids[0]}`, served)
  found.zpids.unshift(...Array.from(near.matchAll(/"zpid":(\d+)/g), ([, zpid]) => Number(zpid)))
  const paths = ['/pro/byzpid?zpid=', '/byzpid?zpid=', ...OF_A_HOME.map((path) => `${path}?byzpid=`)]
  const homes = found.zpids.filter((_, i) => i < 8 || i % 12 === 0)
  return [
    ...homes.map((zpid, i) => `${a}${paths[i % paths.length]}${zpid}`),
    ...homes.slice(0, 12).map((zpid) => `${a}/pro/byzpid?zpid=${zpid}`),
    ...[...new Set(found.lotIds)].slice(0, 4).map((lotId) => `${a}/apartment_details?bylotid=${lotId}`),
  ]
}

const OF_A_HOME = ['/propimages', '/pricehistory', '/taxinfo', '/nearby', '/similar', '/comparable_homes']

test('documents say the same plain and in each encoding, whichever way they are compressed, and small ones are smaller', async () => {
  const bytes = { fast: 0, small: 0 }
  for (const [way, served] of [
    ['fast', fast],
    ['small', small],
  ] as const) {
    for (const url of await documents(served)) {
      const text = await plain(url, served)
      for (const encoding of ['gzip', 'br', 'zstd']) {
        const asked = { 'x-service-key': served.key, 'accept-encoding': encoding }
        const packed = await fetch(url, { headers: asked })
        assert.equal(packed.headers.get('content-encoding'), Buffer.byteLength(text) < 1024 ? null : encoding, url)
        if (encoding === 'gzip') bytes[way] += Number(packed.headers.get('content-length'))
        assert.equal(await packed.text(), text, `${url} as ${encoding}`)
      }
    }
  }
  assert.ok(bytes.small < bytes.fast, `${bytes.small} bytes instead of ${bytes.fast}`)
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
