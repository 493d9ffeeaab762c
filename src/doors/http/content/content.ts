import { hash } from 'node:crypto'
import type { Lent } from '../../../catalog/ports/query.ts'
import { writeJson } from '../../../kit/answers/index.ts'
import { type Answer, EncodedAnswer, type EncodedBody } from '../../../service/operations/operation.ts'
import { compress, type Encoding, type Lifetime } from './encoding.ts'

/** An answer's data belong to one caller and may change with the next import. */
export const REVALIDATED = 'private, no-cache'

export const JSON_TYPE = 'application/json; charset=utf-8'
const FILE_TYPE = 'application/octet-stream'
const NO_HEADERS: Readonly<Record<string, string>> = {}
const IN_RANGES = { 'accept-ranges': 'bytes' }

/**
 * Runs and loads what this origin serves as files, and nothing that stands in a page or comes from elsewhere. What an
 * answer says cannot become markup, and no other page can show this one and have its reader click.
 */
const OWN_FILES_ALONE = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
}
const INERT = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:" }

/** Texts up to this length are counted in bytes before it is decided how they are sent. */
const MAX_COUNTED = 4096

/** Text is UTF-8 on the wire. */
export type Body = string | Uint8Array

/** Makes of a text another that only the catalogue can make. */
type Seal = (text: string) => string

/** A body before it is fitted to one request. Content that outlives its request is compressed and hashed once. */
export class Content {
  readonly type: string
  readonly cacheControl: string
  /** Headers that this content brings along. */
  readonly headers: Readonly<Record<string, string>>
  readonly #source: Body | EncodedBody
  readonly #seal: Seal
  #digest: string | undefined
  readonly #encoded = new Map<Encoding, Buffer | Promise<Buffer>>()
  #json: Lent | undefined
  #sizeBytes: number | undefined

  /** `digest` comes with bodies that are encoded already, `seal` with answers. */
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
   * The answer of an operation, written as JSON unless it is already. Without the tag of its question, it has one of
   * its bytes, which is sealed: nobody can make it who has not had the answer, however well they know its bytes.
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

  /** A page that holds its own styles and runs nothing. */
  static html(page: string): Content {
    return new Content('text/html; charset=utf-8', page, REVALIDATED, INERT)
  }

  /** A page with files of its own, which talks to this server alone. */
  static page(page: string): Content {
    return new Content('text/html; charset=utf-8', page, REVALIDATED, OWN_FILES_ALONE)
  }

  static text(type: string, text: string): Content {
    return new Content(type, text)
  }

  /** A file under an address that changes with it. */
  static unchanging(type: string, text: string): Content {
    return new Content(type, text, 'public, max-age=31536000, immutable')
  }

  /**
   * A picture: it changes only when another catalogue takes its place. An SVG opened on its own must not run scripts.
   */
  static picture(type: string, body: Body): Content {
    return new Content(type, body, 'public, max-age=3600', INERT)
  }

  get sizeBytes(): number {
    this.#sizeBytes ??= sizeOf(this.#source)
    return this.#sizeBytes
  }

  /** A bound of the size that is known without reading a long text. */
  get leastBytes(): number {
    return typeof this.#source === 'string' && this.#source.length > MAX_COUNTED ? this.#source.length : this.sizeBytes
  }

  /**
   * Text stays text: Node then writes head and body in one piece, which halves the cost of a small answer. The memory
   * of bytes may be lent.
   */
  get body(): Body {
    if (!isEncoded(this.#source)) return this.#source
    this.#json ??= this.#source.json()
    return this.#json.bytes
  }

  /** To be called when the body will not be read any more. */
  readonly release = (): void => {
    this.#json?.release()
    this.#json = undefined
  }

  /** Strong: another encoding has other bytes and another tag. */
  etag(encoding: Encoding | undefined): string {
    this.#digest ??= this.#seal(hash('sha1', this.body, 'base64url'))
    return encoding === undefined ? `"${this.#digest}"` : `"${this.#digest}-${encoding}"`
  }

  /** The body in that encoding, made once. */
  encoded(encoding: Encoding, lifetime: Lifetime): Buffer | Promise<Buffer> {
    const made =
      this.#encoded.get(encoding) ??
      compress(typeof this.body === 'string' ? Buffer.from(this.body) : this.body, encoding, lifetime)
    this.#encoded.set(encoding, made)
    return made
  }
}

/** A file, known by its size and tag alone: what HEAD tells. */
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

/** A range of the bytes of a file. */
export class ContentRange extends Content {
  /** The text of the header `Content-Range`. */
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
 * RFC 9110 13.1.2: whether a tag stands in an If-None-Match list. `*` matches nothing: a 304 is free, and goes only
 * to those who have the tag of an answer, which nobody can tell without it.
 */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
