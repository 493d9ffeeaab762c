import type { Call } from './call.ts'

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i

/**
 * Returns the server's origin as the client addressed it, such as `https://api.example`. Uses the headers of a trusted
 * proxy, otherwise the Host header, otherwise the address of the connection.
 */
export function originOf({ headers, reachedAt }: Call, trustProxy: boolean): string {
  const forwarded = trustProxy ? first(headers['x-forwarded-host']) : undefined
  const proto = trustProxy ? first(headers['x-forwarded-proto']) : undefined
  const host = [forwarded, headers.host].find(isHost) ?? reachedAt
  return `${proto?.toLowerCase() === 'https' ? 'https' : 'http'}://${host.toLowerCase()}`
}

/**
 * Whether a string is a valid host. URL parsing also rejects ports above 65535, and parts of IPv4 addresses above 255.
 */
function isHost(given: string | undefined): given is string {
  return given !== undefined && HOST.test(given) && URL.canParse(`http://${given}`)
}

/**
 * Returns the IP address of the client. With a trusted proxy, this is the address that the proxy has added last to
 * `X-Forwarded-For`; earlier entries may be forged.
 */
export function addressOf({ headers, address }: Call, trustProxy: boolean): string {
  const forwarded = trustProxy ? headers['x-forwarded-for']?.toString().split(',').at(-1)?.trim() : undefined
  return forwarded || address
}

/** Returns the first value of a list header. The outermost proxy sets it. */
function first(given: string | readonly string[] | undefined): string | undefined {
  return given?.toString().split(',')[0]?.trim()
}
