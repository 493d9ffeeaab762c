import assert from 'node:assert/strict'
import { test } from 'node:test'
import { priced, SEARCH, serveKept } from '../../../../test/http/kept-service.ts'
import { problemsOf } from '../../../../test/operations/declared.ts'
import { HOMES, NOW_MS, RICH } from '../../../../test/operations/made-homes.ts'
import { WORDS } from '../../../../test/operations/small-catalog.ts'
import { SEARCHES_MAX } from '../../../guard/subscriptions/subscriptions.ts'
import { KEPT } from '../../openapi/index.ts'

test('a search is saved, changed and deleted', async (context) => {
  const { call } = await serveKept(context)
  const made = await call('POST', '/searches', { ...SEARCH, label: 'Near work' })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const { searchId, seen } = made.body.search
  assert.deepEqual(made.body.notes, [])
  const parameters = { ...SEARCH.parameters, bed_min: '1' }
  const shown = {
    searchId,
    label: 'Near work',
    area: 'A',
    path: SEARCH.path,
    parameters,
    made: new Date(NOW_MS).toISOString(),
    seen,
    feed: null,
  }
  assert.deepEqual(made.body.search, shown)
  assert.deepEqual((await call('GET', '/searches')).body.searches, [shown])
  assert.deepEqual((await call('GET', `/searches/${searchId}`)).body.search, shown)
  const renamed = await call('PATCH', `/searches/${searchId}`, { label: 'Far away' })
  assert.deepEqual(renamed.body.search, { ...shown, label: 'Far away' })
  const asked = await call('PATCH', `/searches/${searchId}`, {
    sentence: '3 bed houses in Austin, TX',
    sortOrder: 'Newest',
  })
  assert.deepEqual(asked.body.search.parameters, { ai_search_prompt: '3 bed houses in Austin, TX' })
  assert.equal(asked.headers['x-ignored-parameters'], 'sortOrder')
  assert.equal((await call('DELETE', `/searches/${searchId}`)).body.search.label, 'Far away')
  assert.equal((await call('DELETE', `/searches/${searchId}`)).body.code, 'subscription.unknown')
})

test('an invalid search is refused like the search itself, free of charge', async (context) => {
  const { call, access } = await serveKept(context)
  const cases: readonly (readonly [body: unknown, code: string, words: RegExp])[] = [
    [
      { path: '/search/byadress' },
      'route.unknown',
      /Cannot save "\/search\/byadress"\. .* Did you mean \/search\/byaddress\?/,
    ],
    [{ path: '/search/bylocation', parameters: {} }, 'param.invalid', /location/],
    [{ path: '/search/exp/bydestination', parameters: {} }, 'plan.area', /does not open area C/],
    [{ path: '/search/byaddress' }, 'param.invalid', /location/],
    [
      { ...SEARCH, parameters: { location: 'Austin, TX', listPriceRange: 'much' } },
      'param.invalid',
      /listPriceRange must be .*; you sent "much"/,
    ],
    [{ ...SEARCH, parameters: { location: 'Nowhere At All, ZZ' } }, 'place.unknown', /"Nowhere At All, ZZ"/],
    [{ ...SEARCH, parameters: { location: ['Austin'] } }, 'param.invalid', /must be an object/],
    [{ ...SEARCH, parameters: 'location=Austin' }, 'param.invalid', /must be an object/],
    [{ ...SEARCH, sentence: 'homes in Austin' }, 'param.invalid', /only one search/],
    [{ label: 'No search' }, 'param.invalid', /without a path|a path/],
    ['[1]', 'request.malformed', /must be a JSON object, nested at most 100 deep\.$/],
    ['{"path"', 'request.malformed', /must be a JSON object/],
    ['{}'.padEnd(200_000), 'request.body_too_large', /64 KiB/],
  ]
  for (const [body, code, words] of cases) {
    const { body: problem } = await call('POST', '/searches', body)
    assert.deepEqual([problem.code, words.test(problem.detail)], [code, true], JSON.stringify(problem))
  }
  assert.deepEqual(access.events, [])
  assert.deepEqual((await call('GET', '/searches')).body.searches, [])
})

