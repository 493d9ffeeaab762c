import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { after, before, test } from 'node:test'
import { type Served, scratch, serve } from './program.ts'

const folder = scratch()
let served: Served

before(async () => {
  served = await serve(folder.path)
})

after(async () => {
  await served.stop()
  folder.remove()
})

/** Checks what every problem document must have, and returns the parts that the tests look at. */
async function problem(path: string, headers?: Record<string, string>, method?: string) {
  const answer = await served.get(path, headers, method)
  assert.equal(answer.headers.get('content-type'), 'application/problem+json')
  const body = (await answer.json()) as { status: number; code: string; detail: string; error: string; type: string }
  assert.equal(body.status, answer.status)
  assert.equal(body.type, `/docs/problems#${body.code}`)
  assert.equal(body.error, body.detail)
  assert(body.detail.length > 0 && body.detail.length < 1000, body.detail)
  return { ...body, headers: answer.headers }
}

test('an address of 10,000 characters gets one clear sentence', async () => {
  const { status, detail } = await problem(`/byaddress?propertyaddress=${'a'.repeat(10_000)}`)
  assert.equal(status, 400)
  assert.match(detail, /propertyaddress/)
})

test('bytes that are not UTF-8 are refused by the name of their parameter', async () => {
  const encoded = await problem('/byaddress?propertyaddress=%ff%fe')
  assert.equal(encoded.code, 'request.malformed')
  assert.match(encoded.detail, /propertyaddress/)
})

test('a character typed as it is gets a 400 that names its escape', () => {
  const command = `curl -s -H 'x-service-key: ${served.key}' '${served.a}/byaddress?propertyaddress=1+Piękna+St,+Nowhere,+TX'`
  const answer = JSON.parse(execFileSync('sh', ['-c', command], { encoding: 'utf8' })) as Record<string, string>
  assert.equal(answer.code, 'request.malformed')
  assert.equal(answer.detail, 'The URL must be ASCII: send ę as %C4%99.')
})

test('a zpid of 40 digits, of letters, of nothing, twice', async () => {
  for (const query of [`zpid=${'9'.repeat(40)}`, 'zpid=abc', 'zpid=', 'zpid=1&zpid=2', '']) {
    const { status, code } = await problem(`/pro/byzpid?${query}`)
    assert.deepEqual([status, code], [400, 'param.invalid'], query)
  }
})

test('a zpid that nobody has is a 404 with the container that clients reach into', async () => {
  const answer = await served.get('/pro/byzpid?zpid=1')
  assert.equal(answer.status, 404)
  const body = (await answer.json()) as { message: string; propertyDetails: object }
  assert.match(body.message, /^404/)
  assert.deepEqual(body.propertyDetails, {})
})

test('keys that are missing, malformed or unknown are told apart', async () => {
  assert.equal((await problem('/', {})).code, 'key.missing')
  assert.equal((await problem('/', { 'x-service-key': 'secret' })).code, 'key.malformed')
  const wrong = served.key.slice(0, -1) + (served.key.endsWith('a') ? 'b' : 'a')
  assert.equal((await problem('/', { 'x-service-key': wrong })).code, 'key.malformed')
})

test('a path that does not exist, a method that does not work, a line that is too long', async () => {
  assert.equal((await problem('/pro/byzpit?zpid=1')).code, 'route.unknown')
  const posted = await problem(served.homePath, {}, 'POST')
  assert.equal(posted.status, 405)
  assert.equal(posted.headers.get('allow'), 'GET, HEAD, OPTIONS')
  assert.equal((await problem(`/pro/byzpid?zpid=${'1'.repeat(66_000)}`)).status, 414)
  assert.equal((await problem(`/pro/byzpid?zpid=${'1'.repeat(100_000)}`)).status, 414)
})

test('no odd input makes a 5xx', async () => {
  const odd = [
    '',
    '%00',
    '%F0%9F%8F%A0',
    "' OR 1=1 --",
    '../../etc/passwd',
    '-1',
    '1e400',
    'null',
    '😀'.repeat(200),
    '%25',
    '"',
    '\\',
  ]
  for (const operation of [
    '/pro/byaddress?propertyaddress=',
    '/byzpid?zpid=',
    '/pro/byurl?url=',
    '/autocomplete?query=',
  ]) {
    for (const value of odd) {
      const { status } = await served.get(operation + (value.startsWith('%') ? value : encodeURIComponent(value)))
      assert(status < 500, `${operation}${value} gave ${status}`)
    }
  }
})
