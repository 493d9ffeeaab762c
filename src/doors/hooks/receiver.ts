import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { quote } from '../../kit/base/sentence.ts'
import type { Settings } from '../../kit/base/settings.ts'
import { isReachable } from './reachable.ts'

/** Resolves a host name to addresses. Rejects if the name has no addresses. */
export type Resolve = (name: string) => Promise<readonly string[]>

/** Which receivers the settings allow for webhooks. */
export interface ReceiverRules {
  readonly allowsHttp: boolean
  readonly allowsPrivate: boolean
  readonly resolve: Resolve
}

export function receiverRules({
  webhooksHttp,
  webhooksPrivate,
}: Pick<Settings, 'webhooksHttp' | 'webhooksPrivate'>): ReceiverRules {
  const allowsPrivate = webhooksPrivate === 'allow'
  const resolve = allowsPrivate ? resolveAsSystem : resolveByServers
  return { allowsHttp: webhooksHttp === 'allow', allowsPrivate, resolve }
}

/** Thrown if the rules forbid a URL. The message is for the owner of the webhook. */
export class RefusedReceiver extends Error {}

const URL_CHARACTERS_MAX = 2048

/** Parses the URL of a webhook without a DNS lookup. Throws a RefusedReceiver if the rules forbid it. */
export function receiverUrl(text: string, { allowsHttp, allowsPrivate }: ReceiverRules): URL {
  const url = URL.canParse(text) && text.length <= URL_CHARACTERS_MAX ? new URL(text) : undefined
  const schemes = allowsHttp ? 'https: or http:' : 'https:'
  if (url === undefined || !['https:', allowsHttp ? 'http:' : ''].includes(url.protocol)) {
    const accepted = `must begin with ${schemes} and have at most ${URL_CHARACTERS_MAX} characters`
    throw new RefusedReceiver(`The URL ${accepted}; you sent ${quote(text)}.`)
  }
  if (url.username !== '' || url.password !== '') {
    const instead = 'remove them, and verify signatures instead'
    throw new RefusedReceiver(`The URL with host ${quote(url.host)} must contain no user or password: ${instead}.`)
  }
  const address = literalOf(url)
  if (address !== undefined) requireReachable(url, [address], allowsPrivate)
  return url
}

/** Maximum number of addresses to try per receiver. */
const ADDRESSES_MAX = 4

/**
 * Resolves the host of a URL once. Connections use the returned addresses, so a name cannot pass the check and then
 * resolve to a private address. Rejects with a RefusedReceiver if there is no address or any address is forbidden.
 */
export async function addressesOf(url: URL, { allowsPrivate, resolve }: ReceiverRules): Promise<readonly string[]> {
  const literal = literalOf(url)
  const addresses = literal === undefined ? await resolved(url, resolve) : [literal]
  requireReachable(url, addresses, allowsPrivate)
  return addresses.slice(0, ADDRESSES_MAX)
}

/** Checks the URL and addresses of a webhook. Rejects with a RefusedReceiver if the rules forbid them. */
export async function checkUrl(text: string, rules: ReceiverRules): Promise<void> {
  await addressesOf(receiverUrl(text, rules), rules)
}

async function resolved(url: URL, resolve: Resolve): Promise<readonly string[]> {
  const addresses = await resolve(url.hostname).catch(() => [])
  if (addresses.length > 0) return addresses
  throw new RefusedReceiver(`Cannot find ${quote(url.hostname)}: no name server has an address for this name.`)
}

function requireReachable(url: URL, addresses: readonly string[], allowsPrivate: boolean): void {
  const own = allowsPrivate ? [] : ownAddresses()
  if (addresses.every((address) => isReachable(address, allowsPrivate) && !own.includes(address))) return
  const accepted = allowsPrivate
    ? 'it must not be link-local, multicast or unspecified'
    : 'it must be public, unless the operator sets PLAT_WEBHOOKS_PRIVATE to allow'
  throw new RefusedReceiver(`Cannot send to ${quote(url.host)}, which is not a public address: ${accepted}.`)
}

/**
 * Returns the network addresses of this machine. Webhooks may not use them, because like loopback they reach internal
 * ports.
 */
function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => address) ?? [])
}

/** Returns the IP address in a URL; undefined if the URL has a name. */
function literalOf({ hostname }: URL): string | undefined {
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(address) === 0 ? undefined : address
}

const RESOLVE_MS = 2_500
const RESOLVE_TRIES = 2

/**
 * Resolves a name by asking DNS servers directly, without the hosts file. The system resolver would block the few
 * threads that Node also uses for files.
 */
async function resolveByServers(name: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: RESOLVE_MS, tries: RESOLVE_TRIES })
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

/** Resolves a name with the system resolver. Private names may need its hosts file and search domains. */
async function resolveAsSystem(name: string): Promise<readonly string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address)
}
