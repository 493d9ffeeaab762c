import { inspect } from 'node:util'
import type { Schema } from './telling.ts'
import { NO_PROBLEMS, type Value } from './value.ts'

const MAX_SHOWN_CHARACTERS = 60

/** A value without parts. `keywords` is its JSON Schema, and `what` names the value in error messages. */
export function plain<T>(
  keywords: Schema,
  what: string,
  fits: (given: unknown) => boolean,
  doc: string | undefined,
): Value<T> {
  return {
    schema: (telling) => ({ ...keywords, ...telling.said(doc) }),
    problems: (given, path) => (fits(given) ? NO_PROBLEMS : [misfit(given, path, what)]),
  }
}

export function misfit(given: unknown, path: string, what: string): string {
  return `${path}: ${inspect(given).slice(0, MAX_SHOWN_CHARACTERS)} is not ${what}`
}
