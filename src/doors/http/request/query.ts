import { Fault, type ParameterError } from '../../../kit/base/failure.ts'
import { type QueryPairs, quote } from '../../../kit/params/index.ts'

/** Maximum number of parameters: more than any operation has, but few enough to list all errors. */
const PARAMETERS_MAX = 256

/**
 * Parses a query string. Decodes `+` as a space and `%…` as UTF-8. Throws a Fault `request.malformed` that names each
 * unreadable part. Invalid bytes are never replaced with U+FFFD.
 */
export function decodeQuery(raw: string): QueryPairs {
  if (raw === '') return []
  const query: (readonly [string, string])[] = []
  const errors: ParameterError[] = []
  const parts = raw.split('&').filter((part) => part !== '')
  if (parts.length > PARAMETERS_MAX) throw tooMany(parts.length)
  for (const part of parts) {
    const equals = part.indexOf('=')
    const rawName = equals < 0 ? part : part.slice(0, equals)
    const name = decode(rawName)
    const value = equals < 0 ? '' : decode(part.slice(equals + 1))
    if (name === undefined || value === undefined)
      errors.push(unreadable(name ?? rawName, equals < 0 ? '' : part.slice(equals + 1)))
    else query.push([name, value])
  }
  if (errors.length > 0) throw malformed(errors)
  return query
}

/** Returns the decoded string; undefined if it is not valid percent-encoded UTF-8. */
export function decode(text: string): string | undefined {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return undefined
  }
}

function unreadable(name: string, given: string): ParameterError {
  const detail = `${name} must be percent-encoded UTF-8, such as %C3%A9; you sent ${quote(given)}.`
  return { parameter: name, code: 'param.invalid', detail, given: given.slice(0, 80) }
}

function malformed(errors: readonly ParameterError[]): Fault {
  return new Fault('request.malformed', errors.map((error) => error.detail).join(' '), { errors })
}

function tooMany(count: number): Fault {
  return new Fault('request.malformed', `The query must have at most ${PARAMETERS_MAX} parameters; you sent ${count}.`)
}
