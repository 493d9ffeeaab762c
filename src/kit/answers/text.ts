import { plain } from './plain.ts'
import type { Value } from './value.ts'

export function text(doc?: string): Value<string> {
  return plain({ type: 'string' }, 'a text', (given) => typeof given === 'string', doc)
}

/** A calendar day, `YYYY-MM-DD`. */
export function day(doc?: string): Value<string> {
  return formatted('date', DAY, 'a day', doc)
}

/** A time in the format of RFC 3339, with milliseconds. */
export function instant(doc?: string): Value<string> {
  return formatted('date-time', INSTANT, 'an instant', doc)
}

/** A URL, or the part of a URL after the origin. */
export function uriReference(doc?: string): Value<string> {
  return plain({ type: 'string', format: 'uri-reference' }, 'a URL', (given) => typeof given === 'string', doc)
}

/** A time without a zone, `YYYY-MM-DD hh:mm:ss`. OpenAPI has no format for it. */
export function second(doc: string): Value<string> {
  return plain({ type: 'string' }, 'a second', (given) => typeof given === 'string' && SECOND.test(given), doc)
}

export const DAY = /^\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])$/
export const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const SECOND = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/

function formatted(format: string, pattern: RegExp, what: string, doc: string | undefined): Value<string> {
  return plain({ type: 'string', format }, what, (given) => typeof given === 'string' && pattern.test(given), doc)
}
