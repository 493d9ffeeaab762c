import { setTimeout } from 'node:timers/promises'
import type { Attributes } from '@opentelemetry/api'
import type { Telemetry } from '../../doors/http/index.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'

/** The part of the official SDK that is used. Operators install it if they need it. It configures itself by `OTEL_…`. */
interface Sdk {
  readonly NodeSDK: new (options: { readonly serviceName: string }) => { start(): void; shutdown(): Promise<void> }
}

const PACKAGE = '@opentelemetry/sdk-node'

/** The tested version. package.json must have the same. */
export const SDK_VERSION = '0.301.0'

/** The standard variables, of which one must be set. */
const ENDPOINTS = ['', 'TRACES_', 'METRICS_'].map((signal) => `OTEL_EXPORTER_OTLP_${signal}ENDPOINT`)

/** The time for sending what is left at the end. */
const CLOSE_MS = 2000

/** Bounds that OpenTelemetry's conventions recommend for the duration of requests, in seconds. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

/**
 * Sends traces and metrics of this thread's calls by OTLP, if the standard variables name an endpoint. Throws a
 * CommandFault if they do and the SDK is not installed.
 */
export async function openTelemetry(): Promise<{ readonly record: Telemetry; close(): Promise<void> } | undefined> {
  const { env } = process
  if (env.OTEL_SDK_DISABLED === 'true' || !ENDPOINTS.some((name) => env[name])) return undefined
  const [{ NodeSDK }, api] = [await load(), await import('@opentelemetry/api')]
  env.OTEL_METRICS_EXPORTER ??= 'otlp' // the SDK's own default is none
  const sdk = new NodeSDK({ serviceName: env.OTEL_SERVICE_NAME ?? 'plat' })
  sdk.start()
  const tracer = api.trace.getTracer('plat')
  const meter = api.metrics.getMeter('plat')
  const advice = { explicitBucketBoundaries: SECONDS }
  const durations = meter.createHistogram('http.server.request.duration', { unit: 's', advice })
  const spent = meter.createCounter('plat.credits', { description: 'Credits that calls cost.' })
  const record: Telemetry = (call) => {
    const { method, route, status, code, startMs, endMs, credits } = call
    const attributes: Attributes = {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
    }
    if (code !== undefined) attributes['error.type'] = code
    durations.record((endMs - startMs) / 1000, attributes)
    if (credits > 0) spent.add(credits, { 'http.route': route })
    const parent = api.propagation.extract(api.ROOT_CONTEXT, call.headers)
    const more = { 'plat.credits': credits, 'plat.queued_ms': call.queuedMs, 'plat.request_id': call.requestId }
    const options = { kind: api.SpanKind.SERVER, startTime: startMs, attributes: { ...attributes, ...more } }
    const span = tracer.startSpan(`${method} ${route}`, options, parent)
    if (status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR })
    span.end(endMs)
  }
  const close = async () => {
    const sent = sdk.shutdown().catch(() => undefined) // a collector that is down must not delay the end
    await Promise.race([sent, setTimeout(CLOSE_MS, undefined, { ref: false })])
  }
  return { record, close }
}

async function load(): Promise<Sdk> {
  try {
    return (await import(PACKAGE)) as Sdk // the package documents this type
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new CommandFault(
      `The variables OTEL_… ask for telemetry, which needs a package that does not come with Plat: run "npm install --no-save ${PACKAGE}@${SDK_VERSION}" in Plat's folder.`,
      EXIT.usage,
      { cause: error },
    )
  }
}
