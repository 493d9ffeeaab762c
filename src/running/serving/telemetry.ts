import { setTimeout } from 'node:timers/promises'
import type { Attributes, MeterProvider, Sampler, TextMapPropagator, TracerProvider } from '@opentelemetry/api'
import type { Telemetry } from '../../doors/http/index.ts'
import { loadOptional } from '../../kit/base/optional-packages.ts'
import { programVersion } from '../../kit/base/program.ts'

/** The packages of the official SDK, with the tested versions. package.json must have the same. */
export const SDK_PACKAGES = {
  '@opentelemetry/core': '3.1.0',
  '@opentelemetry/exporter-metrics-otlp-http': '0.301.0',
  '@opentelemetry/exporter-trace-otlp-http': '0.301.0',
  '@opentelemetry/resources': '3.1.0',
  '@opentelemetry/sdk-metrics': '3.1.0',
  '@opentelemetry/sdk-trace': '3.1.0',
} as const

/** The part of these packages that is used. Operators install them if they need them. */
interface Sdk {
  readonly W3CTraceContextPropagator: new () => TextMapPropagator
  readonly OTLPMetricExporter: new () => object
  readonly OTLPTraceExporter: new () => object
  readonly envDetector: object
  readonly defaultResource: () => Resource
  readonly detectResources: (options: { readonly detectors: readonly object[] }) => Resource
  readonly resourceFromAttributes: (attributes: Attributes) => Resource
  readonly MeterProvider: Provider<MeterProvider>
  readonly PeriodicExportingMetricReader: new (options: { readonly exporter: object }) => object
  readonly BatchSpanProcessor: new (options: { readonly exporter: object }) => object
  readonly ParentBasedSampler: new (options: { readonly root: Sampler }) => Sampler
  readonly TraceIdRatioBasedSampler: new (share: number) => Sampler
  readonly TracerProvider: Provider<TracerProvider>
}

interface Resource {
  merge(other: Resource): Resource
}

type Provider<T> = new (options: object) => T & { shutdown(): Promise<void> }

/** Telemetry is on if at least one of these standard variables is set. */
const ENDPOINTS = ['', 'TRACES_', 'METRICS_'].map((signal) => `OTEL_EXPORTER_OTLP_${signal}ENDPOINT`)

/** Maximum time to send the remaining data on shutdown. */
const CLOSE_MS = 2000

/** Bounds that OpenTelemetry's conventions recommend for the duration of requests, in seconds. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

/**
 * Sends traces and metrics of this thread's calls by OTLP over HTTP, if the standard variables name an endpoint. Throws
 * a CommandFault if an endpoint is set but the SDK is not installed.
 */
export async function openTelemetry(): Promise<{ readonly record: Telemetry; close(): Promise<void> } | undefined> {
  const { env } = process
  if (env.OTEL_SDK_DISABLED === 'true' || !ENDPOINTS.some((name) => env[name])) return undefined
  const [sdk, { defaultTextMapGetter, ROOT_CONTEXT, SpanKind, SpanStatusCode }] = [
    await loadOptional<Sdk>(
      SDK_PACKAGES,
      "OTEL_EXPORTER_OTLP_… is set, but OpenTelemetry's packages are not installed",
    ),
    await import('@opentelemetry/api'),
  ]
  const own = sdk.resourceFromAttributes({ 'service.name': 'plat', 'service.version': programVersion() })
  const resource = sdk
    .defaultResource()
    .merge(own)
    .merge(sdk.detectResources({ detectors: [sdk.envDetector] }))
  const reader = new sdk.PeriodicExportingMetricReader({ exporter: new sdk.OTLPMetricExporter() })
  const meters = new sdk.MeterProvider({ resource, readers: [reader] })
  const processor = new sdk.BatchSpanProcessor({ exporter: new sdk.OTLPTraceExporter() })
  const root = new sdk.TraceIdRatioBasedSampler(Number(env.OTEL_TRACES_SAMPLER_ARG ?? 1))
  const sampler = new sdk.ParentBasedSampler({ root })
  const tracers = new sdk.TracerProvider({ resource, sampler, spanProcessors: [processor] })

  const propagator = new sdk.W3CTraceContextPropagator()
  const tracer = tracers.getTracer('plat')
  const meter = meters.getMeter('plat')
  const advice = { explicitBucketBoundaries: SECONDS }
  const durations = meter.createHistogram('http.server.request.duration', { unit: 's', advice })
  const spent = meter.createCounter('plat.credits', { description: 'Credits that calls cost.' })
  const record: Telemetry = (call) => {
    const { method, route, status, code, startMs, endMs, credits } = call
    const answered: Attributes = {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
    }
    const attributes = code === undefined ? answered : { ...answered, 'error.type': code }
    durations.record((endMs - startMs) / 1000, attributes)
    if (credits > 0) spent.add(credits, { 'http.route': route })
    const parent = propagator.extract(ROOT_CONTEXT, call.headers, defaultTextMapGetter)
    const more = { 'plat.credits': credits, 'plat.queued_ms': call.queuedMs, 'plat.request_id': call.requestId }
    const options = { kind: SpanKind.SERVER, startTime: startMs, attributes: { ...attributes, ...more } }
    const span = tracer.startSpan(`${method} ${route}`, options, parent)
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(endMs)
  }
  const close = async () => {
    const sent = Promise.allSettled([tracers.shutdown(), meters.shutdown()])
    await Promise.race([sent, setTimeout(CLOSE_MS, undefined, { ref: false })]) // a collector that is down must not delay the end
  }
  return { record, close }
}