test('each path supports only its methods, and preflights list them', async (context) => {
  const { call } = await serveKept(context)
  const { status, headers } = await call('PUT', '/searches/s_1', {})
  assert.deepEqual([status, headers.allow], [405, 'GET, HEAD, PATCH, DELETE, OPTIONS'])
  assert.equal((await call('OPTIONS', '/webhooks')).headers.allow, 'GET, HEAD, POST, OPTIONS')
  assert.equal((await call('GET', '/searches/')).status, 200)
  assert.equal((await call('GET', '/searches/{id}')).body.code, 'subscription.unknown')
})

test('HEAD of a list reads nothing, and HEAD of a search says whether it exists', async (context) => {
  const { call, subscriptions } = await serveKept(context)
  const { searchId } = (await call('POST', '/searches', SEARCH)).body.search
  context.mock.method(subscriptions, 'searchesOf', () => assert.fail('the list is read'))
  context.mock.method(subscriptions, 'webhooksOf', () => assert.fail('the list is read'))
  for (const [path, status] of [
    ['/searches', 200],
    ['/webhooks', 200],
    [`/searches/${searchId}`, 200],
    ['/searches/s_none', 404],
  ] as const) {
    const answer = await call('HEAD', path)
    assert.deepEqual([answer.status, answer.body], [status, {}], path)
    assert.equal(answer.headers['content-type']?.startsWith('application/'), true, path)
  }
})

test('a search above 8 KB is refused with the limit and its size', async (context) => {
  const { call } = await serveKept(context)
  const corners = Array.from(
    { length: 900 },
    (_, n) => `${n % 2 ? 30.1 : 30.2} -97.${String(1000 - n).padStart(4, '0')}`,
  ).join(',')
  const { status, body } = await call('POST', '/searches', {
    path: '/search/bypolygon',
    parameters: { polygon: `30.0 -97.6,${corners},30.0 -97.6`, listingStatus: 'For_Sale' },
  })
  assert.deepEqual([status, body.code], [413, 'subscription.too_large'], body.detail)
  assert.match(body.detail, /at most 8 KB .* \(8192 bytes\); you sent \d+\.$/)
})

test('a list of searches that were saved before the limits existed marks shortened rows; each search alone is complete', async (context) => {
  const { call, subscriptions, access } = await serveKept(context)
  const { searchId } = (await call('POST', '/searches', SEARCH)).body.search
  const whole = await subscriptions.search(access.account.keyId, searchId)
  assert.ok(whole)
  context.mock.method(subscriptions, 'searchesOf', async () => [{ ...whole, isCut: true }, whole])
  const { body } = await call('GET', '/searches')
  assert.deepEqual(problemsOf(body, KEPT.listSearches.answer, WORDS), [])
  assert.deepEqual(
    body.searches.map(({ cut }: { cut?: boolean }) => cut),
    [true, undefined],
  )
})

test('a key with the maximum number of searches must delete a search before it saves another', async (context) => {
  const { call, subscriptions, access } = await serveKept(context)
  const { keyId } = access.account
  const search = { keyId, label: undefined, path: SEARCH.path, parameters: {}, seenUpTo: 0 }
  await Promise.all(Array.from({ length: SEARCHES_MAX }, () => subscriptions.makeSearch(search)))
  const { status, body } = await call('POST', '/searches', SEARCH)
  assert.deepEqual([status, body.code], [409, 'subscriptions.too_many'])
})

