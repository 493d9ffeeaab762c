import { inspect } from 'node:util'
import { NO_PROBLEMS, type Schema, type Value } from './value.ts'

const MOST_SHOWN = 60

/** A value without parts: `keywords` say what it is, `what` is its name in problems. */
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
  return `${path}: ${inspect(given).slice(0, MOST_SHOWN)} is not ${what}`
}
