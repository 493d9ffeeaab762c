import type { Body } from '../content/content.ts'
import type { Headers } from '../content/cors.ts'

/** A cached answer for one value of `accept-encoding`. */
export interface CachedReply {
  readonly headers: Readonly<Headers>
  readonly body: Body
}

/** Facts about an answer that are not in its body. */
export interface AnswerFacts {
  /** Names of parameters that were sent but ignored. */
  readonly ignored: readonly string[]
  /** The number of rows to charge for if the price depends on rows. */
  readonly rows?: number
}

/** The cached answers to one request, by `accept-encoding`. */
interface CachedAnswer {
  readonly facts: AnswerFacts
  readonly replies: Map<string, CachedReply>
  bytes: number
}

/** The maximum share of the cache that one answer may take. */
const LARGEST_SHARE = 1 / 32

/** Estimated memory of a cached answer in addition to its body, in bytes. */
const OVERHEAD_BYTES = 1024

/** The maximum number of `accept-encoding` values to cache per answer. */
const MAX_WAYS = 8
/** The maximum length of an `accept-encoding` value. Answers for longer values are not cached. */
const MAX_WAY_CHARACTERS = 128

/** How many requests to remember, so that repeated requests are recognized. They take about 2 MB. */
const MAX_ASKED_ONCE = 10_000

/** Bodies up to this many characters are stored as strings, which Node sends in one write with the headers. */
const SHORT_TEXT = 4096

/**
 * A cache of answers by request tag, limited in bytes. Removes the least recently used answers first.
 *
 * It stores an answer only at the second request, so that a crawl of a whole city evicts nothing.
 */
export class AnswerCache {
  readonly #maxBytes: number
  readonly #kept = new Map<string, CachedAnswer>()
  #bytes = 0
  #askedOnce = new Set<string>()
  #askedOnceBefore = new Set<string>()

  /** `maxBytes` 0 turns the cache off. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Bytes in use, overhead included. */
  get bytes(): number {
    return this.#bytes
  }

  /** Returns the cached answer for a request tag and a value of `accept-encoding` (`way`). Marks it as just used. */
  find(tag: string, way = ''): { readonly reply: CachedReply; readonly facts: AnswerFacts } | undefined {
    const kept = this.#kept.get(tag)
    const reply = kept?.replies.get(way)
    if (kept === undefined || reply === undefined) return undefined
    this.#kept.delete(tag) // moved to the end of the map, as the most recently used
    this.#kept.set(tag, kept)
    return { reply, facts: kept.facts }
  }

  /** Caches a copy of an answer if it was requested before and is not too large. */
  offer(tag: string, way: string | undefined, reply: CachedReply, facts: AnswerFacts): void {
    if (this.#maxBytes === 0 || !this.#wasAsked(tag)) return
    this.#add(tag, way ?? '', reply, facts)
  }

  /** Removes all answers. Called when the catalog changes. */
  clear(): void {
    this.#kept.clear()
    this.#bytes = 0
    this.#askedOnce.clear()
    this.#askedOnceBefore.clear()
  }

  /** Whether this tag was requested before. Adds new tags to a limited memory. */
  #wasAsked(tag: string): boolean {
    if (this.#kept.has(tag) || this.#askedOnce.has(tag) || this.#askedOnceBefore.has(tag)) return true
    if (this.#askedOnce.size >= MAX_ASKED_ONCE / 2) {
      this.#askedOnceBefore = this.#askedOnce
      this.#askedOnce = new Set()
    }
    this.#askedOnce.add(tag)
    return false
  }

  #add(tag: string, way: string, reply: CachedReply, facts: AnswerFacts): void {
    const kept: CachedAnswer = this.#kept.get(tag) ?? { facts, replies: new Map(), bytes: 0 }
    if (kept.replies.has(way) || kept.replies.size === MAX_WAYS || way.length > MAX_WAY_CHARACTERS) return
    const same = [...kept.replies.values()].find(({ headers }) => headers.etag === reply.headers.etag)
    const bytes = OVERHEAD_BYTES + (same === undefined ? bytesOf(reply.body) : 0)
    if (kept.bytes + bytes > this.#maxBytes * LARGEST_SHARE) return
    kept.replies.set(way, same ?? { headers: { ...reply.headers }, body: ownCopy(reply.body) })
    kept.bytes += bytes
    this.#bytes += bytes
    this.#kept.delete(tag)
    this.#kept.set(tag, kept)
    this.#evict()
  }

  #evict(): void {
    for (const [tag, { bytes }] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) return
      this.#kept.delete(tag)
      this.#bytes -= bytes
    }
  }
}

function bytesOf(body: Body): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
}

/** Copies a body, because its memory is reused after the answer is sent. */
function ownCopy(body: Body): Body {
  if (typeof body === 'string') return body.length <= SHORT_TEXT ? body : Buffer.from(body)
  const copy = Buffer.allocUnsafeSlow(body.byteLength)
  copy.set(body)
  return copy
}
