import { BlockList, isIP } from 'node:net'

/** Networks that no setting allows: this host, link-local addresses with cloud services, and multicast. */
const NEVER = blocked([
  '0.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/3',
  '168.63.129.16/32', // public address of Azure's internal services
  '::/128',
  'fe80::/10',
  'ff00::/8',
  '64:ff9b::a9fe:0/112', // link-local IPv4 address behind NAT64
])

/** IPv4 networks that are not public, from IANA's registry of special-purpose addresses. */
const PRIVATE_V4 = blocked([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
])

/** The network that contains all public IPv6 addresses. Most addresses that embed an IPv4 address are outside it. */
const PUBLIC_V6 = blocked(['2000::/3'])

/** Networks within `PUBLIC_V6` that are private, or that tunnel to IPv4 addresses. */
const PRIVATE_V6 = blocked(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

/** Whether webhooks may be sent to an address. `allowsPrivate` also allows private networks. */
export function isReachable(address: string, allowsPrivate: boolean): boolean {
  const version = isIP(address)
  if (version === 0 || address.includes('%')) return false
  const family = version === 4 ? 'ipv4' : 'ipv6'
  if (NEVER.check(address, family)) return false
  if (allowsPrivate) return true
  if (version === 4) return !PRIVATE_V4.check(address)
  return PUBLIC_V6.check(address, family) && !PRIVATE_V6.check(address, family)
}

function blocked(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}
