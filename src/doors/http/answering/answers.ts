import { hash } from 'node:crypto'
import { accepts } from '../content/encoding.ts'
import { programFingerprint } from '../content/program.ts'
import type { Reply } from '../content/reply.ts'
import type { Call } from '../request/call.ts'
import type { AreaDays } from '../routes/area-days.ts'
import { type AnswerFacts, KeptAnswers } from './kept-answers.ts'

/**
 * A question, before it is answered. An answer follows from the question, the catalogue, the days, the words and the
 * program; its tag is made of these, so that it is known before the answer is.
 */
export interface Asked {
  /** It is sealed, so nobody can make it who has not had the answer. */
  readonly tag: string
  /** The tag is made of this and the question. */
  readonly moment: string
  /** The answer may be kept for those who ask next. */
  readonly mayBeKept: boolean
}

/** Tells questions by their tags, and keeps answers that are asked for again. */
export class Answers {
  readonly #days: AreaDays
  readonly #made: string
  readonly #kept: KeptAnswers
  #moment = ''

  constructor(days: AreaDays, keptBytes: number) {
    const { Portal, portal, portalOrigin, mediaOrigin } = days.context.words
    this.#days = days
    const made = JSON.stringify([programFingerprint(), Portal, portal, portalOrigin, mediaOrigin])
    this.#made = hash('sha256', made, 'base64url')
    this.#kept = new KeptAnswers(keptBytes)
  }

  /**
   * `question`: everything that the answer follows from, beside the catalogue, the days, the words and the program.
   * undefined while the catalogue is damaged: then every answer is made anew.
   */
  asked(question: string, mayBeKept: boolean): Asked | undefined {
    const { catalog } = this.#days.context
    if (catalog.about().damage !== undefined) return undefined
    const moment = this.#momentNow()
    return { tag: catalog.seal(`${moment} ${question}`), moment, mayBeKept }
  }

  /** Whether an answer that was made meanwhile is one to what was asked, and not to a newer state of the catalogue. */
  isOf({ moment }: Asked): boolean {
    return this.#momentNow() === moment
  }

  /** The answer that is kept, as a reply of its own. */
  find(
    { tag, mayBeKept }: Asked,
    { headers }: Call,
  ): { readonly reply: Reply; readonly facts: AnswerFacts } | undefined {
    const kept = mayBeKept ? this.#kept.find(tag, headers['accept-encoding']?.toString()) : undefined
    if (kept === undefined) return undefined
    const { reply, facts } = kept
    return { reply: { ...reply, status: 200, headers: { ...reply.headers } }, facts }
  }

  /** To be called before the memory of the reply is given back. */
  offer(asked: Asked, { headers: given }: Call, { status, headers, body }: Reply, facts: AnswerFacts): void {
    if (!asked.mayBeKept || status !== 200 || body === undefined || !this.isOf(asked)) return
    this.#kept.offer(asked.tag, given['accept-encoding']?.toString(), { headers, body }, facts)
  }

  #momentNow(): string {
    const moment = `${this.#days.context.catalog.version()} ${this.#days.key()} ${this.#made}`
    if (moment !== this.#moment) this.#kept.clear()
    this.#moment = moment
    return moment
  }
}

/** Endings of the tags of an answer, by how it is encoded. */
const ENDING = /^(?:-(zstd|br|gzip))?"$/

/**
 * RFC 9110 13.1.2: the first tag in an If-None-Match list that an answer to what is asked has in some encoding that the
 * caller accepts.
 */
export function tagHad({ tag }: Asked, { headers }: Call): string | undefined {
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
