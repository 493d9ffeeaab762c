import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import { suite, test } from 'node:test'
import { addressesOf, checkUrl, type ReceiverRules } from './receiver.ts'

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'public.example': ['8.8.8.8', '2606:4700::1'],
  'private.example': ['10.0.0.1'],
  'both.example': ['8.8.8.8', '10.0.0.1'],
  'many.example': ['1.1.1.1', '1.1.1.2', '1.1.1.3', '1.1.1.4', '1.1.1.5'],
  localhost: ['127.0.0.1', '::1'],
}

const STRICT: ReceiverRules = {
  allowsHttp: false,
  allowsPrivate: false,
  resolve: async (name) => NAMES[name] ?? Promise.reject(new Error('unknown')),
}

suite('the URL of a webhook', () => {
  for (const url of [
    'https://public.example',
    'https://public.example:8443/in?a=b#c',
    'https://8.8.8.8/',
    'HTTPS://1.1.1.1',
  ])
    test(`may be ${url}`, () => checkUrl(url, STRICT))

  const refused: readonly (readonly [url: string, sentence: RegExp])[] = [
    ['public.example', /^The URL must begin with https: and have at most 2048 characters; you sent "public.example"/],
    ['http://public.example', /must begin with https:/],
    ['ftp://public.example', /must begin with/],
    ['file:///etc/passwd', /must begin with/],
    [`https://public.example/${'a'.repeat(2048)}`, /must begin with/],
    [
      'https://user:word@public.example/',
      /^The URL with host "public.example" must contain no user or password: remove/,
    ],
    ['https://127.0.0.1/', /^Cannot send to "127.0.0.1", which is not a public address: .* PLAT_WEBHOOKS_PRIVATE/],
    ['https://0x7f.1:8080/', /"127.0.0.1:8080", which is not a public address/],
    ['https://2130706433/', /not a public address/],
    ['https://①②⑦.0.0.1/', /not a public address/],
    ['https://[::ffff:7f00:1]/', /not a public address/],
    ['https://[fe80::1]/', /not a public address/],
    ['https://localhost/', /not a public address/],
    ['https://private.example/', /not a public address/],
    ['https://both.example/', /not a public address/],
    ['https://nowhere.example/', /^Cannot find "nowhere.example": no name server has an address for this name.$/],
  ]
  for (const [url, message] of refused)
    test(`cannot be ${url.slice(0, 60)}`, () => assert.rejects(checkUrl(url, STRICT), { message }))

  test('may be http and private if settings allow it, but never link-local', async () => {
    const rules = { ...STRICT, allowsHttp: true, allowsPrivate: true }
    await checkUrl('http://localhost:9/', rules)
    await checkUrl('http://[::1]:9/', rules)
    await assert.rejects(checkUrl('http://169.254.169.254/latest', rules), { message: /must not be link-local/ })
    await assert.rejects(checkUrl('ftp://localhost/', rules), { message: /begin with https: or http: and/ })
  })

  test('cannot lead to this machine, even to its public addresses', async () => {
    const own = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
    for (const { address } of own) {
      const rules = { ...STRICT, resolve: async () => [address] }
      await assert.rejects(checkUrl('https://public.example/', rules), { message: /not a public address/ })
    }
  })

  test('is resolved once, to at most four addresses', async () => {
    let asked = 0
    const resolve = (name: string) => {
      asked++
      return STRICT.resolve(name)
    }
    const addresses = await addressesOf(new URL('https://many.example'), { ...STRICT, resolve })
    assert.deepEqual([addresses, asked], [['1.1.1.1', '1.1.1.2', '1.1.1.3', '1.1.1.4'], 1])
  })
})
