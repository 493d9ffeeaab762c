import { networkInterfaces } from 'node:os'

/** Whether other machines can reach this address. */
export function isBeyondLoopback(host: string): boolean {
  return !/^(localhost|127\.[\d.]+|::1)$/i.test(host)
}

/** Whether a service on this host listens on every address of the machine. */
export function isEveryAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

/** Returns the first address of this machine in a network; undefined without a network. */
export function networkAddress(): string | undefined {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address
}
