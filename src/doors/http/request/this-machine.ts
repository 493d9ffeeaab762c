import type { IncomingMessage } from 'node:http'

/** A request whose socket may be null. Node detaches the socket after the answer or when the client disconnects. */
export type ReceivedRequest = Omit<IncomingMessage, 'socket'> & { readonly socket: IncomingMessage['socket'] | null }

export function isLoopbackAddress(address: string): boolean {
  return address.startsWith('127.') || address === '::1' || address.startsWith('::ffff:127.')
}

/** Matches a Host that can only mean this machine, with or without a port. */
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

export function isLoopbackHost(host: string): boolean {
  return LOOPBACK_HOST.test(host)
}

/** Matches headers that proxies, load balancers and CDNs add. Programs on this machine do not send them. */
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
 * Whether the client runs on this machine and is not a proxy for another client.
 *
 * A proxy on this machine also calls from a loopback address. It is recognized by a Host that is not this machine, by a
 * header that proxies add, or by HTTP/1.0 (nginx's default before 1.29.7). A proxy without these signs counts as a
 * local client. This is why the demo key does not work if a public name is set.
 */
export function isFromThisMachine({ socket, headers, httpVersion }: ReceivedRequest): boolean {
  if (!isLoopbackAddress(socket?.remoteAddress ?? '')) return false
  if (httpVersion !== '1.1' || !LOOPBACK_HOST.test(headers.host ?? '')) return false
  for (const name in headers) if (PROXY_HEADER.test(name)) return false
  return true
}
