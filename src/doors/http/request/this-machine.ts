import type { IncomingMessage } from 'node:http'

/** A request, perhaps read when Node has detached its socket, since the answer was sent or the caller went away. */
export type ReceivedRequest = Omit<IncomingMessage, 'socket'> & { readonly socket: IncomingMessage['socket'] | null }

export function isLoopbackAddress(address: string): boolean {
  return address.startsWith('127.') || address === '::1' || address.startsWith('::ffff:127.')
}

/** A name that means this machine and nothing else, with a port or without. */
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

export function isLoopbackHost(host: string): boolean {
  return LOOPBACK_HOST.test(host)
}

/**
 * Request headers that proxies, load balancers and content networks add on the way. No program that calls from this
 * machine sends one of its own accord.
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
 * The caller sits on this machine and speaks for itself. A proxy on this machine calls from a loopback address, too:
 * what gives it away is a Host that is not of this machine, a header of its own, or HTTP/1.0, which nginx before 1.29.7
 * speaks to what is behind it unless told otherwise. One that hides all of this is taken for a caller of this machine:
 * where a public name is set, the demo key is therefore off altogether.
 */
export function isFromThisMachine({ socket, headers, httpVersion }: ReceivedRequest): boolean {
  if (!isLoopbackAddress(socket?.remoteAddress ?? '')) return false
  if (httpVersion !== '1.1' || !LOOPBACK_HOST.test(headers.host ?? '')) return false
  for (const name in headers) if (PROXY_HEADER.test(name)) return false
  return true
}
