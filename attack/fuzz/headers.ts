import type { Random } from '../../test/engine/random.ts'

/** Header lines of a request, and the body that these lines announce. */
export interface Headers {
  readonly lines: readonly string[]
  readonly body: Buffer
}

export function headersFor(key: string, method: string, random: Random): Headers {
  const lines = headLinesFor(key, random)
  const content =
    (method !== 'GET' && random.chance(0.5)) || random.chance(0.01) ? '{"zpid":1}'.repeat(random.whole(0, 50)) : ''
  if (content === '') return { lines, body: Buffer.alloc(0) }
  const { lines: framing, body } = framed(Buffer.from(content), random)
  return { lines: [...lines, ...framing], body }
}

/** Returns random header lines that do not describe a body. */
export function headLinesFor(key: string, random: Random): string[] {
  const lines = [random.chance(0.99) ? 'Host: 127.0.0.1' : random.pick(HOSTS)]
  lines.push(...(random.chance(0.95) ? [`x-service-key: ${key}`] : random.pick(KEYS)(key)))
  if (random.chance(0.4)) {
    const count = random.whole(1, 3)
    for (let i = 0; i < count; i++) lines.push(random.pick(ODD)(random))
  }
  return lines
}

/** Returns headers that announce a body by its length or as chunks. */
export function framed(content: Buffer, random: Random): Headers {
  if (random.chance(0.5)) return { lines: [`Content-Length: ${content.length}`], body: content }
  const [before, after] = [`${content.length.toString(16)}\r\n`, '\r\n0\r\n\r\n']
  const chunks = content.length === 0 ? ['0\r\n\r\n'] : [before, content, after]
  return {
    lines: ['Transfer-Encoding: chunked'],
    body: Buffer.concat(chunks.map((chunk) => Buffer.from(chunk as string))),
  }
}

const HOSTS = [
  'Host:',
  'Host: a\r\nHost: b',
  'X-No-Host: 1',
  'Host: portal.example:99999',
  'Host: ../..',
  `Host: ${'h'.repeat(3000)}`,
]

const KEYS: readonly ((key: string) => readonly string[])[] = [
  () => [],
  (key) => [`Authorization: Bearer ${key}`],
  (key) => ['x-service-key: placeholder', `x-api-key: ${key}`],
  (key) => [`x-api-key: Bearer Bearer ${key}`],
  (key) => [`x-service-key: ${key}`, `x-service-key: ${key}`],
  (key) => [`x-service-key: ${key.toUpperCase()}`],
  (key) => [`x-service-key: ${key.slice(0, -1)}`],
  () => [`x-service-key: plat_${'a'.repeat(40)}`, 'authorization: Basic YTpi'],
  () => [`x-service-key: ${'k'.repeat(8000)}`],
  () => ['x-service-key:', 'x-api-key: \xff\xfe', 'authorization: Bearer'],
]

const ENCODINGS = [
  'gzip',
  'br',
  'zstd',
  'deflate',
  'identity',
  'gzip;q=0',
  '*',
  '*;q=0',
  'identity;q=0',
  'br;q=2',
  ',',
  'gzip;q=x',
]
const PREFERENCES = [
  'handling=lenient',
  'handling=strict',
  'handling=odd',
  'handling',
  'respond-async, handling = "strict"',
  ';;;',
  '"',
]
const TAGS = ['*', '"a"', 'W/"a"', '"', '""', 'W/', ', , ,', '"a", "b"', '\xff']
const IDS = ['one-id', 'a'.repeat(128), 'a'.repeat(129), 'é', '<b>', 'a b', '', 'null']

const ODD: readonly ((random: Random) => string)[] = [
  (random) => `Accept-Encoding: ${random.pick(ENCODINGS)}, ${random.pick(ENCODINGS)}`,
  (random) => `Accept-Encoding: ${random.pick(ENCODINGS)}`,
  (random) => `Prefer: ${random.pick(PREFERENCES)}`,
  (random) => `Prefer: ${random.pick(['handling=lenient', 'handling=strict'])}`,
  (random) => `Prefer: ${`${random.pick(PREFERENCES)}, `.repeat(random.whole(1, 500))}`,
  (random) => `If-None-Match: ${random.pick(TAGS)}`,
  (random) => `If-None-Match: ${Array.from({ length: random.whole(1, 2000) }, (_, i) => `"${i}"`).join(', ')}`,
  (random) => `x-request-id: ${random.pick(IDS)}`,
  (random) => `Origin: ${random.pick(['https://page.example', 'null', '*', 'a,b', ''])}`,
  (random) =>
    `Access-Control-Request-Headers: ${random.pick(['x-service-key', 'a, b, c', ',', 'x'.repeat(5000), '(bad)'])}`,
  (random) => `Access-Control-Request-Method: ${random.pick(['GET', 'DELETE', ''])}`,
  (random) => `X-Forwarded-For: ${random.pick(['1.2.3.4', '127.0.0.1', '::1', 'a'.repeat(2000)])}`,
  (random) => `X-Forwarded-Proto: ${random.pick(['https', 'javascript', ''])}`,
  (random) => `X-Forwarded-Host: ${random.pick(['evil.example', 'a b', '"', '<script>'])}`,
  (random) => `Forwarded: ${random.pick(['for=1.2.3.4;proto=https;host=a', ';;;', 'host="'])}`,
  (random) => `Range: ${random.pick(['bytes=0-1', 'bytes=-1', 'bytes=9-1,0-0', 'x'])}`,
  (random) => `Accept: ${random.pick(['*/*', 'text/html', 'application/json;q=0', ','])}`,
  (random) => `Connection: ${random.pick(['keep-alive', 'close', 'upgrade', 'x'])}`,
  () => 'Expect: 100-continue',
  () => 'Upgrade: websocket',
  (random) => `If-Modified-Since: ${random.pick(['Sun, 22 Nov 2026 00:00:00 GMT', 'never'])}`,
  (random) => Array.from({ length: random.whole(10, 200) }, (_, i) => `x-many-${i}: ${i}`).join('\r\n'),
  (random) => `Cookie: ${'a=b; '.repeat(random.whole(1, 2000))}`,
  () => `x-${'n'.repeat(2000)}: 1`,
  () => `x-big: ${'v'.repeat(20_000)}`,
]
