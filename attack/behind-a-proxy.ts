import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect as connectHttp2 } from 'node:http2'
import { request } from 'node:https'
import { join } from 'node:path'
import { newKey, Program, ROOT, type Served } from '../test/e2e/program.ts'
import { freePort } from '../test/free-port.ts'
import type { Attack, Measured } from './attack.ts'
import { type At, inFolder, until, withService } from './harness.ts'

const NAME = 'api.example.com'
const OTHER = 'offers.example.com'
const SETTINGS = {
  PLAT_HOST_A: NAME,
  PLAT_HOST_B: OTHER,
  PLAT_HOST_C: 'stays.example.com',
  PLAT_TRUST_PROXY: '1',
  PLAT_MEDIA_ORIGIN: `https://${NAME}`,
  PLAT_WORKERS: '1',
}
/** Calls whose URLs hold what no log may have. */
const SECRET = 'nobody-may-log-this'
const SECRETS = [
  `/skip/byaddress?street=${SECRET}&citystatezip=TX`,
  `/SKIP/ByAddress/${SECRET}?street=${SECRET}`,
  `/%73kip/${SECRET}`,
  `//Skip/${SECRET}`,
  `/feeds/f_${SECRET}`,
  `/FEEDS/f_${SECRET}`,
  `/odata/Property?access_token=${SECRET}`,
  `/OData/Property?access_token=${SECRET}`,
]
const DEMO = 'the demo key of a service without these names'
const SEARCH = '/search/byaddress?location=USA&listingStatus=For_Sale'

/** How an agent begins. */
const AGENT = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'attack', version: '1' } },
})

export const behindAProxy: Attack = {
  name: 'behind-a-proxy',
  promise:
    'behind nginx and Caddy as deploy/ sets them up, neither the demo key nor the pages for operators open, headers of a caller do not count, answers come through as they are, and no log has a key or an address of a person',
  full,
}

/** The proxies of this machine. */
type ProxyName = 'nginx' | 'caddy'

async function full(): Promise<Measured | string> {
  const there = (['nginx', 'caddy'] as const).filter(
    (name) => spawnSync(name, [name === 'nginx' ? '-v' : 'version']).status === 0,
  )
  if (there.length === 0) return 'neither nginx nor caddy is on the PATH'
  if (spawnSync('openssl', ['version']).status !== 0) return 'openssl, which makes the certificate, is not on the PATH'
  const measured: Record<string, number> = {}
  for (const name of there) {
    for (const [what, count] of Object.entries(await behind(name))) measured[`${name}: ${what}`] = count
  }
  return measured
}

function behind(name: ProxyName): Promise<Measured> {
  return inFolder(async (at) => {
    const certificate = makeCertificate(at)
    for (const data of ['plain', 'named']) mkdirSync(at(data))
    const through = async <T>(served: Served, work: (port: number) => Promise<T>): Promise<T> => {
      const port = await freePort()
      const proxy = await started(name, at, Number(new URL(served.a).port), port, certificate)
      try {
        return await work(port)
      } finally {
        proxy.child.kill('SIGTERM')
        await proxy.ended()
        assertSilent(proxy, at(`${name}-${port}`))
      }
    }
    // Without host names, as a beginner would have it: the demo key is on
    const refusals = await withService(at('plain'), { PLAT_WORKERS: '1' }, async (plain) => {
      const refused = await through(plain, (port) => refusedThrough(name, port, plain.key))
      assert.equal((await plain.get(SEARCH)).status, 200, `${DEMO} works on this machine`)
      assert.equal((await plain.get('/operator/keys', {})).status, 200)
      plain.program.assertCleanLog()
      return refused
    })
    await refusedConnections(name, at, certificate)
    const answers = await withService(at('named'), SETTINGS, async (named) => {
      const { key } = await newKey(at('named'), 'pro')
      const measured = await through(named, async (port) => {
        await untilAnswered(async () => (await ask(port, SEARCH, { 'x-service-key': key })).status === 200)
        return throughProxy(named, port, key)
      })
      named.program.assertCleanLog()
      return measured
    })
    return { 'calls with the demo key, and for pages for operators, all refused': refusals, ...answers }
  })
}

/** A service that is down makes a proxy write lines about errors. */
async function refusedConnections(name: ProxyName, at: At, certificate: Certificate): Promise<void> {
  const [port, nobody] = [await freePort(), await freePort()]
  const proxy = await started(name, at, nobody, port, certificate)
  for (const path of SECRETS) assert.equal((await ask(port, path, { 'x-service-key': SECRET })).status, 502)
  proxy.child.kill('SIGTERM')
  await proxy.ended()
  assertSilent(proxy, at(`${name}-${port}`))
}

