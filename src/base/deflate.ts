import { BLOCK_HEADER, BLOCK_HEADER_BITS, DISTANCE_BITS, LITERAL_BITS } from './deflate-code.ts'

/*
 * Deflate for texts of a few kilobytes, in less than half the time that zlib takes, which sets up its memory and counts
 * out a code for each of them. Here the code is always the same one, and only one place is looked at for a repeat.
 * Cards come out a twentieth longer.
 */

const END = 256
const FIRST_LENGTH = 257

/** Repeats are found by their first four bytes. */
const SHORTEST = 4
const LONGEST = 258
const FARTHEST = 32_768

/** A repeat is one number: its place among `CODES`, and in the lowest bits its distance less one. Others are bytes. */
const DISTANCE_WIDTH = 15
const DISTANCE_MASK = FARTHEST - 1

const LONGEST_CODE = 11

/** A code is one number: how many bits it has, and in the lowest bits those, the first one of the stream lowest. */
const CODE_WIDTH = 16
const CODE_MASK = 0xffff

const DISTANCES = codesOf(DISTANCE_BITS)
/** Of each byte, of the end, and of each repeat by its length. */
const CODES = codesOfAll()
const HEADER = Buffer.from(BLOCK_HEADER, 'base64')

/** Canonical: the codes of one width follow one another, in order of the symbols. */
function codesOf(digits: string): Uint32Array {
  const widths = Array.from(digits, (digit) => Number.parseInt(digit, 16))
  const codes = new Uint32Array(widths.length)
  let code = 0
  for (let width = 1; width <= LONGEST_CODE; width++) {
    code <<= 1
    widths.forEach((each, symbol) => {
      if (each === width) codes[symbol] = reversed(code++, width) | (width << CODE_WIDTH)
    })
  }
  return codes
}

function reversed(code: number, width: number): number {
  let result = 0
  for (let bit = 0; bit < width; bit++) result |= ((code >>> bit) & 1) << (width - 1 - bit)
  return result
}

/** The code of a repeat is that of its class, and behind it the bits that tell its length from others of the class. */
function codesOfAll(): Uint32Array {
  const symbols = codesOf(LITERAL_BITS)
  const codes = new Uint32Array(FIRST_LENGTH + LONGEST + 1)
  codes.set(symbols.subarray(0, FIRST_LENGTH))
  for (let length = SHORTEST; length <= LONGEST; length++) {
    const above = length - 3
    const restWidth = length === LONGEST ? 0 : Math.max(0, 29 - Math.clz32(above))
    const code = symbols[FIRST_LENGTH + (length === LONGEST ? 28 : restWidth * 4 + (above >>> restWidth))] as number
    const rest = above & ((1 << restWidth) - 1)
    codes[FIRST_LENGTH + length] = (code + (restWidth << CODE_WIDTH)) | (rest << (code >>> CODE_WIDTH))
  }
  return codes
}

/** Room enough for a deflated text: what is no repeat takes up to `LONGEST_CODE` bits a byte. */
export function deflatedMax(bytes: number): number {
  return HEADER.length + 4 + Math.ceil((bytes * LONGEST_CODE) / 8)
}

/**
 * Writes one deflate block and the first bits of another one that is stored, up to the whole byte that the lengths of
 * that block begin with. Returns where it ends. There must be `deflatedMax` bytes of room.
 */
export function deflateBlock(source: Uint8Array, target: Uint8Array, at: number): number {
  if (repeats.length <= source.length) repeats = new Int32Array(2 * source.length)
  const count = findRepeats(source, repeats)
  target.set(HEADER, at)
  return writeCodes(repeats, count, target, at + (BLOCK_HEADER_BITS >>> 3))
}

/** Allocated once, used within one call. */
let repeats = new Int32Array(8192)

const PLACES_WIDTH = 13
const LAST_PLACE = 2 ** 30

/**
 * By hash of four bytes, where they were last seen, counted from the beginning of the first text: what an earlier text
 * has left stands below `begun`, so that nothing need be cleared between two texts.
 */
const places = new Int32Array(1 << PLACES_WIDTH).fill(-1)
/** The place of the first byte of the text. */
let begun = 0

/** Greedy. Of the places within a repeat only every other one is remembered: it is faster, and costs three bytes. */
function findRepeats(source: Uint8Array, found: Int32Array): number {
  const length = source.length
  const lastHashed = length - SHORTEST
  if (begun + length > LAST_PLACE) {
    places.fill(-1)
    begun = 0
  }
  const first = begun
  begun += length
  let count = 0
  let i = 0
  let four = lastHashed >= 0 ? fourAt(source, 0) : 0
  while (i <= lastHashed) {
    const slot = slotOf(four)
    const before = (places[slot] as number) - first
    places[slot] = first + i
    if (before < 0 || i - before > FARTHEST || fourAt(source, before) !== four) {
      found[count++] = source[i++] as number
      four = (four >>> 8) | ((source[i + 3] as number) << 24) // past the end it is not looked at
      continue
    }
    const end = Math.min(length, i + LONGEST)
    let next = i + SHORTEST
    for (let from = before + SHORTEST; next < end && source[from] === source[next]; from++) next++
    found[count++] = ((FIRST_LENGTH + next - i) << DISTANCE_WIDTH) | (i - before - 1)
    const hashedEnd = Math.min(next, lastHashed + 1)
    for (let within = i + 1; within < hashedEnd; within += 2) places[slotOf(fourAt(source, within))] = first + within
    i = next
    four = fourAt(source, i)
  }
  while (i < length) found[count++] = source[i++] as number
  found[count++] = END
  return count
}

function fourAt(source: Uint8Array, at: number): number {
  return (
    (source[at] as number) |
    ((source[at + 1] as number) << 8) |
    ((source[at + 2] as number) << 16) |
    ((source[at + 3] as number) << 24)
  )
}

function slotOf(four: number): number {
  return Math.imul(four, 0x9e3779b1) >>> (32 - PLACES_WIDTH)
}

/** Whole bytes leave `held` after each code: the longest, a distance with all that follows it, has 21 bits. */
function writeCodes(found: Int32Array, count: number, target: Uint8Array, start: number): number {
  let at = start
  let width = BLOCK_HEADER_BITS & 7
  let held = (target[at] as number) & ((1 << width) - 1)
  for (let i = 0; i < count; i++) {
    const each = found[i] as number
    const code = CODES[each < FIRST_LENGTH ? each : each >>> DISTANCE_WIDTH] as number
    held |= (code & CODE_MASK) << width
    for (width += code >>> CODE_WIDTH; width >= 8; width -= 8) {
      target[at++] = held
      held >>>= 8
    }
    if (each < FIRST_LENGTH) continue
    const distance = each & DISTANCE_MASK
    const restWidth = Math.max(0, 30 - Math.clz32(distance))
    const distanceCode = DISTANCES[restWidth * 2 + (distance >>> restWidth)] as number
    held |= (distanceCode & CODE_MASK) << width
    width += distanceCode >>> CODE_WIDTH
    held |= (distance & ((1 << restWidth) - 1)) << width
    for (width += restWidth; width >= 8; width -= 8) {
      target[at++] = held
      held >>>= 8
    }
  }
  // Three zeros begin a stored block.
  for (width += 3; width > 0; width -= 8) {
    target[at++] = held
    held >>>= 8
  }
  return at
}
