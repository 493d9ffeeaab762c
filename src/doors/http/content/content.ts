import { hash } from 'node:crypto'
import type { Lent } from '../../../catalog/ports/query.ts'
import { writeJson } from '../../../kit/answers/index.ts'
import { type Answer, EncodedAnswer, type EncodedBody } from '../../../service/operations/operation.ts'
import { compress, type Encoding, type Lifetime } from './encoding.ts'

/** The default: only the client may cache, and it must ask for a newer version each time. */
export const REVALIDATED = 'private, no-cache'

export const JSON_TYPE = 'application/json; charset=utf-8'
const FILE_TYPE = 'application/octet-stream'
const NO_HEADERS: Readonly<Record<string, string>> = {}
const IN_RANGES = { 'accept-ranges': 'bytes' }

/**
 * Headers for pages that load scripts and styles only from this server. They forbid inline scripts, and framing by
 * other sites.
 */
const OWN_FILES_ALONE = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
}
const INERT = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:" }

/** Longer strings are certainly large enough for compression, so their bytes are not counted first. */
const MAX_COUNTED = 4096

/** The body of an answer. Text is sent as UTF-8. */
export type Body = string | Uint8Array

/** Signs a string. Only servers of the same catalog can make this signature. */
type Seal = (text: string) => string

/**
 * The body and headers of an answer before compression. Content for many requests is compressed and hashed only once.
 */
export class Content {
  readonly type: string
  readonly cacheControl: string
  /** Additional headers of this content. */
  readonly headers: Readonly<Record<string, string>>
  readonly #source: Body | EncodedBody
  readonly #seal: Seal
  #digest: string | undefined
  readonly #encoded = new Map<Encoding, Buffer | Promise<Buffer>>()
  #json: Lent | undefined
  #sizeBytes: number | undefined

  /**
   * @param digest The ETag, if it is known before the body.
   * @param seal Signs the ETag of an answer.
   */
  constructor(
    type: string,
    source: Body | EncodedBody,
    cacheControl = REVALIDATED,
    headers = NO_HEADERS,
    digest?: string,
    seal: Seal = (text) => text,
  ) {
    this.type = type
    this.#source = source
    this.cacheControl = cacheControl
    this.headers = headers
    this.#digest = digest
    this.#seal = seal
  }

  static json(value: object): Content {
    return Content.jsonText(JSON.stringify(value))
  }

  static jsonText(json: string): Content {
    return new Content(JSON_TYPE, json)
  }

  /**
   * Returns the answer of an operation as JSON.
   *
   * Without `tag`, the ETag is a signed hash of the body. Only clients that received the answer know it, even if others
   * can guess the body.
   */
  static answer(answer: Answer, warnings: readonly object[], tag: string | undefined, seal: Seal): Content {
    if (!(answer instanceof EncodedAnswer)) {
      const body = writeJson(warnings.length === 0 ? answer : { ...answer, warnings })
      return new Content(JSON_TYPE, body, REVALIDATED, NO_HEADERS, tag, seal)
    }
    const { body } = answer
    const whole = warnings.length === 0 ? body : body.with(`,"warnings":${JSON.stringify(warnings)}`)
    return new Content(JSON_TYPE, whole, REVALIDATED, NO_HEADERS, tag, seal)
  }

  /** Returns an HTML page with inline styles. It cannot run scripts. */
  static html(page: string): Content {
    return new Content('text/html; charset=utf-8', page, REVALIDATED, INERT)
  }

  /** Returns an HTML page that loads scripts and styles only from this server. */
  static page(page: string): Content {
    return new Content('text/html; charset=utf-8', page, REVALIDATED, OWN_FILES_ALONE)
  }

  static text(type: string, text: string): Content {
    return new Content(type, text)
  }

  /** Returns a file that clients may cache forever, because its URL contains its version. */
  static unchanging(type: string, text: string): Content {
    return new Content(type, text, 'public, max-age=31536000, immutable')
  }

  /**
   * Returns a picture, which changes only with the catalog. Headers stop scripts in an SVG that a browser opens
   * directly.
   */
  static picture(type: string, body: Body): Content {
    return new Content(type, body, 'public, max-age=3600', INERT)
  }

  /** Returns JSON with one value per line. Returns other content unchanged. */
  indented(): Content {
    if (!/^application\/(?:[\w.-]+\+)?json\b/.test(this.type)) return this
    const { body } = this
    const json: unknown = JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString())
    this.release()
    const text = `${JSON.stringify(json, null, 2)}\n`
    return new Content(this.type, text, this.cacheControl, this.headers, this.#digest, this.#seal)
  }

  get sizeBytes(): number {
    this.#sizeBytes ??= sizeOf(this.#source)
    return this.#sizeBytes
  }

  /** A lower bound of the size in bytes. For long text: the number of characters, because counting bytes is slower. */
  get leastBytes(): number {
    return typeof this.#source === 'string' && this.#source.length > MAX_COUNTED ? this.#source.length : this.sizeBytes
  }

  /**
   * The body. Text stays a string, because Node sends a string together with the headers, which halves the cost of
   * small answers. Bytes are borrowed memory: call `release` after use.
   */
  get body(): Body {
    if (!isEncoded(this.#source)) return this.#source
    this.#json ??= this.#source.json()
    return this.#json.bytes
  }

  /** Returns the borrowed memory. Call this when the body is no longer needed. */
  readonly release = (): void => {
    this.#json?.release()
    this.#json = undefined
  }

  /** Returns a strong ETag. It differs for each encoding. */
  etag(encoding: Encoding | undefined): string {
    this.#digest ??= this.#seal(hash('sha1', this.body, 'base64url'))
    return encoding === undefined ? `"${this.#digest}"` : `"${this.#digest}-${encoding}"`
  }

  /** Returns the compressed body. It is compressed only once. */
  encoded(encoding: Encoding, lifetime: Lifetime): Buffer | Promise<Buffer> {
    const made =
      this.#encoded.get(encoding) ??
      compress(typeof this.body === 'string' ? Buffer.from(this.body) : this.body, encoding, lifetime)
    this.#encoded.set(encoding, made)
    return made
  }
}

/** The size and ETag of a file, to answer a HEAD request. */
export class ContentHead extends Content {
  readonly #sizeBytes: number

  constructor({ sizeBytes, tag }: { sizeBytes: number; tag: string }) {
    super(FILE_TYPE, '', 'no-store', IN_RANGES, tag)
    this.#sizeBytes = sizeBytes
  }

  override get sizeBytes(): number {
    return this.#sizeBytes
  }
}

/** A byte range of a file. */
export class ContentRange extends Content {
  /** The value of the header `Content-Range`. */
  readonly range: string

  constructor({ bytes, from, sizeBytes, tag }: { bytes: Uint8Array; from: number; sizeBytes: number; tag: string }) {
    super(FILE_TYPE, bytes, 'no-store', IN_RANGES, tag)
    this.range = `bytes ${from}-${from + bytes.length - 1}/${sizeBytes}`
  }
}

function isEncoded(source: Body | EncodedBody): source is EncodedBody {
  return typeof source !== 'string' && 'json' in source
}

function sizeOf(source: Body | EncodedBody): number {
  if (typeof source === 'string') return Buffer.byteLength(source)
  return isEncoded(source) ? source.jsonBytes : source.byteLength
}

/**
 * Whether an If-None-Match list contains the ETag (RFC 9110 13.1.2). Ignores `*`, because a free 304 is only for
 * clients that know the ETag.
 */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