/** No log has a secret, and there is one. */
function assertSilent({ stdout, stderr }: Program, own: string): void {
  const logs = readdirSync(own).filter((file) => file.endsWith('.log'))
  const texts = [stdout, stderr, ...logs.map((file) => readFileSync(join(own, file), 'utf8'))]
  for (const text of texts) assert.ok(!text.includes(SECRET), text.slice(0, 2000))
  assert.ok(texts.some((text) => text !== ''))
}

/** Whatever a caller sends, the proxy's answer is a refusal, or nothing: returns how many ways were tried. */
async function refusedThrough(name: ProxyName, port: number, key: string): Promise<number> {
  const all = spoofs(key)
  for (const headers of all) {
    const { status, body } = await ask(port, SEARCH, headers)
    // Caddy answers for names that it does not serve itself: 200, and nothing
    const isRefused = status === 401 || body.length === 0
    assert.ok(isRefused, `${status} for the demo key through ${name} with ${JSON.stringify(headers)}`)
    const agent = await ask(port, '/mcp', { ...headers, ...AGENT }, INITIALIZE)
    assert.ok(agent.status === 401 || agent.body.length === 0, `${agent.status} for an agent through ${name}`)
    const operators = await ask(port, '/operator/keys', headers)
    assert.ok(operators.status !== 200 || operators.body.length === 0, `the pages for operators through ${name}`)
  }
  return all.length
}

/** Headers that a caller may send to look like this machine. */
function spoofs(key: string): readonly Record<string, string>[] {
  const base = { 'x-service-key': key, host: NAME }
  return [
    base,
    { ...base, host: '127.0.0.1' },
    { ...base, host: 'localhost' },
    { ...base, host: 'localhost', 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'localhost' },
    { ...base, host: 'localhost', connection: 'x-forwarded-for, x-forwarded-host, x-forwarded-proto, via' },
    { ...base, host: 'localhost', forwarded: 'for=127.0.0.1;host=localhost' },
  ]
}

async function throughProxy(served: Served, port: number, key: string): Promise<Measured> {
  const admitted = { 'x-service-key': key, host: NAME }
  const local = `http://127.0.0.1:${new URL(served.a).port}` // its own address is a name that only the proxy has
  const direct = await fetch(local + SEARCH, { headers: { 'x-service-key': key, 'accept-encoding': 'gzip' } })
  const directText = await direct.text()

  // Answers have the same bytes, compressed once or not at all
  for (const encoding of ['gzip', 'identity']) {
    const asked = { ...admitted, 'accept-encoding': encoding }
    const answer = await ask(port, SEARCH, asked)
    assert.equal(answer.headers['content-encoding'], encoding === 'gzip' ? 'gzip' : undefined)
    if (encoding === 'identity') assert.equal(answer.body.toString(), directText)
    else assert.equal(answer.headers.etag, direct.headers.get('etag'))
    assert.equal((await ask(port, SEARCH, { ...asked, 'if-none-match': String(answer.headers.etag) })).status, 304)
  }

  // Pictures have an address that callers reach
  const picture = directText.match(/https:\/\/api\.example\.com(\/media\/[^"]+)/)?.[1]
  assert.ok(picture !== undefined, 'pictures have the address of the proxy')
  assert.equal((await ask(port, picture, { host: NAME })).status, 200)

  // Areas by name; what the caller claims does not count
  for (const claims of [
    {},
    { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example', 'x-forwarded-proto': 'gopher' },
  ]) {
    const { body } = await ask(port, '/openapi.json', { host: OTHER, ...claims })
    const { servers } = JSON.parse(body.toString()) as { servers: readonly { url: string }[] }
    assert.deepEqual(
      servers.map(({ url }) => url),
      [`https://${OTHER}`],
    )
  }

  // A polygon of thousands of corners is refused by Plat or answered, not cut off by the proxy
  const long = `/search/bypolygon?polygon=${Array.from({ length: 2800 }, (_, i) => `-97.${1000 + i}%2030.${1000 + i}`).join(',')}`
  const polygon = await ask(port, long, admitted)
  assert.ok(
    long.length > 50_000 && polygon.headers['x-request-id'] !== undefined,
    `a URL of ${long.length}: ${polygon.status}`,
  )

  // Metrics of operators stay inside
  assert.ok((await ask(port, '/metrics', { host: NAME })).status !== 200)

  const agent = await ask(port, '/mcp', { ...admitted, ...AGENT }, INITIALIZE)
  assert.equal(agent.status, 200, agent.body.toString())
  assert.match(agent.body.toString(), /"serverInfo"/)

  // Nothing of these is in a log of the proxy, which `started` reads at the end
  for (const path of SECRETS) await ask(port, path, admitted)

  const overHttp2 = await askHttp2(port, SEARCH, key)
  assert.equal(overHttp2.status, 200)
  assert.equal(overHttp2.text, directText)
  return { 'URL, characters': long.length, 'answers over HTTP/2': 1 }
}

interface Heard {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** `body`: of a POST; without one it is a GET. */
function ask(port: number, path: string, headers: Readonly<Record<string, string>>, body?: string): Promise<Heard> {
  const servername = headers.host?.includes('.example') ? headers.host : NAME
  const options = {
    host: '127.0.0.1',
    port,
    path,
    headers: { host: NAME, ...headers },
    servername,
    rejectUnauthorized: false,
  }
  return new Promise((resolve, reject) => {
    request({ ...options, method: body === undefined ? 'GET' : 'POST', agent: false }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part)).on('error', reject)
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      )
    })
      .on('error', reject)
      .end(body)
  })
}

async function askHttp2(port: number, path: string, key: string): Promise<{ status: number; text: string }> {
  const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false, servername: NAME })
  try {
    const stream = session.request({ ':path': path, ':authority': NAME, 'x-service-key': key })
    let status = 0
    stream.on('response', (headers) => {
      status = headers[':status'] ?? 0
    })
    const parts: Buffer[] = []
    for await (const part of stream) parts.push(part as Buffer) // no encoding is set
    return { status, text: Buffer.concat(parts).toString() }
  } finally {
    session.close()
  }
}

