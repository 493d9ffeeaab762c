import type { IncomingHttpHeaders } from 'node:http'

/** Programs write it in front of a key, and some send it with nothing behind it. */
const BEARER = /^bearer(?:\s+|$)/i

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
