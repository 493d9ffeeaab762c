import type { IncomingHttpHeaders } from 'node:http'

/** A finished call, as OpenTelemetry describes it. Apart from `headers`, it contains no key, no address and no parameters. */
export interface EndedCall {
  readonly method: string
  /** The declared path, such as `/byaddress`. */
  readonly route: string
  readonly status: number
  /** The failure code of a refusal. */
  readonly code: string | undefined
  /** The request headers, with the key. Only those that name the caller's span may be sent on. */
  readonly headers: IncomingHttpHeaders
  /** Milliseconds since 1970. */
  readonly startMs: number
  readonly endMs: number
  readonly queuedMs: number
  readonly credits: number
  readonly requestId: string
}

/** Receives every call after its answer. */
export type Telemetry = (call: EndedCall) => void
