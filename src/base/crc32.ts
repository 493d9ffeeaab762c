/** The polynomial of gzip's CRC-32, its bits reversed. */
const POLYNOMIAL = 0xedb88320

/** x⁰ as a residue: the highest bit is the lowest power. */
const ONE = 0x8000_0000

/** Products of each byte and x³², for a step of eight bits at a time. */
const STEPS = Int32Array.from({ length: 256 }, (_, byte) => {
  let residue = byte
  for (let bit = 0; bit < 8; bit++) residue = (residue >>> 1) ^ (residue & 1 ? POLYNOMIAL : 0)
  return residue
})

/** Lengths below this have their power in the table: nearly all cards. Longer ones take a few steps more. */
const TABLE_BYTES = 16 * 1024

/** x⁸ⁿ for each length n in bytes. */
const POWERS = new Int32Array(TABLE_BYTES)
{
  let power: number = ONE
  for (let bytes = 0; bytes < TABLE_BYTES; bytes++) {
    POWERS[bytes] = power
    power = (power >>> 8) ^ (STEPS[power & 0xff] as number)
  }
}

/** Multiples of one factor by every polynomial of four bits: allocated once, used within one call. */
const MULTIPLES = new Int32Array(16)

/** Product of two residues, four bits at a time. */
function product(one: number, other: number): number {
  const doubled = timesX(other)
  const quadrupled = timesX(doubled)
  const lowest = timesX(quadrupled)
  const multiples = MULTIPLES
  multiples[1] = lowest
  multiples[2] = quadrupled
  multiples[3] = quadrupled ^ lowest
  multiples[4] = doubled
  multiples[5] = doubled ^ lowest
  multiples[6] = doubled ^ quadrupled
  multiples[7] = doubled ^ quadrupled ^ lowest
  for (let nibble = 0; nibble < 8; nibble++) multiples[nibble + 8] = other ^ (multiples[nibble] as number)
  let sum = 0
  for (let shift = 0; shift < 32; shift += 4) {
    sum = (sum >>> 4) ^ (NIBBLES[sum & 15] as number) ^ (multiples[(one >>> shift) & 15] as number)
  }
  return sum
}

function timesX(residue: number): number {
  return (residue >>> 1) ^ (POLYNOMIAL & -(residue & 1))
}

/** As `STEPS`, for four bits. */
const NIBBLES = Int32Array.from({ length: 16 }, (_, nibble) => timesX(timesX(timesX(timesX(nibble)))))

function powerOf(bytes: number): number {
  let power = POWERS[bytes % TABLE_BYTES] as number
  let whole = product(POWERS[TABLE_BYTES - 1] as number, POWERS[1] as number)
  for (let times = Math.floor(bytes / TABLE_BYTES); times > 0; times = Math.floor(times / 2)) {
    if (times % 2 === 1) power = product(power, whole)
    whole = product(whole, whole)
  }
  return power
}

/** Lengths below this have a table of their own once they are met: that of a card's beginning comes again and again. */
const MET_BYTES = 256

/** For each such length n, the products of x⁸ⁿ and each value of each byte of a residue, lowest byte first. */
const MET: Int32Array[] = []

function tableOf(bytes: number): Int32Array {
  const power = POWERS[bytes] as number
  const table = new Int32Array(4 * 256)
  for (let at = 0; at < table.length; at++) table[at] = product((at & 0xff) << (8 * (at >>> 8)), power)
  MET[bytes] = table
  return table
}

/** CRC-32 of two texts one after the other, from the CRC-32 of each and the length of the second. */
export function joinedSum(first: number, second: number, secondBytes: number): number {
  if (secondBytes >= MET_BYTES) {
    const power = secondBytes < TABLE_BYTES ? (POWERS[secondBytes] as number) : powerOf(secondBytes)
    return (product(first, power) ^ second) >>> 0
  }
  const table = MET[secondBytes] ?? tableOf(secondBytes)
  const low = (table[first & 0xff] as number) ^ (table[256 + ((first >>> 8) & 0xff)] as number)
  const high = (table[512 + ((first >>> 16) & 0xff)] as number) ^ (table[768 + (first >>> 24)] as number)
  return (low ^ high ^ second) >>> 0
}
