import type { Call } from './call.ts'

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i

/**
 * Returns the origin in the address that the client used: from the headers of a proxy if the operator trusts them,
 * otherwise from the Host header, otherwise from the address of the connection.
 */
export function originOf({ headers, reachedAt }: Call, trustProxy: boolean): string {
  const forwarded = trustProxy ? first(headers['x-forwarded-host']) : undefined
  const proto = trustProxy ? first(headers['x-forwarded-proto']) : undefined
  const host = [forwarded, headers.host].find(isHost) ?? reachedAt
  return `${proto?.toLowerCase() === 'https' ? 'https' : 'http'}://${host.toLowerCase()}`
}

/** Whether a text is a valid host. Parsing also rejects ports above 65535, and parts of IPv4 addresses above 255. */
function isHost(given: string | undefined): given is string {
  return given !== undefined && HOST.test(given) && URL.canParse(`http://${given}`)
}

/** Returns the first value of a list, which comes from the proxy that the client connected to. */
function first(given: string | readonly string[] | undefined): string | undefined {
  return given?.toString().split(',')[0]?.trim()
}
