import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { SaxesParser } from 'saxes'
import { inject } from '../../../../test/http/inject.ts'
import { priced, SEARCH, serveKept } from '../../../../test/http/kept-service.ts'
import { HOMES, NOW_MS, RICH } from '../../../../test/operations/made-homes.ts'
import { DAY_MS } from '../../../kit/base/clock.ts'
import { Fault } from '../../../kit/base/failure.ts'

/** An XML element and its text. */
interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly inside: Element[]
  text: string
}

/** Parses a feed strictly, so that the test fails on malformed XML. */
function readXml(xml: string): Element {
  const root: Element = { name: '', attributes: {}, inside: [], text: '' }
  const open = [root]
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => assert.fail(`${error.message} in ${xml}`))
  parser.on('opentag', ({ name, uri, attributes }) => {
    assert.equal(uri, 'http://www.w3.org/2005/Atom')
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value])
    const element = { name, attributes: Object.fromEntries(values), inside: [], text: '' }
    open.at(-1)?.inside.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const element = open.at(-1)
    if (element) element.text += text
  })
  parser.on('closetag', () => open.pop())
  parser.write(xml).close()
  return root.inside[0] ?? assert.fail('there is no element')
}

function textsOf({ inside }: Element, name: string): readonly string[] {
  return inside.filter((each) => each.name === name).map(({ text }) => text)
}

function entriesOf(feed: Element) {
  return feed.inside
    .filter(({ name }) => name === 'entry')
    .map((entry) => ({
      id: textsOf(entry, 'id')[0] ?? '',
      title: textsOf(entry, 'title')[0] ?? '',
      content: textsOf(entry, 'content')[0] ?? '',
      updated: textsOf(entry, 'updated')[0] ?? '',
      links: entry.inside.filter(({ name }) => name === 'link').map(({ attributes }) => attributes.href),
    }))
}

/** Makes a saved search with a feed. Also returns a function that reads the feed without a key. */
async function served(context: TestContext, body: object = SEARCH) {
  const service = await serveKept(context)
  const { searchId } = (await service.call('POST', '/searches', body)).body.search
  const renew = async () =>
    new URL((await service.call('POST', `/searches/${searchId}/feed`)).body.search.feed).pathname
  const read = async (url: string, headers: Record<string, string> = {}) => {
    const { statusCode, headers: answered, payload } = await inject(service.server, { method: 'GET', url, headers })
    return { status: statusCode, headers: answered, text: payload }
  }
  return { ...service, searchId, renew, read }
}

const NAME = `${RICH.address.streetAddress}, Austin, TX ${RICH.address.zipcode}`

test('a feed lists each change of the results, newest first, with permanent ids', async (context) => {
  const { commit, renew, read, searchId, call } = await served(context, { ...SEARCH, label: 'Near <work> & home' })
  const address = await renew()
  assert.deepEqual((await call('GET', '/searches')).body.searches[0].feed.endsWith(address), true)
  const empty = readXml((await read(address)).text)
  assert.deepEqual([textsOf(empty, 'title'), entriesOf(empty)], [['Near <work> & home'], []])
  assert.deepEqual(textsOf(empty, 'updated'), [new Date(NOW_MS).toISOString()])
  commit(priced(700_000))
  commit(priced(590_000))
  commit(priced(550_000))
  commit(priced(595_000))
  commit(HOMES.filter(({ zpid }) => zpid !== RICH.zpid))
  const { status, headers, text } = await read(address)
  assert.deepEqual(
    [status, headers['content-type'], headers['cache-control']],
    [200, 'application/atom+xml; charset=utf-8', 'private, max-age=300'],
  )
  const feed = readXml(text)
  const entries = entriesOf(feed)
  assert.deepEqual(
    entries.slice(0, 4).map(({ title }) => title),
    [
      `Gone (was $595,000): ${NAME}`,
      `Price raised to $595,000 (was $550,000): ${NAME}`,
      `Price cut to $550,000 (was $590,000): ${NAME}`,
      `Now among the results at $590,000 (was $700,000): ${NAME}`,
    ],
  )
  assert.match(entries[1]?.content ?? '', /bd · .* price: 550000 → 595000/)
  assert.match(entries[1]?.id ?? '', new RegExp(`^tag:plat\\.invalid,2026:${searchId}/home/${RICH.zpid}/\\d+$`))
  assert.equal(new Set(entries.map(({ id }) => id)).size, entries.length)
  assert.deepEqual(entries[0]?.links, [], 'a home that is gone has no page')
  assert.match(entries[1]?.links[0] ?? '', new RegExp(`^http://.*/console/homes/${RICH.zpid}$`))
  assert.deepEqual(textsOf(feed, 'updated'), [entries[0]?.updated])
  commit(priced(560_000))
  const later = entriesOf(readXml((await read(address)).text))
  assert.deepEqual(later[0]?.title, `Back at $560,000: ${NAME}`)
  assert.deepEqual(
    later.slice(1),
    entries.map((entry) => ({ ...entry, links: later.find(({ id }) => id === entry.id)?.links })),
  )
})

