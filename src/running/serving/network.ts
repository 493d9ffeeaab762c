import { networkInterfaces } from 'node:os'

/** Whether other machines can reach this address. */
export function isBeyondLoopback(host: string): boolean {
  return !/^(localhost|127\.[\d.]+|::1)$/i.test(host)
}

/** Whether this host address means all addresses of the machine, such as `0.0.0.0`. */
export function isEveryAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

/** Returns this machine's first address that other machines can reach; undefined without a network. */
export function networkAddress(): string | undefined {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address
}
