import { clip, quote, visible } from '../../kit/base/sentence.ts'
import { type JsonObject, parsedRecord } from '../ingest/record-source.ts'

/** Thrown if an answer is unusable. Repeating the request may help. */
export class BadAnswer extends Error {
  /** The time to wait that the server demands, in milliseconds. */
  readonly retryAfterMs: number | undefined
  /** Whether a faulty answer arrived. False if there was no answer. */
  readonly isBroken: boolean
  /** The size of the answer. Requests with large answers are repeated less often. */
  readonly bytes: number

  constructor(
    message: string,
    isBroken: boolean,
    { retryAfterMs, bytes = 0 }: { readonly retryAfterMs?: number | undefined; readonly bytes?: number } = {},
  ) {
    super(message)
    this.isBroken = isBroken
    this.retryAfterMs = retryAfterMs
    this.bytes = bytes
  }
}

/** Thrown if the server refuses the request itself. */
export class Refused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Parses a JSON object. Throws a BadAnswer for any other string. */
export function jsonOf(text: string): JsonObject {
  const object = parsedRecord(text)
  if (typeof object !== 'string') return object
  if (/^\s*</.test(text)) throw new BadAnswer('it answers with HTML or XML, not with JSON', true)
  const isEmpty = !/\S/.test(text)
  throw new BadAnswer(isEmpty ? 'its answer is empty' : 'its answer is not a JSON object, or is cut off', true)
}

/**
 * Returns the server's explanation of a refusal. Empty if there is none. `blanked` removes secrets; it receives decoded
 * text, because JSON can spell a secret in several ways.
 */
export function saidIn(text: string, blanked: (told: string) => string): string {
  const object = parsedRecord(text)
  if (typeof object === 'string') return ''
  const { error } = object
  const sentence = typeof error === 'object' && error !== null && 'message' in error ? error.message : error
  return typeof sentence === 'string' && sentence !== '' ? ` and says ${quote(visible(clip(blanked(sentence))))}` : ''
}
