import { networkInterfaces } from 'node:os'

/** Whether calls from other machines can arrive at this address. */
export function isBeyondLoopback(host: string): boolean {
  return !/^(localhost|127\.[\d.]+|::1)$/i.test(host)
}

/** Whether it means every address of the machine. */
export function isEveryAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

/** The first address of this machine that other machines know it by; undefined where it has none. */
export function networkAddress(): string | undefined {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address
}
