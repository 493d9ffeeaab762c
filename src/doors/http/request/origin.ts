import type { Call } from './call.ts'

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i

/**
 * The origin under which a caller reached this server: what a proxy in front says of it, where the operator trusts
 * that, else the Host header, else the address of the connection.
 */
export function originOf({ headers, reachedAt }: Call, trustProxy: boolean): string {
  const forwarded = trustProxy ? first(headers['x-forwarded-host']) : undefined
  const proto = trustProxy ? first(headers['x-forwarded-proto']) : undefined
  const host = [forwarded, headers.host].find(isHost) ?? reachedAt
  return `${proto?.toLowerCase() === 'https' ? 'https' : 'http'}://${host.toLowerCase()}`
}

/** No address has a port above 65535, or a number above 255 between dots: the origin could not be parsed. */
function isHost(given: string | undefined): given is string {
  return given !== undefined && HOST.test(given) && URL.canParse(`http://${given}`)
}

/** The first of several proxies, which is the one that the caller spoke to. */
function first(given: string | readonly string[] | undefined): string | undefined {
  return given?.toString().split(',')[0]?.trim()
}