test('changes since the seen position are returned as entered, left and changed, and charged per row', async (context) => {
  const { call, commit, access } = await serveKept(context)
  commit(priced(700_000))
  const { searchId } = (await call('POST', '/searches', SEARCH)).body.search
  const changes = async (query = '') => (await call('GET', `/searches/${searchId}/changes${query}`)).body
  const idsOf = ({ entered, left, changed }: Awaited<ReturnType<typeof changes>>) => [
    entered.map(({ zpid }: { zpid: number }) => zpid),
    left.map(({ zpid }: { zpid: number }) => zpid),
    changed.map(({ how, change }: { how: string; change: { zpid: number } }) => [how, change.zpid]),
  ]
  assert.deepEqual(idsOf(await changes()), [[], [], []])
  assert.deepEqual(access.events, [], 'an answer without changes is free')
  commit(priced(590_000))
  const entered = await changes()
  assert.deepEqual(problemsOf(entered, KEPT.readChanges.answer, WORDS), [])
  assert.deepEqual(idsOf(entered), [[RICH.zpid], [], []])
  assert.deepEqual(access.events, ['settled /searches/{id}/changes 1'])
  commit(priced(650_000))
  commit(priced(580_000))
  assert.deepEqual(idsOf(await changes()), [[RICH.zpid], [], []], 'that it left meanwhile is no difference')
  const seen = await call('PATCH', `/searches/${searchId}`, { seen: entered.next })
  assert.equal(seen.body.search.seen, entered.next)
  assert.deepEqual(idsOf(await changes()), [[], [], [['priceDown', RICH.zpid]]])
  commit(HOMES.filter(({ zpid }) => zpid !== RICH.zpid))
  assert.deepEqual(idsOf(await changes()), [[], [RICH.zpid], []])
  assert.deepEqual(idsOf(await changes('?since=now')), [[], [], []])
  const { upTo } = await changes()
  await call('PATCH', `/searches/${searchId}`, { seen: upTo })
  const back = await call('PATCH', `/searches/${searchId}`, { seen: entered.next })
  assert.equal(back.body.search.seen, upTo, 'it never goes back')
  assert.equal((await changes('?since=xxxxxx.1')).code, 'changes.expired')
  assert.match((await changes('?since=yesterday')).detail, /you sent "yesterday"/)
})

test('reading a search whose place no longer exists is refused with the reason and what to do', async (context) => {
  const { call, subscriptions, access } = await serveKept(context)
  const { keyId } = access.account
  const parameters = { location: 'Gone City, TX' }
  const { searchId } = await subscriptions.makeSearch({
    keyId,
    label: undefined,
    path: SEARCH.path,
    parameters,
    seenUpTo: 0,
  })
  const { status, body } = await call('GET', `/searches/${searchId}/changes`)
  assert.deepEqual([status, body.code], [404, 'place.unknown'])
  assert.match(body.detail, /no longer works.*"Gone City, TX".*PATCH \/searches\/s_/)
})

test('a webhook is created, shown without secrets, changed, tested and deleted', async (context) => {
  const { call, tried } = await serveKept(context)
  const { searchId } = (await call('POST', '/searches', SEARCH)).body.search
  assert.equal((await call('POST', '/webhooks', { url: 'https://a.example', searchId: 's_none' })).status, 404)
  const near = await call('POST', '/webhooks', { url: 'http://127.0.0.1/' })
  assert.deepEqual([near.status, near.body.errors[0].parameter], [400, 'url'])
  const made = (await call('POST', '/webhooks', { url: 'https://a.example', searchId })).body
  const { webhookId } = made.webhook
  assert.deepEqual((await call('GET', '/webhooks')).body.webhooks, [made.webhook])
  assert.equal(JSON.stringify(await call('GET', `/webhooks/${webhookId}`)).includes('whsec_'), false)
  const renewed = (await call('POST', `/webhooks/${webhookId}/secrets`)).body
  assert.deepEqual(renewed.secrets.slice(1), made.secrets)
  assert.deepEqual((await call('GET', `/webhooks/${webhookId}/secrets`)).body.secrets, renewed.secrets)
  const moved = (await call('PATCH', `/webhooks/${webhookId}`, { url: 'https://b.example' })).body
  assert.equal(moved.webhook.url, 'https://b.example')
  const { taken, outcome } = (await call('POST', `/webhooks/${webhookId}/test`)).body
  assert.deepEqual([taken, outcome, tried.length], [true, 'The receiver answered 204.', 1])
  await call('DELETE', `/searches/${searchId}`)
  assert.equal((await call('DELETE', `/webhooks/${webhookId}`)).body.code, 'subscription.unknown')
})
