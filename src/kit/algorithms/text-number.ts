import { crc32 } from 'node:zlib'

/** Returns a 53-bit hash of a string, never 0. In practice, no two strings in a catalog have the same hash. */
export function numberOfText(text: string): number {
  let hash = 0x811c_9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193)
  return ((hash ^ (hash >>> 15)) & 0x1f_ffff) * 2 ** 32 + crc32(text) || 1
}
