import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { OPENID_PACKAGES } from '../../src/running/serving/openid.ts'
import { fillSample, Program, ROOT } from '../e2e/program.ts'
import { CHROMIUM, needs } from '../needs.ts'
import { ANN, type Behavior, CLIENT, Provider } from './provider.ts'

/** Runs a service that has the OpenID Connect package installed, and signs in at a small provider. */

const SIGN_IN = '/operator/sign-in'

type Init = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> }

suite('signing in with OpenID Connect', needs('openid-client'), () => {
  const folder = mkdtempSync(join(tmpdir(), 'plat-openid-'))
  const provider = new Provider()
  let program: Program
  let a = ''

  const start = (environment: Readonly<Record<string, string>> = {}) => {
    const options = ['--data', join(folder, 'data'), '--port', '0', '--operator-port', '0', '--workers', '1']
    return new Program(join(folder, 'plat'), ['serve', ...options, '--operator-pages', 'key'], {
      PLAT_OPENID_ISSUER: provider.issuer,
      PLAT_OPENID_CLIENT: CLIENT.id,
      PLAT_OPENID_SECRET: CLIENT.secret,
      PLAT_OPENID_OPERATORS: 'groups=plat-operators',
      ...environment,
    })
  }
  const serve = async (environment: Readonly<Record<string, string>> = {}) => {
    program = start(environment)
    const [, address = ''] = await program.shows(/For calls +(http:\S+)[\s\S]*All operations:/)
    a = address
  }
  const stop = async () => {
    program.child.kill('SIGTERM')
    assert.equal(await program.ended(), 0)
  }

  before(async () => {
    await provider.open()
    for (const name of ['plat', 'package.json']) cpSync(join(ROOT, name), join(folder, name))
    cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true, preserveTimestamps: true })
    await fillSample(join(folder, 'data'), 500)
  })
  after(() => {
    provider.close()
    rmSync(folder, { recursive: true })
  })

  /** Requests a page as a browser with this cookie does, and follows no redirect. */
  const get = (url: string, cookie = '', init: Init = {}) =>
    fetch(new URL(url, a), { redirect: 'manual', ...init, headers: { ...(cookie && { cookie }), ...init.headers } })

  /** Goes through the whole sign-in. `change` changes the URL with which the browser comes back. */
  const signIn = async (to = '/console/operator/keys', change = (back: URL) => back) => {
    const begun = await get(`${SIGN_IN}?to=${encodeURIComponent(to)}`)
    assert.equal(begun.status, 303)
    const asked = await get(begun.headers.get('location') ?? '')
    const back = change(new URL(asked.headers.get('location') ?? ''))
    const answer = await get(back.href, cookieOf(begun))
    return { answer, back, cookie: cookieOf(answer), location: answer.headers.get('location'), begun }
  }

  test('is refused with the command that installs the package, if the package is missing', async () => {
    const missing = start()
    assert.equal(await missing.ended(), 64)
    assert.match(missing.stderr, /run \\?"npm install --prefix optional openid-client@6\.9\.0\\?" in Plat's folder/)
    mkdirSync(join(folder, 'optional'))
    symlinkSync(join(ROOT, 'test/openid/node_modules'), join(folder, 'optional/node_modules'))
  })

  test('an operator signs in, comes back to the page, changes keys under their own name, and signs out', async () => {
    await serve()
    assert.match(
      ((await (await get('/operator')).json()) as { detail: string }).detail,
      /^Sign in at \/operator\/sign-in/,
    )
    const { answer, cookie, location, begun } = await signIn('/console/operator/keys?a=1')
    assert.deepEqual([answer.status, location], [303, '/console/operator/keys?a=1'])
    for (const each of [begun, answer])
      assert.match(
        each.headers.get('set-cookie') ?? '',
        /^plat_operator=[\w-]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
      )
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    const asked = provider.asked.at(-1)
    assert.deepEqual([asked?.get('scope'), asked?.get('code_challenge_method')], ['openid email groups', 'S256'])

    const facts = (await (await get('/console/facts.json', cookie)).json()) as Readonly<Record<string, unknown>>
    assert.deepEqual([facts.operator, facts.signIn, facts.person], [true, true, ANN.email])
    const start = await (await get('/operator', cookie)).json()
    assert.deepEqual({ ...(start as object), pages: [] }, { by: 'person', keyId: null, person: ANN.email, pages: [] })
    const change = { method: 'POST', body: '{"plan":"basic","label":"Ben"}' }
    assert.equal((await get('/operator/keys', cookie, change)).status, 200)
    const foreign = { ...change, headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } }
    assert.equal((await get('/operator/keys', cookie, foreign)).status, 401)
    assert.equal((await get('/operator/sign-out', cookie, { ...foreign, body: '' })).status, 403)
    const { events } = (await (await get('/operator/keys/log', cookie)).json()) as { events: readonly { by: string }[] }
    assert.equal(events.filter(({ by }) => by === `${ANN.email} (127.0.0.1)`).length, 1)
    assert.match(
      program.stderr,
      /"person":"ann@homes\.example","path":"\/operator\/keys","msg":"An operator changed keys"/,
    )

    const out = await get('/operator/sign-out', cookie, { method: 'POST' })
    assert.deepEqual([out.status, cookieOf(out)], [204, 'plat_operator='])
    assert.equal((await get('/operator', cookieOf(out))).status, 401)
  })

  const REFUSED: readonly (readonly [why: string, behavior: Partial<Behavior>, sentence: RegExp, logged: RegExp])[] = [
    ['a token for another nonce', { token: { nonce: 'other' } }, /is not valid/, /"nonce\\" claim value/],
    ['a token without a nonce', { token: { nonce: undefined } }, /is not valid/, /"nonce\\" \(nonce\) claim/],
    ['a token for another client', { token: { aud: 'other' } }, /is not valid/, /"aud\\" \(audience\) claim/],
    ['a token of another issuer', { token: { iss: 'https://x.example' } }, /is not valid/, /"iss\\" \(issuer\) claim/],
    ['an expired token', { token: { exp: 1_700_000_300 } }, /is not valid/, /"exp\\" \(expiration time\) claim/],
    ['a token with a foreign signature', { forges: true }, /is not valid/, /signature verification failed/],
    ['a person who declines', { error: 'access_denied' }, /did not let you in/, /access_denied/],
    ['a provider that cannot continue', { error: 'server_error' }, /is not valid/, /server_error/],
    ['a provider that fails', { fails: true }, /did not respond, or responded with an error/, /HTTP response status/],
  ]
  for (const [why, behavior, sentence, logged] of REFUSED) {
    test(`${why} begins no session`, async () => {
      const before = program.stderr.length
      provider.behave(behavior)
      const { answer, cookie } = await signIn()
      provider.behave()
      assert.deepEqual([answer.status, cookie], [behavior.fails ? 503 : 400, ''])
      assert.match(await answer.text(), sentence)
      while (!program.stderr.includes('failed', before)) await pause(10)
      assert.match(program.stderr.slice(before), logged)
    })
  }

  test('an answer for another state, without its cookie, or for the second time begins no session', async () => {
    const changed = await signIn('', (back) => {
      back.searchParams.set('state', 'other')
      return back
    })
    assert.deepEqual([changed.answer.status, changed.cookie], [400, ''])
    const { back, begun } = await signIn()
    const elsewhere = await get(back.href)
    assert.match(await elsewhere.text(), /began in another browser/)
    const again = await get(back.href, cookieOf(begun))
    assert.deepEqual([again.status, cookieOf(again)], [400, ''])
    assert.equal((await get('/operator', cookieOf(begun))).status, 401, 'the cookie of a sign-in is no session')
  })

  test('a person who is not an operator learns so, and how to become one', async () => {
    provider.behave({ person: { ...ANN, groups: ['sales', '<b>'] } })
    const { answer, cookie } = await signIn()
    provider.behave()
    assert.deepEqual([answer.status, cookie], [403, ''])
    const text = await answer.text()
    assert.match(text, /<strong>ann@homes\.example<\/strong>, who is not an operator/)
    assert.match(text, /<code>groups=sales<\/code>/)
    assert.match(text, /<code>groups=&lt;b&gt;<\/code>/)
    assert.match(text, /PLAT_OPENID_OPERATORS/)
    assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/)
    const other = await get(`${SIGN_IN}?prompt=login`)
    assert.equal(new URL(other.headers.get('location') ?? '').searchParams.get('prompt'), 'login')
  })

  test('claims that only the userinfo endpoint has count too', async () => {
    provider.behave({ person: { sub: 'p2' }, userinfo: { groups: ['plat-operators'] } })
    const { cookie } = await signIn()
    provider.behave()
    assert.equal(((await (await get('/operator', cookie)).json()) as { person: string }).person, 'p2')
  })

  test('a sign-in ends on a page of the console, whatever it began with', async () => {
    for (const to of [
      'https://evil.example/console',
      '//evil.example/console',
      '/\\evil.example/console',
      '/console/..//evil.example',
      '/consoles',
      '/operator/sign-out',
      'javascript:alert(1)',
      `/console/${'x'.repeat(2000)}`,
    ])
      assert.equal((await signIn(to)).location, '/console/operator', to)
  })

  test(
    'in a browser, a person signs in, sees the page again, signs out, and learns who is refused',
    needs('Chromium'),
    async () => {
      const browser = await chromium.launch({ executablePath: CHROMIUM ?? '', args: ['--no-sandbox', '--disable-gpu'] })
      after(() => browser.close())
      const page = await (await browser.newContext()).newPage()
      await page.goto(`${a}/console/operator/key-log`)
      await page.getByRole('heading', { name: 'Sign in to continue' }).waitFor()
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByText('created').first().waitFor()
      assert.equal(page.url(), `${a}/console/operator/key-log`)
      assert.equal(await page.getByRole('link', { name: 'Operator' }).count(), 1, 'the navigation shows the pages')
      await page.context().clearCookies()
      await page.getByRole('tab', { name: 'Usage' }).click()
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByText(ANN.email).waitFor()
      assert.equal(page.url(), `${a}/console/operator/usage`)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.waitForURL(`${a}/console`)
      provider.behave({ person: { ...ANN, groups: ['sales'] } })
      await page.goto(`${a}${SIGN_IN}`)
      provider.behave()
      await page.getByRole('heading', { name: 'You are not an operator' }).waitFor()
      await page.getByRole('link', { name: 'Sign in as somebody else' }).click()
      await page.getByText(ANN.email).waitFor()
    },
  )

  test('a session lasts across restarts, but not with another secret or provider', async () => {
    const { cookie } = await signIn()
    await stop()
    assert.doesNotMatch(program.stderr, /"level":"error"|plat_operator|id_token|a secret/)
    await serve()
    assert.equal((await get('/operator', cookie)).status, 200)
    assert.equal(
      (
        await get(
          '/operator',
          cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
        )
      ).status,
      401,
    )
    await stop()
    await serve({ PLAT_OPENID_SECRET: 'other' })
    assert.equal((await get('/operator', cookie)).status, 401)
    const { answer } = await signIn()
    assert.deepEqual([answer.status, cookieOf(answer)], [400, ''])
    await stop()
    await serve({ PLAT_OPENID_ISSUER: 'http://127.0.0.1:1' })
    assert.equal((await get('/operator', cookie)).status, 401)
    const down = await get(SIGN_IN)
    assert.deepEqual([down.status, down.headers.get('retry-after')], [503, '10'])
    assert.match(await down.text(), /The OpenID provider did not respond/)
    await stop()
  })
})

test('the package that the message names is the tested one', () => {
  const versions = (path: string, kind: string) =>
    (JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Record<string, Record<string, string>>)[kind] ?? {}
  assert.equal(versions('package.json', 'peerDependencies')['openid-client'], OPENID_PACKAGES['openid-client'])
  assert.deepEqual(versions('test/openid/package.json', 'devDependencies'), OPENID_PACKAGES)
})

function cookieOf({ headers }: Response): string {
  return headers.get('set-cookie')?.split(';', 1)[0] ?? ''
}
