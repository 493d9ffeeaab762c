import assert from 'node:assert/strict'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { SDK_PACKAGES } from '../../src/running/serving/telemetry.ts'
import { fillSample, Program, ROOT } from '../e2e/program.ts'
import { needs } from '../needs.ts'

/** Runs a service with the official SDK beside it, and reads what the SDK sends to a collector. */

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string }
}
interface Span {
  readonly name: string
  readonly traceId: string
  readonly parentSpanId?: string
  readonly attributes: readonly Attribute[]
}
interface Sent {
  readonly resourceSpans?: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[]
  }[]
  readonly resourceMetrics?: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly { readonly name: string }[] }[]
  }[]
}

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'

suite('telemetry', needs('OpenTelemetry'), () => {
  const folder = mkdtempSync(join(tmpdir(), 'plat-telemetry-'))
  const sent: { readonly path: string; readonly body: Sent }[] = []
  const collector = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      sent.push({ path: request.url ?? '', body: JSON.parse(body) as Sent })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  let endpoint = ''

  before(async () => {
    await once(collector.listen(0, '127.0.0.1'), 'listening')
    endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
    for (const name of ['plat', 'package.json']) cpSync(join(ROOT, name), join(folder, name))
    cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true, preserveTimestamps: true })
    await fillSample(join(folder, 'data'), 500)
  })
  after(() => {
    collector.close()
    rmSync(folder, { recursive: true })
  })

  const start = (environment: Readonly<Record<string, string>>) => {
    const options = ['--data', join(folder, 'data'), '--port', '0', '--operator-port', '0', '--workers', '1']
    return new Program(join(folder, 'plat'), ['serve', ...options], environment)
  }

  test('is refused with the command that installs the SDK, if the SDK is missing', async () => {
    const program = start({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
    assert.equal(await program.ended(), 64)
    assert.match(
      program.stderr,
      /run \\?"npm install --prefix optional @opentelemetry\/core@3\.1\.0 .*" in Plat's folder/,
    )
  })

  test('sends a span and a duration of each call, within the trace of the caller, without its parameters', async () => {
    mkdirSync(join(folder, 'optional'))
    symlinkSync(join(ROOT, 'test/telemetry/node_modules'), join(folder, 'optional/node_modules'))
    const program = start({
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_SERVICE_NAME: 'homes',
    })
    const [, address = ''] = await program.shows(/For calls +(http:\S+)[\s\S]*All operations:/)
    const [, key = ''] = /(plat_\w+)/.exec(program.stdout) ?? []
    const headers = { 'x-api-key': key, traceparent: `00-${TRACE}-${PARENT}-01` }
    const answer = await fetch(`${address}/search/byaddress?location=California&listingStatus=For_Sale`, { headers })
    assert.equal(answer.status, 200)
    await fetch(`${address}/byzpid?zpid=none`, { headers })
    program.child.kill('SIGTERM') // what is not sent yet is sent at the end
    assert.equal(await program.ended(), 0)

    const spans = sent.flatMap(({ body }) =>
      (body.resourceSpans ?? []).flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    )
    const search = spans.find(({ name }) => name === 'GET /search/byaddress')
    assert.deepEqual([search?.traceId, search?.parentSpanId], [TRACE, PARENT])
    assert.deepEqual(plain(search, 'http.response.status_code'), 200)
    assert.deepEqual(plain(search, 'plat.credits'), 1)
    const refused = spans.find(({ name }) => name === 'GET /byzpid')
    assert.equal(plain(refused, 'http.response.status_code'), 400)
    assert.match(String(plain(refused, 'error.type')), /^param/)
    const resource = sent.flatMap(({ body }) => body.resourceSpans ?? [])[0]?.resource.attributes
    assert.equal(resource?.find(({ key: name }) => name === 'service.name')?.value.stringValue, 'homes')
    const metrics = sent.flatMap(({ body }) =>
      (body.resourceMetrics ?? []).flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics)),
    )
    const names = new Set(metrics.map(({ name }) => name))
    assert.deepEqual([...names].sort(), ['http.server.request.duration', 'plat.credits'])
    assert.doesNotMatch(JSON.stringify(sent), new RegExp(`California|${key}`))
  })

  test('ends in time if the collector is down', async () => {
    const program = start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
    const [, address = ''] = await program.shows(/For calls +(http:\S+)[\s\S]*All operations:/)
    await fetch(`${address}/health/live`)
    program.child.kill('SIGTERM')
    assert.equal(await program.ended(), 0)
  })
})

test('the packages that the message names are the tested ones', () => {
  const packagesIn = (path: string, kind: string) =>
    Object.entries((JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Record<string, object>)[kind] ?? {})
  const peers = packagesIn('package.json', 'peerDependencies').filter(([name]) => name.startsWith('@opentelemetry/'))
  assert.deepEqual(Object.fromEntries(peers), SDK_PACKAGES)
  assert.deepEqual(Object.fromEntries(packagesIn('test/telemetry/package.json', 'devDependencies')), SDK_PACKAGES)
})

function plain(span: Span | undefined, key: string): unknown {
  const { stringValue, intValue } = span?.attributes.find((attribute) => attribute.key === key)?.value ?? {}
  return stringValue ?? Number(intValue)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += String(part)
  return text
}
