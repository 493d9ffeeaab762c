import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { ResoTrialServer, type Trouble } from './reso-server.ts'
import { listing, SyncTrial } from './trial.ts'

/** Changes a page of an answer as some servers do. */
type Habit = (page: { value: Record<string, unknown>[]; '@odata.nextLink'?: unknown }, url: URL) => object

const LINK = '@odata.nextLink'

function linked(change: (link: string) => unknown): Habit {
  return (page) => (typeof page[LINK] === 'string' ? { ...page, [LINK]: change(page[LINK]) } : page)
}

function timed(change: (moment: string) => string): Habit {
  return (page) => ({
    ...page,
    value: page.value.map((row) => ({ ...row, ModificationTimestamp: change(String(row.ModificationTimestamp)) })),
  })
}

const HABITS: Readonly<Record<string, Habit>> = {
  'none but its poor search': (page) => page,
  'relative links': linked((link) => `Property${new URL(link).search}`),
  'links with spaces': linked((link) => decodeURIComponent(link).replaceAll('+', ' ')),
  'links to http or https of its own': linked((link) => link.replace('http:', 'https:')),
  'null for the link of the last page': (page) => ({ [LINK]: null, ...page }),
  'a last page without rows': (page, url) => {
    if (LINK in page || page.value.length === 0) return page
    url.searchParams.set('$skip', '100000')
    return { ...page, [LINK]: url.href }
  },
  'counts as texts': (page) => ({ ...page, '@odata.count': '60' }),
  'seven decimals of a second': timed((moment) => moment.replace('.000Z', '.0000000Z')),
  'moments without a zone': timed((moment) => moment.replace('.000Z', '')),
  'a row of the page before on each page': (page, url) => {
    const last = url.searchParams.has('$skip') && page.value[0]
    return last ? { ...page, value: [last, ...page.value] } : page
  },
}

/** Temporary faults, by the number of the request. */
const TROUBLES: Readonly<Record<string, (number: number) => Trouble | undefined>> = {
  'every third answer asks to wait until a date': (number) =>
    number % 3 === 0
      ? {
          kind: 'status',
          status: 429,
          headers: { 'retry-after': new Date(Date.UTC(2026, 0, 10) + 2000).toUTCString() },
        }
      : undefined,
  'a failure': (number) => (number === 3 ? { kind: 'status', status: 500 } : undefined),
  'an empty answer': (number) => (number === 3 ? { kind: 'text', text: '' } : undefined),
  'a page of maintenance': (number) => (number === 3 ? { kind: 'text', text: '<html>maintenance</html>' } : undefined),
  'an error that is named a success': (number) =>
    number === 3 ? { kind: 'text', text: '{"error":{"code":500,"message":"Internal error"}}' } : undefined,
}

let trial: SyncTrial
afterEach(() => trial.close())

const CONFIGURATION = `reconcile: 24h
resources:
  Property: { filter: "OriginatingSystemName eq 'actris'", ordered: false, top: 10 }
`

/** Copies 60 rows, changes, hides and removes some, and compares the catalog with the server. */
async function follow(): Promise<void> {
  const { server } = trial
  const key = (i: number) => `ACT${100 + i}`
  for (let i = 0; i < 60; i++) {
    if (i % 7 === 0) server.nowMs += 60_000
    server.put('Property', listing(key(i), { OriginatingSystemName: 'actris' }))
  }
  const prices = () => Object.fromEntries([...trial.homes].map(([name, { listing: its }]) => [name, its?.listPrice]))
  await trial.turn()
  assert.equal(trial.homes.size, 60)
  const later = (hours: number) => {
    server.nowMs += hours * 3_600_000
    trial.clock.pass(hours * 3_600_000)
  }
  later(1)
  for (const i of [3, 4, 5]) server.put('Property', { ListingKey: key(i), ListPrice: 450_000 + i })
  for (const i of [20, 21]) server.put('Property', { ListingKey: key(i), MlgCanView: false })
  server.remove('Property', key(30))
  later(1)
  await trial.turn()
  later(25)
  await trial.turn()
  const shown = [...server.table('Property').values()].filter(({ MlgCanView }) => MlgCanView)
  assert.deepEqual(prices(), Object.fromEntries(shown.map(({ ListingKey, ListPrice }) => [ListingKey, ListPrice])))
}

async function begin(): Promise<void> {
  const searchable = new Set(['ModificationTimestamp', 'OriginatingSystemName', 'MlgCanView', 'StandardStatus'])
  trial = new SyncTrial(await ResoTrialServer.start({ pageMax: 10, searchable, isUnordered: true }), CONFIGURATION)
}

for (const [name, habit] of Object.entries(HABITS)) {
  test(`the catalog follows a server with a poor search and this habit: ${name}`, async () => {
    await begin()
    trial.server.dress = (page, url) => habit(page as Parameters<Habit>[0], url) as Record<string, unknown> // every page has rows
    await follow()
  })
}

for (const [name, trouble] of Object.entries(TROUBLES)) {
  test(`the catalog follows a server with a poor search and this trouble: ${name}`, async () => {
    await begin()
    trial.server.trouble = trouble
    await follow()
  })
}

test('rows without a time, and rows from the future, are also copied', async () => {
  await begin()
  const { server } = trial
  const put = (key: string, more: object = {}) =>
    server.put('Property', listing(key, { OriginatingSystemName: 'actris', ...more }))
  for (const key of ['a', 'b', 'c']) put(key)
  await trial.turn()
  server.nowMs += 3_600_000
  trial.clock.pass(3_600_000)
  put('a', { ModificationTimestamp: '3000-03-11T00:00:00Z', ListPrice: 111_111 })
  put('b', { ModificationTimestamp: null, ListPrice: 222_222 })
  put('d')
  server.nowMs += 25 * 3_600_000
  trial.clock.pass(25 * 3_600_000)
  await trial.turn()
  assert.deepEqual([...trial.homes.keys()].sort(), ['a', 'b', 'c', 'd'])
  assert.equal(trial.homes.get('a')?.listing?.listPrice, 111_111)
})

test('rows without the key of the mapping end the copy with a fault that names what is missing', async () => {
  await begin()
  for (const key of ['1', '2']) trial.server.put('Property', listing(key, { OriginatingSystemName: 'actris' }))
  trial.server.dress = (page) => ({
    ...page,
    value: (page.value as Record<string, unknown>[]).map(({ ListingKey, ...row }) => ({ ...row, ListingKeyNumeric: Number(ListingKey) })), // biome-ignore format: a row
  })
  await assert.rejects(trial.turn(), /^CommandFault: No row of Property could be used: The key is empty\./)
})
