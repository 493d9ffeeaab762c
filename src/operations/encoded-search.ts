import { hash } from 'node:crypto'
import type { EncodedPage } from '../catalog/query.ts'
import { written } from '../params/index.ts'
import { cardsFingerprint } from './card-maker.ts'
import { type Context, EncodedAnswer } from './operation.ts'

/** What was asked, and when. */
export interface SearchCall {
  readonly path: string
  readonly args: Readonly<Record<string, unknown>>
  readonly today: number
  /** The catalogue's before it was asked anything. */
  readonly dataVersion: string
}

/** The answer to a search: what `head` says, then the cards as `searchResults`. */
export function encodedSearch(page: EncodedPage, head: object, call: SearchCall, context: Context): EncodedAnswer {
  const json = bodyOf(page, head)
  const unchanged = context.catalog.about().dataVersion === call.dataVersion
  return new EncodedAnswer(json, unchanged ? tagOf(call, context) : hash('sha1', json, 'base64url'))
}

/** Written around the cards where they are, if there is room: copying a page costs more than finding it. */
function bodyOf({ cards, marginBytes }: EncodedPage, head: object): Uint8Array {
  const beginning = `${JSON.stringify(head).slice(0, -1)},"searchResults":[`
  const headBytes = Buffer.byteLength(beginning)
  const bytes = headBytes + cards.length + ENDING.length
  const hasRoom = marginBytes >= Math.max(headBytes, ENDING.length)
  const body = hasRoom
    ? Buffer.from(cards.buffer, cards.byteOffset - headBytes, bytes)
    : Buffer.allocUnsafe(bytes).fill(cards, headBytes, headBytes + cards.length)
  body.write(beginning)
  body.write(ENDING, headBytes + cards.length)
  return body
}

const ENDING = ']}'

/** To be raised whenever the head of an answer comes out otherwise for the same search. */
const HEAD_VERSION = 1

/** Everything that a body follows: data, today, words, and what was asked. Shorter and quicker than the body's own hash. */
function tagOf({ path, args, today, dataVersion }: SearchCall, { catalog, words }: Context): string {
  let follows = `${HEAD_VERSION} ${catalog.about().catalogId} ${dataVersion} ${cardsFingerprint(words)} ${today} ${path}`
  for (const name in args) {
    const value = args[name]
    // free text is quoted, so that none of it passes for another parameter
    if (value !== undefined)
      follows += `\n${name}=${typeof value === 'string' ? JSON.stringify(value) : written(value)}`
  }
  return hash('sha1', follows, 'base64url')
}