test('a reader that already has the feed gets a free 304, also after an import that changes none of its homes', async (context) => {
  const { commit, renew, read, access } = await served(context)
  const address = await renew()
  commit(priced(590_000))
  const { headers, text } = await read(address)
  const etag = String(headers.etag)
  assert.equal(access.events.length, 1)
  assert.match(access.events[0] ?? '', /^settled \/feeds\/\{secret\} 1$/)
  for (let time = 0; time < 3; time++) {
    const had = await read(address, { 'if-none-match': etag })
    assert.deepEqual([had.status, had.text, had.headers.etag], [304, '', etag])
  }
  const other = HOMES.find(({ zpid, address: { city } }) => zpid !== RICH.zpid && city !== RICH.address.city)
  assert.ok(other)
  commit(
    priced(590_000).map((home) => (home === other ? { ...home, facts: { ...home.facts, yearBuilt: 1801 } } : home)),
  )
  assert.equal((await read(address, { 'if-none-match': etag })).status, 304)
  assert.equal(access.events.length, 1)
  assert.equal((await read(address)).text, text)
  assert.equal(access.events.length, 2, 'a 200 is paid for each time')
  assert.equal(access.inFlight, 0)
})

test('the secret of a feed gives no other access, and ends with a new secret, with the search or with the key', async (context) => {
  const { renew, read, access, call, searchId } = await served(context)
  const first = await renew()
  assert.equal((await read(first)).status, 200)
  const secret = first.split('/').at(-1) ?? ''
  for (const url of ['/searches', `/searches/${searchId}`, '/pro/echo?say=x'])
    assert.equal((await read(url, { 'x-service-key': secret, authorization: `Bearer ${secret}` })).status, 401)
  const { headers } = await read(first)
  assert.deepEqual(
    Object.keys(headers).filter((name) => /credits|ratelimit|version/.test(name)),
    [],
  )
  const second = await renew()
  assert.deepEqual([(await read(first)).status, (await read(second)).status], [404, 200])
  access.idFault = new Fault('key.revoked')
  const revoked = await read(second)
  assert.equal(revoked.status, 404)
  assert.match(revoked.text, /There is no feed at this address/)
  access.idFault = undefined
  access.rateFault = new Fault('rate.exceeded', 'Wait.', { retryAfterS: 1 })
  assert.equal((await read(second)).status, 429)
  access.rateFault = undefined
  await call('DELETE', `/searches/${searchId}`)
  assert.equal((await read(second)).status, 404)
})

test('names from files are plain text in a feed, even if they contain markup', async (context) => {
  const { commit, renew, read } = await served(context)
  const address = await renew()
  const streetAddress =
    '5 Oak\u0000\u001b[31m St <script>alert("1")</script> ]]> &amp; \u202egnp.exe\uFFFF \ud800 \r\n 🏡'
  commit(
    priced(590_000).map((home) =>
      home.zpid === RICH.zpid ? { ...home, address: { ...home.address, streetAddress } } : home,
    ),
  )
  const [entry] = entriesOf(readXml((await read(address)).text))
  assert.match(
    entry?.title ?? '',
    /: 5 Oak\[31m St <script>alert\("1"\)<\/script> \]\]> &amp; gnp\.exe \uFFFD 🏡, Austin, TX/,
  )
})

test('a feed has 50 changes of the last 30 days at most', async (context) => {
  const { commit, renew, read, clock } = await served(context)
  const address = await renew()
  for (let price = 1; price <= 60; price++) commit(priced(500_000 + price * 1000))
  const entries = entriesOf(readXml((await read(address)).text))
  assert.equal(entries.length, 50)
  assert.match(entries[0]?.title ?? '', /\$560,000/)
  clock.set(NOW_MS + 31 * DAY_MS)
  assert.deepEqual(entriesOf(readXml((await read(address)).text)), [])
})