/** The certificate and its key. */
interface Certificate {
  readonly certificate: string
  readonly key: string
}

function makeCertificate(at: At): Certificate {
  const [certificate, key] = [at('certificate.pem'), at('key.pem')]
  const names = [NAME, OTHER, SETTINGS.PLAT_HOST_C].map((name) => `DNS:${name}`).join(',')
  const words = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${NAME} -addext subjectAltName=${names}`
  const made = spawnSync('openssl', [...words.split(' '), '-out', certificate, '-keyout', key], { encoding: 'utf8' })
  assert.equal(made.status, 0, made.stderr)
  return { certificate, key }
}

/** Starts a proxy with the file of deploy/, at other ports and with this certificate. */
async function started(
  name: ProxyName,
  at: At,
  platPort: number,
  port: number,
  { certificate, key }: Certificate,
): Promise<Program> {
  const own = at(`${name}-${port}`)
  mkdirSync(own)
  const program =
    name === 'nginx'
      ? new Program('nginx', ['-p', own, '-c', nginxFile(own, platPort, port, await freePort(), certificate, key)])
      : new Program(
          'caddy',
          ['run', '--adapter', 'caddyfile', '--config', caddyFile(own, platPort, port, certificate, key)],
          {
            XDG_DATA_HOME: own,
            XDG_CONFIG_HOME: own,
          },
        )
  await untilAnswered(
    async () => (await ask(port, '/no-such-path', {})).status > 0,
    () => program.stderr,
  )
  return program
}

function nginxFile(own: string, platPort: number, port: number, plainPort: number, certificate: string, key: string) {
  const site = changed(readFileSync(join(ROOT, 'deploy/nginx.conf'), 'utf8'), [
    [/server 127\.0\.0\.1:8080;/g, `server 127.0.0.1:${platPort};`],
    [/listen 80;/g, `listen 127.0.0.1:${plainPort};`],
    [/listen 443 ssl http2;/g, `listen 127.0.0.1:${port} ssl http2;`],
    [/ *listen \[::\]:.*\n/g, ''],
    [/\/var\/log\/nginx/g, own],
    [/ssl_certificate .*;/g, `ssl_certificate ${certificate};`],
    [/ssl_certificate_key .*;/g, `ssl_certificate_key ${key};`],
  ])
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(own, kind)};`)
    .join(' ')
  const file = join(own, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; error_log stderr; pid ${join(own, 'pid')}; events {} http { access_log off; ${paths}\n${site}}\n`,
  )
  return file
}

function caddyFile(own: string, platPort: number, port: number, certificate: string, key: string): string {
  const site = changed(readFileSync(join(ROOT, 'deploy/Caddyfile'), 'utf8'), [
    [/reverse_proxy 127\.0\.0\.1:8080/g, `tls ${certificate} ${key}\n\treverse_proxy 127.0.0.1:${platPort}`],
    [
      /^\{\n/m,
      `{\nadmin off\nauto_https disable_redirects\nhttps_port ${port}\ndefault_sni ${NAME}\nservers {\nprotocols h1 h2\n}\n`,
    ],
  ])
  const file = join(own, 'Caddyfile')
  writeFileSync(file, site)
  return file
}

/** Each change must find something: the files of deploy/ are what is tried. */
function changed(text: string, changes: readonly (readonly [RegExp, string])[]): string {
  return changes.reduce((before, [pattern, put]) => {
    const after = before.replace(pattern, put)
    assert.notEqual(after, before, `nothing fits ${pattern}`)
    return after
  }, text)
}

function untilAnswered(holds: () => Promise<boolean>, why: () => string = () => ''): Promise<void> {
  return until(
    () => holds().catch(() => false),
    () => `it does not answer: ${why()}`,
  )
}
