export type Headers = Record<string, string>

/** Response headers that a page in a browser may read. */
const EXPOSED = [
  'x-credits-limit',
  'x-credits-remaining',
  'x-credits-cost',
  'x-request-id',
  'x-data-version',
  'x-ignored-parameters',
  'preference-applied',
  'ratelimit-policy',
  'ratelimit',
  'retry-after',
  'etag',
].join(', ')

/**
 * Request headers that a page may set, beside the key: those that are read, and those that clients set on every call.
 */
const ASKED = [
  'accept',
  'accept-language',
  'cache-control',
  'content-type',
  'if-none-match',
  'pragma',
  'prefer',
  'x-request-id',
  'x-requested-with',
]

export const METHODS = 'GET, HEAD, OPTIONS'

/** How long a browser may cache a preflight: a day, unless the browser caps it lower. */
const PREFLIGHT_S = 86_400

export class Cors {
  readonly #origins: ReadonlySet<string> | undefined
  readonly #requestHeaders: string

  /** `origins` is `*` or a list separated by commas. */
  constructor(origins: string, keyHeader: string) {
    this.#origins = origins === '*' ? undefined : new Set(origins.split(','))
    this.#requestHeaders = [keyHeader, ...ASKED].join(', ')
  }

  /** Writes what a page of this origin needs to read the answer. */
  allow(origin: string | undefined, headers: Headers): void {
    if (origin === undefined || !(this.#origins?.has(origin) ?? true)) return
    headers['access-control-allow-origin'] = this.#origins ? origin : '*'
    headers['access-control-expose-headers'] = EXPOSED
  }

  /** Adds to an answer to OPTIONS what a browser asks for before the call itself. */
  preflight(origin: string | undefined, headers: Headers): void {
    if (origin === undefined || !(this.#origins?.has(origin) ?? true)) return
    headers['access-control-allow-methods'] = METHODS
    headers['access-control-allow-headers'] = this.#requestHeaders
    headers['access-control-max-age'] = String(PREFLIGHT_S)
  }
}
