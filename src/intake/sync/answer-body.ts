import { clip, quote, visible } from '../../kit/base/sentence.ts'
import { type JsonObject, parsedRecord } from '../ingest/record-source.ts'

/** Thrown for an unusable answer, where asking the same question again may help. */
export class BadAnswer extends Error {
  /** The time in milliseconds for which the server asks to be left alone. */
  readonly retryAfterMs: number | undefined
  /** Whether an answer arrived and is faulty. False when none arrived. */
  readonly isBroken: boolean

  constructor(message: string, isBroken: boolean, retryAfterMs?: number) {
    super(message)
    this.isBroken = isBroken
    this.retryAfterMs = retryAfterMs
  }
}

/** Thrown when the server refuses the question itself. */
export class Refused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Cap on the size of a page. Some servers send hundreds of thousands of keys at once. */
const BODY_MAX_BYTES = 256 * 1024 * 1024

/** Returns the text of an answer. `onBytes` is called as bytes arrive. */
export async function bodyOf(response: Response, onBytes: () => void): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    onBytes()
    bytes += chunk.length
    if (bytes > BODY_MAX_BYTES) throw new BadAnswer(`it sends over ${BODY_MAX_BYTES / 1024 ** 2} MB`, true)
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new BadAnswer('it sends bytes that are not UTF-8', true)
  }
}

/** Parses a JSON object. Throws a BadAnswer for anything else. */
export function jsonOf(text: string): JsonObject {
  const object = parsedRecord(text)
  if (typeof object !== 'string') return object
  if (/^\s*</.test(text)) throw new BadAnswer('it answers with a page for people (HTML or XML), not with JSON', true)
  throw new BadAnswer(
    text.trim() === '' ? 'its answer is empty' : 'its answer is not a JSON object, or is cut off',
    true,
  )
}

/**
 * Returns the server's own explanation of a refusal, empty when it gives none. `blanked` removes secrets. It sees the
 * decoded text, because JSON may write the same characters in several ways.
 */
export function saidIn(text: string, blanked: (told: string) => string): string {
  const object = parsedRecord(text)
  if (typeof object === 'string') return ''
  const { error } = object
  const sentence = typeof error === 'object' && error !== null && 'message' in error ? error.message : error
  return typeof sentence === 'string' && sentence !== '' ? ` and says ${quote(visible(clip(blanked(sentence))))}` : ''
}
