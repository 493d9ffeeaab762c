import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { printedBy, TrialService } from '../../test/docs/service.ts'
import { fillSample } from '../../test/e2e/program.ts'
import { needs } from '../../test/needs.ts'
import { Plat } from '../src/index.ts'
import { whole } from './answering.ts'

interface Line {
  readonly index: number
  readonly item: unknown
  readonly status: number
  readonly credits: number
  readonly answer?: { readonly zpid?: number; readonly PropertyZPID?: number }
  readonly problem?: { readonly code: string }
}

interface Found {
  readonly searchResults?: readonly { readonly property?: { readonly zpid: number } }[]
}

suite('a batch', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plat-batch-'))
  let served: TrialService
  let zpids: readonly string[] = []

  before(async () => {
    await fillSample(join(folder, 'sample'), 500)
    served = await TrialService.start(join(folder, 'sample'))
    const places = ['California', 'Texas', 'Washington', 'Arizona', 'Florida']
    const pages = await Promise.all(
      places.map(async (place) => (await get(`/search/byaddress?location=${place}&listingStatus=Sold`)).json()),
    )
    const rows = pages.flatMap((page) => (page as Found).searchResults ?? [])
    zpids = rows.flatMap(({ property }) => (property ? [String(property.zpid)] : []))
    assert.ok(zpids.length >= 15, String(zpids.length))
  })
  after(async () => {
    await served.stop()
    rmSync(folder, { recursive: true })
  })

  const get = (path: string, key = served.key) => fetch(served.address + path, { headers: { 'x-api-key': key } })
  const post = (body: object, headers: Readonly<Record<string, string>> = {}, key = served.key) =>
    fetch(`${served.address}/batch`, {
      method: 'POST',
      headers: { 'x-api-key': key, ...headers },
      body: JSON.stringify(body),
    })
  const linesOf = async (answer: Response) => {
    assert.equal(answer.status, 200, await answer.clone().text())
    const text = await answer.text()
    return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]))
  }
  const newKey = async (plan: string) =>
    /plat_\w+/.exec(await printedBy('keys', 'create', '--plan', plan, '--data', served.dataDir))?.[0] ?? ''
  const spentBy = async (key: string) => {
    const usage = (await (await get('/usage', key)).json()) as { creditsLimit: number; creditsRemaining: number }
    return usage.creditsLimit - usage.creditsRemaining
  }

  test('answers each item as a call of its own would, in order, and charges only answers', async () => {
    const key = await newKey('pro')
    const [first = '', second = ''] = zpids
    const home = (await (await get(`/byzpid?zpid=${first}`)).json()) as {
      PropertyAddress: Record<'streetAddress' | 'city' | 'state' | 'zipcode', string>
    }
    const { streetAddress, city, state, zipcode } = home.PropertyAddress
    const url = `https://portal.example/homedetails/any-text/${second}_zpid/`
    const address = `${streetAddress}, ${city}, ${state} ${zipcode}`
    const items = [Number(first), address, url, '999', { zpid: second }, '']
    const refused = await post({ path: '/byzpid', items }, {}, key)
    assert.equal(refused.status, 400)
    const refusal = await refused.text()
    assert.match(refusal, /has an item \(at 5\) that is neither text/)
    assert.ok(!refusal.includes(streetAddress), 'items may be about people')
    const lines = await linesOf(await post({ path: '/byzpid', items: items.slice(0, 5) }, {}, key))
    assert.deepEqual(
      lines.map(({ index, status, credits }) => [index, status, credits]),
      [200, 200, 200, 404, 200].map((status, index) => [index, status, status === 200 ? 1 : 0]),
    )
    assert.deepEqual(lines[0]?.answer, home)
    assert.deepEqual(lines[1]?.answer?.PropertyZPID, Number(first))
    assert.deepEqual(lines[2]?.answer, lines[4]?.answer)
    assert.equal(lines[3]?.problem?.code, 'home.unknown')
    assert.equal(await spentBy(key), 4)
  })

  test('gives parameters that all items share, calls operations without such a family, and compresses', async () => {
    const items = zpids.slice(0, 3)
    const lines = await linesOf(await post({ path: '/pricehistory', items }, { 'accept-encoding': 'zstd' }))
    assert.deepEqual(
      lines.map(({ status }) => status),
      [200, 200, 200],
    )
    const answer = await post({ path: '/similar', items, parameters: { nope: '1' } }, { accept: 'application/json' })
    const whole = (await answer.json()) as { results: readonly Line[]; answered: number; credits: number }
    assert.equal(answer.headers.get('content-encoding'), 'gzip')
    assert.deepEqual([whole.answered, whole.credits, whole.results.length], [0, 0, 3])
    assert.match(JSON.stringify(whole.results[0]?.problem), /nope/)
    const markets = await linesOf(await post({ path: '/housing_market', items: [{ search_query: 'California' }] }))
    assert.equal(markets[0]?.status, 200)
  })

  test('refuses as a whole texts for an operation that has no home, without repeating them', async () => {
    for (const path of ['/search/byaddress', '/skip/byaddress', '/housing_market']) {
      const refused = await post({ path, items: [{}, 'Elm St, Austin, TX', '98101'] })
      assert.equal(refused.status, 400)
      const refusal = await refused.text()
      assert.match(refusal, /does not find a home by its id, URL or address: send each item as an object/)
      assert.ok(!refusal.includes('Elm St'), 'items may be about people')
    }
  })

  test('is free of charge when it is sent again with the same Idempotency-Key', async () => {
    const key = await newKey('pro')
    const items = zpids.slice(0, 10)
    for (const count of [4, 10, 10]) {
      const lines = await linesOf(
        await post({ path: '/byzpid', items: items.slice(0, count) }, { 'idempotency-key': 'a' }, key),
      )
      assert.equal(lines.filter(({ status }) => status === 200).length, count)
      assert.equal(await spentBy(key), count)
    }
  })

  test('waits for the rate of the plan instead of refusing items', async () => {
    const key = await newKey('trial') // five calls at once, then two per second
    const lines = await linesOf(await post({ path: '/byzpid', items: zpids.slice(0, 12) }, {}, key))
    assert.deepEqual(new Set(lines.map(({ status }) => status)), new Set([200]))
    assert.equal(await spentBy(key), 12)
  })

  test('is what both clients send, with any number of items', needs('Python'), async () => {
    const items = [...zpids, ...zpids, ...zpids].slice(0, 40)
    const lines = await whole(
      new Plat({ url: served.address, key: served.key }).batch({ path: '/byzpid' }, [...items, 'nowhere']),
    )
    assert.deepEqual(
      lines.map(({ index, status }) => [index, status]),
      [...items.map((_, index) => [index, 200]), [40, 404]],
    )
    const program = `
import sys
sys.path.insert(0, 'client/python')
from plat_client import Plat
lines = list(Plat(sys.argv[1], sys.argv[2]).batch('/byzpid', sys.argv[3:]))
print([line['index'] for line in lines] == list(range(41)), [line['status'] for line in lines].count(200))`
    const { stdout } = await promisify(execFile)('python3', [
      '-c',
      program,
      served.address,
      served.key,
      ...items,
      'nowhere',
    ])
    assert.equal(stdout, 'True 40\n')
  })

  test('ends, and is no longer charged, when the client disconnects', async () => {
    const key = await newKey('basic')
    const items = Array.from({ length: 1000 }, (_, nth) => zpids[nth % zpids.length])
    for (const encoding of ['identity', 'gzip', 'br']) {
      const reader = (await post({ path: '/byzpid', items }, { 'accept-encoding': encoding }, key)).body?.getReader()
      const { value } = (await reader?.read()) ?? {}
      assert.match(Buffer.from(value ?? []).toString(), /^\{"index":0,/, encoding) // the first line does not wait for others
      await reader?.cancel()
    }
    await sleep(1000)
    const spent = await spentBy(key)
    await sleep(1000)
    assert.equal(await spentBy(key), spent)
    assert.ok(spent < 1000, String(spent))
  })

  test('is refused as a whole if it cannot be read, or if its path is no operation', async () => {
    const codes = await Promise.all(
      [
        { path: '/usage', items: ['1'] },
        { path: '/nothing', items: ['1'] },
        { path: '/changes', items: [{ since: 'now' }] },
        { path: '/byzpid', items: [] },
        { path: '/byzpid', items: Array.from({ length: 1001 }, () => '1') },
        { path: '/byzpid', items: [[1]] },
        { path: '/byzpid' },
        { path: '/byzpid', items: ['1'], more: 1 },
        [],
      ].map(async (body) => ((await (await post(body)).json()) as { code: string }).code),
    )
    assert.deepEqual(codes, [
      'route.unknown',
      'route.unknown',
      'route.unknown',
      ...Array.from({ length: 5 }, () => 'param.invalid'),
      'request.malformed',
    ])
    assert.equal((await post({}, {}, 'plat_no')).status, 401)
    assert.equal((await get('/batch')).status, 405)
  })
})
