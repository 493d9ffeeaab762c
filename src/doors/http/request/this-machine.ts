import type { IncomingMessage } from 'node:http'

/** A request. Its socket is null after Node detached it, because the answer was sent or the client disconnected. */
export type ReceivedRequest = Omit<IncomingMessage, 'socket'> & { readonly socket: IncomingMessage['socket'] | null }

export function isLoopbackAddress(address: string): boolean {
  return address.startsWith('127.') || address === '::1' || address.startsWith('::ffff:127.')
}

/** Matches a Host that can only mean this machine, with or without a port. */
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

export function isLoopbackHost(host: string): boolean {
  return LOOPBACK_HOST.test(host)
}

/**
 * Matches request headers that proxies, load balancers and content delivery networks add. Programs on this machine do
 * not send these headers themselves.
 */
const PROXY_HEADER = new RegExp(
  `^(?:${[
    'forwarded',
    'via',
    'x-forwarded.*',
    'x-original-.*',
    'x-real-ip',
    '.*client-ip', // true-client-ip, x-client-ip, x-cluster-client-ip, wl-proxy-client-ip, incap-client-ip
    '.*connecting-ip',
    'x-remote-.*',
    'x-proxy.*',
    'proxy-.*',
    'x-(?:amz|amzn|azure|arr|appengine|appgw|envoy|sucuri|vercel|nf|cloud|akamai|fastly)-.*',
    'cf-.*',
    'cdn-.*',
    'fastly-.*',
    'fly-.*',
    'akamai-.*',
    'ali-.*',
    'x-request-start',
    'x-served-by',
    'x-varnish',
    'x-host',
  ].join('|')})$`,
)

/**
 * Whether the client runs on this machine and is not a proxy for another client. Proxies on this machine also call from
 * a loopback address. They are recognized by a Host that is not this machine, by a header that proxies add, or by
 * HTTP/1.0, the default of nginx before 1.29.7. A proxy that shows none of these counts as a client on this machine.
 * Therefore the demo key is off if a public name is set.
 */
export function isFromThisMachine({ socket, headers, httpVersion }: ReceivedRequest): boolean {
  if (!isLoopbackAddress(socket?.remoteAddress ?? '')) return false
  if (httpVersion !== '1.1' || !LOOPBACK_HOST.test(headers.host ?? '')) return false
  for (const name in headers) if (PROXY_HEADER.test(name)) return false
  return true
}
