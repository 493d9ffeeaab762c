import type { Call } from '../request/call.ts'

export type Headers = Record<string, string>

/** Response headers that a page in a browser may read. */
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
 * Request headers that a page may set even if it does not announce them, beside the key: browsers keep the list.
 */
const ASKED = [
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

/** How long a browser may cache a preflight: a day, unless the browser caps it lower. */
const PREFLIGHT_S = 86_400

/** Origins separated by commas. */
interface CorsSettings {
  /** Origins whose pages may call; `*` for all. */
  readonly corsOrigins: string
  /** Further ones, whose pages may send cookies and the like: browsers do not take `*` for those. */
  readonly corsCredentials?: string
}

/** Whether a browser asks what a page may send, before it sends the call itself. */
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
    this.#requestHeaders = [...keyHeaders, ...ASKED]
  }

  /** Whether the operator has named this origin, rather than all. */
  names(origin: string): boolean {
    return this.#withCredentials.has(origin) || (this.#origins?.has(origin) ?? false)
  }

  /** Whether pages of any origin may call. */
  get isOpen(): boolean {
    return this.#origins === undefined
  }

  /** Writes what a page of this origin needs to read the answer. */
  allow(origin: string | undefined, headers: Headers): void {
    if (origin === undefined || !this.#allows(origin)) return
    headers['access-control-allow-origin'] = this.names(origin) ? origin : '*'
    if (this.#withCredentials.has(origin)) headers['access-control-allow-credentials'] = 'true'
    headers['access-control-expose-headers'] = EXPOSED
  }

  /**
   * Adds to an answer to OPTIONS what a browser asks for before the call itself. A page may send whatever headers it
   * announces: those that are not read do no harm, and nothing here depends on what a browser adds on its own.
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

/** Header names that one preflight may announce; further ones are passed over. */
const ANNOUNCED_MAX = 100

/** A header name as RFC 9110 has it. */
const TOKEN = /^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/

/** In lower case, as browsers send them. `*` is none: as a name it would allow everything but Authorization. */
function namesIn(announced = ''): string[] {
  const names = announced.split(',', ANNOUNCED_MAX).map((name) => name.trim().toLowerCase())
  return names.filter((name) => name !== '*' && TOKEN.test(name))
}
