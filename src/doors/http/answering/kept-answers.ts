import type { Body } from '../content/content.ts'
import type { Headers } from '../content/cors.ts'

/** An answer as it is written for callers with the same `accept-encoding`; its headers are those of every caller. */
export interface KeptReply {
  readonly headers: Readonly<Headers>
  readonly body: Body
}

/** Facts that are told of an answer beside it. */
export interface AnswerFacts {
  /** Parameters that were given and left out. */
  readonly ignored: readonly string[]
  /** Rows that the answer is charged for, where its price follows from them. */
  readonly rows?: number
}

/** The answers to one question. */
interface Kept {
  readonly facts: AnswerFacts
  readonly replies: Map<string, KeptReply>
  bytes: number
}

/** No answer takes more than this part of the memory. */
const LARGEST_SHARE = 1 / 32

/** Memory that an answer takes beside its bytes. */
const OVERHEAD_BYTES = 1024

/** Ways of writing `accept-encoding` for which one answer is kept, and the longest of them. */
const MAX_WAYS = 8
const MAX_WAY_CHARACTERS = 128

/** Questions that are remembered until they are asked again: some 2 MB. */
const MAX_ASKED_ONCE = 10_000

/** Text below this is written together with the head of its answer. */
const SHORT_TEXT = 4096

/**
 * The answers that were asked for more than once, by the tags of their questions, within a number of bytes: the least
 * recently used go first. What is asked once is not kept, so that going through a whole city pushes nothing out.
 */
export class KeptAnswers {
  readonly #maxBytes: number
  readonly #kept = new Map<string, Kept>()
  #bytes = 0
  #askedOnce = new Set<string>()
  #askedOnceBefore = new Set<string>()

  /** 0 keeps none. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Bytes that are kept, with what they need around them. */
  get bytes(): number {
    return this.#bytes
  }

  /** The answer that is kept for a question and a way of writing `accept-encoding`; it counts as used now. */
  find(tag: string, way = ''): { readonly reply: KeptReply; readonly facts: AnswerFacts } | undefined {
    const kept = this.#kept.get(tag)
    const reply = kept?.replies.get(way)
    if (kept === undefined || reply === undefined) return undefined
    this.#kept.delete(tag) // moves it to the end, as the most recently used
    this.#kept.set(tag, kept)
    return { reply, facts: kept.facts }
  }

  /** Keeps a copy of an answer, if its question was asked before and it is not too large. */
  offer(tag: string, way: string | undefined, reply: KeptReply, facts: AnswerFacts): void {
    if (this.#maxBytes === 0 || !this.#wasAsked(tag)) return
    this.#add(tag, way ?? '', reply, facts)
  }

  /** Forgets everything: no tag of before will be asked for again. */
  clear(): void {
    this.#kept.clear()
    this.#bytes = 0
    this.#askedOnce.clear()
    this.#askedOnceBefore.clear()
  }

  /** Whether the question was asked before; if not, it is remembered, as long as it is among the last that were new. */
  #wasAsked(tag: string): boolean {
    if (this.#kept.has(tag) || this.#askedOnce.has(tag) || this.#askedOnceBefore.has(tag)) return true
    if (this.#askedOnce.size >= MAX_ASKED_ONCE / 2) {
      this.#askedOnceBefore = this.#askedOnce
      this.#askedOnce = new Set()
    }
    this.#askedOnce.add(tag)
    return false
  }

  #add(tag: string, way: string, reply: KeptReply, facts: AnswerFacts): void {
    const kept: Kept = this.#kept.get(tag) ?? { facts, replies: new Map(), bytes: 0 }
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

/** In memory that is nobody else's: the memory of an answer is used again once it is sent. */
function ownCopy(body: Body): Body {
  if (typeof body === 'string') return body.length <= SHORT_TEXT ? body : Buffer.from(body)
  const copy = Buffer.allocUnsafeSlow(body.byteLength)
  copy.set(body)
  return copy
}
