import { hash } from 'node:crypto'
import { accepts } from '../content/encoding.ts'
import { programFingerprint } from '../content/program.ts'
import type { Reply } from '../content/reply.ts'
import type { Call } from '../request/call.ts'
import type { AreaDays } from '../routes/area-days.ts'
import { AnswerCache, type AnswerFacts } from './answer-cache.ts'

/**
 * A request whose answer depends only on its text, the catalog, today's date, the settings and the program. Its ETag is
 * a signature of all these, so it is known before the answer.
 */
export interface TaggedRequest {
  /** The ETag. It is signed, so only clients that received the answer know it. */
  readonly tag: string
  /** Identifies the state of the catalog, the date, the settings and the program. */
  readonly moment: string
  /** Whether the answer may be cached for later requests. */
  readonly mayBeKept: boolean
}

/** Computes the tags of requests, and caches answers that are requested repeatedly. */
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
   * Returns the tag of a request. `question` is the text of the request that determines its answer. Returns undefined
   * if the catalog is damaged, because answers are not cached then.
   */
  tagged(question: string, mayBeKept: boolean): TaggedRequest | undefined {
    const { catalog } = this.#days.context
    if (catalog.about().damage !== undefined) return undefined
    const moment = this.#momentNow()
    return { tag: catalog.seal(`${moment} ${question}`), moment, mayBeKept }
  }

  /** Whether the state of the catalog and the date are still those of the request. */
  isOf({ moment }: TaggedRequest): boolean {
    return this.#momentNow() === moment
  }

  /** Returns a copy of the cached answer. */
  find(
    { tag, mayBeKept }: TaggedRequest,
    { headers }: Call,
  ): { readonly reply: Reply; readonly facts: AnswerFacts } | undefined {
    const kept = mayBeKept ? this.#kept.find(tag, headers['accept-encoding']?.toString()) : undefined
    if (kept === undefined) return undefined
    const { reply, facts } = kept
    return { reply: { ...reply, status: 200, headers: { ...reply.headers } }, facts }
  }

  /** Offers an answer to the cache. Call this before the reply is released. */
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

/** The end of an ETag, which names the encoding of the answer. */
const ENDING = /^(?:-(zstd|br|gzip))?"$/

/**
 * Returns the first ETag in the If-None-Match list that matches the request, in an encoding that the caller accepts
 * (RFC 9110 13.1.2). The caller then already has the answer.
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
