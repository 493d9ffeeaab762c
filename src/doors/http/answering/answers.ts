import { hash } from 'node:crypto'
import { accepts } from '../content/encoding.ts'
import { programFingerprint } from '../content/program.ts'
import type { Reply } from '../content/reply.ts'
import type { Call } from '../request/call.ts'
import type { AreaDays } from '../routes/area-days.ts'
import { AnswerCache, type AnswerFacts } from './answer-cache.ts'

/**
 * A request whose answer depends only on its text, the catalog, the date, the settings and the program version. The
 * ETag is a signature of all five, so it is known before the answer is made.
 */
export interface TaggedRequest {
  /** The ETag. It is signed, so only clients that received this answer can know it. */
  readonly tag: string
  /** Identifies the catalog version, the date, the settings and the program version. */
  readonly moment: string
  /** Whether the answer may be cached for later requests. */
  readonly mayBeKept: boolean
}

/** Computes the ETags of requests, and caches answers that are requested repeatedly. */
export class Answers {
  readonly #days: AreaDays
  readonly #made: string
  readonly #kept: AnswerCache
  #moment = ''

  constructor(days: AreaDays, keptBytes: number) {
    const { Portal, portal, portalOrigin, mediaOrigin } = days.context.words
    this.#days = days
    const made = JSON.stringify([programFingerprint(), Portal, portal, portalOrigin, mediaOrigin])
    this.#made = hash('sha256', made, 'base64url')
    this.#kept = new AnswerCache(keptBytes)
  }

  /**
   * Returns the tag of a request; undefined if the catalog is damaged. `question`: the parts of the request that
   * determine its answer.
   */
  tagged(question: string, mayBeKept: boolean): TaggedRequest | undefined {
    const { catalog } = this.#days.context
    if (catalog.about().damage !== undefined) return undefined
    const moment = this.#momentNow()
    return { tag: catalog.seal(`${moment} ${question}`), moment, mayBeKept }
  }

  /** Whether the catalog and the date are the same as when the request was tagged. */
  isOf({ moment }: TaggedRequest): boolean {
    return this.#momentNow() === moment
  }

  /** Returns a copy of the cached answer; undefined if the answer is not cached. */
  find(
    { tag, mayBeKept }: TaggedRequest,
    { headers }: Call,
  ): { readonly reply: Reply; readonly facts: AnswerFacts } | undefined {
    const kept = mayBeKept ? this.#kept.find(tag, headers['accept-encoding']?.toString()) : undefined
    if (kept === undefined) return undefined
    const { reply, facts } = kept
    return { reply: { ...reply, status: 200, headers: { ...reply.headers } }, facts }
  }

  /** Stores a copy of an answer in the cache. Call this before the reply is released. */
  offer(tagged: TaggedRequest, { headers: given }: Call, { status, headers, body }: Reply, facts: AnswerFacts): void {
    if (!tagged.mayBeKept || status !== 200 || body === undefined || !this.isOf(tagged)) return
    this.#kept.offer(tagged.tag, given['accept-encoding']?.toString(), { headers, body }, facts)
  }

  #momentNow(): string {
    const moment = `${this.#days.context.catalog.version()} ${this.#days.key()} ${this.#made}`
    if (moment !== this.#moment) this.#kept.clear()
    this.#moment = moment
    return moment
  }
}

/** The end of an ETag. It names the compression of the answer, for example `-gzip"`. */
const ENDING = /^(?:-(zstd|br|gzip))?"$/

/**
 * Returns the ETag from If-None-Match if the client already has this answer, in an encoding that it accepts (RFC 9110
 * 13.1.2).
 */
export function tagHad({ tag }: TaggedRequest, { headers }: Call): string | undefined {
  const given = headers['if-none-match']
  if (given === undefined || !given.includes(tag)) return undefined
  const beginning = `"${tag}`
  return given
    .split(',')
    .map((each) => each.trim().replace(/^W\//, ''))
    .find((each) => {
      const [found, encoding] = (each.startsWith(beginning) && ENDING.exec(each.slice(beginning.length))) || []
      return found !== undefined && accepts(headers['accept-encoding']?.toString(), encoding)
    })
}
