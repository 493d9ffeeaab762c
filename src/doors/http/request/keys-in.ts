import type { IncomingHttpHeaders } from 'node:http'
import { decode } from './query.ts'

/** Programs write it in front of a key, and some send it with nothing behind it. */
const BEARER = /^bearer(?:\s+|$)/i

const BASIC = /^basic\s+([a-z0-9+/_-]+=*)\s*$/i

/** Spreadsheets and data sheets, which send no headers of their own, have it in their addresses. */
const KEY_OPTION = 'access_token'

/** The keys that a call carries in headers of these names, in their order, each once. */
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

/** `Authorization: Basic …` is meant for somebody else, such as a proxy in front. */
function isOtherScheme(name: string, key: string): boolean {
  return name === 'authorization' && /\s/.test(key)
}

/**
 * The key in `Authorization: Basic …`: the password, or the user name of programs that leave the password empty.
 * undefined where there is neither.
 */
export function basicKeyIn({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  const [, encoded] = BASIC.exec(authorization) ?? []
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  const [user, password] = colon < 0 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)]
  return password || user || undefined
}

/** A query apart from the key that it carries. */
export interface KeyedQuery {
  /** Everything else of it, as written. */
  readonly rest: string
  readonly key: string | undefined
  /** The option that carries the key, as written. */
  readonly option: string | undefined
}

/** Takes the key out of a query, so that nothing which reads the rest can repeat it. */
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
