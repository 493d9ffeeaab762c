/**
 * Rice coding of the distances between rows. The first byte is `low`, the number of low bits. Each distance follows:
 * first the part above its low bits in unary (that many zeros and a one), then the low bits. Bits go from the lowest
 * bit of a byte to its highest. For random rows, a distance takes half a bit more than the optimum.
 */

/** Readers may read this many bytes past the end of a code, so these bytes must exist. */
export const READ_BEYOND = 4

const WINDOW_BITS = 25
const MAX_LOW_BITS = WINDOW_BITS - 1

/** Maximum size of this many encoded distances, in bytes. */
export function riceSize(distances: number): number {
  // `low` follows from the mean distance, so there are at most three zeros per distance on average. Then come the one
  // and the low bits.
  return 2 + Math.ceil((distances * (3 + 1 + MAX_LOW_BITS)) / 8)
}

/**
 * Writes the distances between the rows `rows[start]` … `rows[end - 1]` at `position`, where all bytes must be 0.
 * Returns the end.
 */
export function writeDistances(
  rows: Uint32Array,
  start: number,
  end: number,
  bytes: Uint8Array,
  position: number,
): number {
  const mean = ((rows[end - 1] as number) - (rows[start] as number)) / Math.max(1, end - 1 - start)
  const low = Math.min(MAX_LOW_BITS, Math.max(0, Math.floor(Math.log2(Math.max(1, mean * 0.7)))))
  bytes[position] = low
  let bit = 8 * (position + 1)
  for (let i = start + 1; i < end; i++) {
    const value = (rows[i] as number) - (rows[i - 1] as number) - 1
    bit += value >>> low
    bit = writeBits(bytes, bit, 1, 1)
    bit = writeBits(bytes, bit, value & ((1 << low) - 1), low)
  }
  return (bit + 7) >>> 3
}

function writeBits(bytes: Uint8Array, bit: number, value: number, length: number): number {
  for (let done = 0; done < length; ) {
    const place = (bit + done) >>> 3
    const from = (bit + done) & 7
    bytes[place] = (bytes[place] as number) | ((value >>> done) << from)
    done += 8 - from
  }
  return bit + length
}

/**
 * Writes `count` rows to `into`: `first`, and the rows that follow by the distances at `position`. Returns the end of
 * the distances.
 */
export function readDistances(
  bytes: Uint8Array,
  position: number,
  first: number,
  count: number,
  into: Uint32Array,
  at: number,
): number {
  const low = bytes[position] as number
  const mask = (1 << low) - 1
  let bit = 8 * (position + 1)
  let row = first
  into[at] = row
  for (let i = 1; i < count; i++) {
    let window = windowAt(bytes, bit)
    let high = 0
    while (window === 0) {
      high += WINDOW_BITS
      bit += WINDOW_BITS
      window = windowAt(bytes, bit)
    }
    const zeros = 31 - Math.clz32(window & -window)
    high += zeros
    bit += zeros + 1
    const rest = zeros + 1 + low <= WINDOW_BITS ? window >>> (zeros + 1) : windowAt(bytes, bit)
    row += ((high << low) | (rest & mask)) + 1
    into[at + i] = row
    bit += low
  }
  return (bit + 7) >>> 3
}

/** Returns 25 bits, starting at position `bit`. */
function windowAt(bytes: Uint8Array, bit: number): number {
  const place = bit >>> 3
  const four =
    (bytes[place] as number) |
    ((bytes[place + 1] as number) << 8) |
    ((bytes[place + 2] as number) << 16) |
    ((bytes[place + 3] as number) << 24)
  return (four >>> (bit & 7)) & 0x1ff_ffff
}
