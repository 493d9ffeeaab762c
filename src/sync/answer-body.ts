import { clip, quote, visible } from '../base/sentence.ts'
import { type JsonObject, parsedRecord } from '../ingest/record-source.ts'

/** An answer that cannot be used, but the next one to the same question may be. */
export class BadAnswer extends Error {
  /** How long the server asks to be left alone. */
  readonly retryAfterMs: number | undefined
  /** Whether what came is at fault, rather than that nothing came. */
  readonly isBroken: boolean

  constructor(message: string, isBroken: boolean, retryAfterMs?: number) {
    super(message)
    this.isBroken = isBroken
    this.retryAfterMs = retryAfterMs
  }
}

/** A refusal of the question itself. */
export class Refused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The largest page: some servers give hundreds of thousands of keys at once. */
const BODY_MAX_BYTES = 256 * 1024 * 1024

/** The text of an answer. `onBytes` is called as they arrive. */
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

/** Throws a BadAnswer for anything but a JSON object. */
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
 * What a server says about a refusal, for a sentence; empty when it says nothing. `blanked` takes out what must not be
 * told: JSON may write the same characters in several ways, so it sees them as they are read.
 */
export function saidIn(text: string, blanked: (told: string) => string): string {
  const object = parsedRecord(text)
  if (typeof object === 'string') return ''
  const { error } = object
  const told = typeof error === 'object' && error !== null && 'message' in error ? error.message : error
  return typeof told === 'string' && told !== '' ? ` and says ${quote(visible(clip(blanked(told))))}` : ''
}
