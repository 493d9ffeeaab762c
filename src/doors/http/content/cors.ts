import type { Call } from '../request/call.ts'

export type Headers = Record<string, string>

/** Response headers that web pages of allowed origins may read. */
const EXPOSED = [
  'x-credits-limit',
  'x-credits-remaining',
  'x-credits-cost',
  'x-credits-over',
  'x-request-id',
  'x-data-version',
  'x-data-version-asked',
  'x-data-today',
  'x-ignored-parameters',
  'preference-applied',
  'odata-version',
  'ratelimit-policy',
  'ratelimit',
  'retry-after',
  'etag',
].join(', ')

/**
 * Request headers that every preflight answer allows, in addition to the headers for keys. Browsers cache this list.
 */
const REQUEST_HEADERS = [
  'accept',
  'accept-language',
  'cache-control',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'odata-maxversion',
  'odata-version',
  'pragma',
  'prefer',
  'x-request-id',
  'x-requested-with',
]

export const METHODS = 'GET, HEAD, OPTIONS'

/** How long a browser may cache a preflight answer, in seconds: one day. */
const PREFLIGHT_S = 86_400

/** Settings with comma-separated lists of origins. */
interface CorsSettings {
  /** Origins whose web pages may call the service; `*` for all origins. */
  readonly corsOrigins: string
  /** Origins whose web pages may also send credentials such as cookies. Browsers do not accept `*` here. */
  readonly corsCredentials?: string
}

/** Whether a call is a CORS preflight request. */
export function isPreflight({ method, headers }: Pick<Call, 'method' | 'headers'>): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}

export class Cors {
  readonly #origins: ReadonlySet<string> | undefined
  readonly #withCredentials: ReadonlySet<string>
  readonly #requestHeaders: readonly string[]

  constructor({ corsOrigins, corsCredentials = '' }: CorsSettings, keyHeaders: readonly string[]) {
    this.#origins = corsOrigins === '*' ? undefined : new Set(corsOrigins.split(','))
    this.#withCredentials = new Set(corsCredentials === '' ? [] : corsCredentials.split(','))
    this.#requestHeaders = [...keyHeaders, ...REQUEST_HEADERS]
  }

  /** Whether the settings list this origin by name. `*` does not count. */
  names(origin: string): boolean {
    return this.#withCredentials.has(origin) || (this.#origins?.has(origin) ?? false)
  }

  /** Whether web pages of all origins may call the service. */
  get isOpen(): boolean {
    return this.#origins === undefined
  }

  /** Adds the headers that let web pages of this origin read the answer. */
  allow(origin: string | undefined, headers: Headers): void {
    if (origin === undefined || !this.#allows(origin)) return
    headers['access-control-allow-origin'] = this.names(origin) ? origin : '*'
    if (this.#withCredentials.has(origin)) headers['access-control-allow-credentials'] = 'true'
    headers['access-control-expose-headers'] = EXPOSED
  }

  /**
   * Adds the headers of a preflight answer. Allows all headers that the page announces, because unknown headers do no
   * harm.
   */
  preflight(origin: string | undefined, announced: string | undefined, headers: Headers, methods = METHODS): void {
    if (origin === undefined || !this.#allows(origin)) return
    headers['access-control-allow-methods'] = methods
    headers['access-control-allow-headers'] = [...new Set([...this.#requestHeaders, ...namesIn(announced)])].join(', ')
    headers['access-control-max-age'] = String(PREFLIGHT_S)
  }

  #allows(origin: string): boolean {
    return this.isOpen || this.names(origin)
  }
}

/** The maximum number of announced headers to read. Further headers are ignored. */
const ANNOUNCED_MAX = 100

/** A header name (RFC 9110). */
const TOKEN = /^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/

/** Returns the announced header names in lower case. Ignores `*`, which would allow almost all headers. */
function namesIn(announced = ''): string[] {
  const names = announced.split(',', ANNOUNCED_MAX).map((name) => name.trim().toLowerCase())
  return names.filter((name) => name !== '*' && TOKEN.test(name))
}
