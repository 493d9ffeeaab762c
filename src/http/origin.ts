import type { Call } from './call.ts'

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i

/**
 * The origin under which a caller reached this server: what a proxy in front says of it, where the operator trusts
 * that, else the Host header, else the address of the connection.
 */
export function originOf({ headers, reachedAt }: Call, trustProxy: boolean): string {
  const forwarded = trustProxy ? first(headers['x-forwarded-host']) : undefined
  const proto = trustProxy ? first(headers['x-forwarded-proto']) : undefined
  const host = [forwarded, headers.host].find((given) => given !== undefined && isHost(given)) ?? reachedAt
  return `${proto?.toLowerCase() === 'https' ? 'https' : 'http'}://${host.toLowerCase()}`
}

/** Names such as `1.2.3.4.5` and ports above 65535 look right, and make no address all the same. */
function isHost(given: string): boolean {
  return HOST.test(given) && URL.canParse(`http://${given}`)
}

/** Of several proxies, the one that the caller spoke to. */
function first(given: string | readonly string[] | undefined): string | undefined {
  return given?.toString().split(',')[0]?.trim()
}
