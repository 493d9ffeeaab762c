import type { IncomingHttpHeaders } from 'node:http'
import { decode } from './query.ts'

/** Matches `Bearer`, which precedes a key. Some programs send the word without a key. */
const BEARER = /^bearer(?:\s+|$)/i

const BASIC = /^basic\s+([a-z0-9+/_-]+=*)\s*$/i

/** The query parameter for the key. Spreadsheets and similar programs cannot send custom headers. */
const KEY_OPTION = 'access_token'

/** Returns the distinct keys in these headers, in the order of `names`. */
export function keysIn(headers: IncomingHttpHeaders, names: readonly string[]): string[] {
  const keys: string[] = []
  for (const name of names) {
    const given = headers[name]
    if (typeof given !== 'string') continue
    const key = given.replace(BEARER, '')
    if (key === '' || isOtherScheme(name, key) || keys.includes(key)) continue
    keys.push(key)
  }
  return keys
}

/** Whether an `Authorization` header is not about a Plat key, such as `Basic …` for a proxy. */
function isOtherScheme(name: string, key: string): boolean {
  return name === 'authorization' && /\s/.test(key)
}

/**
 * Returns the key in `Authorization: Basic …`: the password or, if that is empty, the user name. Undefined if both are
 * empty.
 */
export function basicKeyIn({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  const [, encoded] = BASIC.exec(authorization) ?? []
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  const [user, password] = colon < 0 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)]
  return password || user || undefined
}

/** A query string, split into the key and the rest. */
export interface KeyedQuery {
  /** The query without the key parameter, otherwise as sent. */
  readonly rest: string
  readonly key: string | undefined
  /** The key parameter as sent: name and value. */
  readonly option: string | undefined
}

/** Splits the key from a query, so that the rest can be passed on without revealing the key. */
export function keyInQuery(rawQuery: string): KeyedQuery {
  const parts = rawQuery.split('&')
  const options = parts.filter(isKeyOption)
  if (options.length === 0) return { rest: rawQuery, key: undefined, option: undefined }
  const [option = ''] = options
  const key = decode(option.slice(option.indexOf('=') + 1))
  return { rest: parts.filter((part) => !isKeyOption(part)).join('&'), key: key || undefined, option }
}

function isKeyOption(part: string): boolean {
  const equals = part.indexOf('=')
  return equals > 0 && decode(part.slice(0, equals)) === KEY_OPTION
}
