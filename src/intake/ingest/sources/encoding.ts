import { isAscii } from 'node:buffer'

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'latin-1', 'windows-1250', 'windows-1252'] as const
export type Encoding = (typeof ENCODINGS)[number]

const MARKS: readonly (readonly [mark: Buffer, encoding: Encoding])[] = [
  [Buffer.from([0xef, 0xbb, 0xbf]), 'utf-8'],
  [Buffer.from([0xff, 0xfe]), 'utf-16le'],
  [Buffer.from([0xfe, 0xff]), 'utf-16be'],
]

/** Returns the byte order mark at the beginning of the bytes. */
export function markOf(head: Buffer): { readonly encoding: Encoding; readonly bytes: number } | undefined {
  const match = MARKS.find(([mark]) => head.subarray(0, mark.length).equals(mark))
  return match && { encoding: match[1], bytes: match[0].length }
}

/** Detects UTF-16 without a byte order mark: in ASCII text, every other byte is zero. */
export function utf16In(head: Buffer): Encoding | undefined {
  const pairs = Math.floor(head.length / 2)
  if (pairs < 8) return undefined
  let evens = 0
  let odds = 0
  for (let at = 0; at < pairs * 2; at += 2) {
    if (head[at] === 0) evens++
    if (head[at + 1] === 0) odds++
  }
  if (odds > pairs * 0.4 && evens < pairs * 0.05) return 'utf-16le'
  return evens > pairs * 0.4 && odds < pairs * 0.05 ? 'utf-16be' : undefined
}

/** Converts bytes in `encoding` to UTF-8 without a byte order mark. */
export async function* asUtf8(chunks: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<Buffer> {
  const read = encoding === 'utf-8' ? undefined : reader(encoding)
  let isFirst = true
  for await (const chunk of chunks) {
    const mark = isFirst ? markOf(chunk) : undefined
    const bytes = mark?.encoding === encoding ? chunk.subarray(mark.bytes) : chunk
    isFirst = false
    yield read === undefined || (isAscii(bytes) && !isWide(encoding)) ? bytes : Buffer.from(read(bytes))
  }
  const rest = read?.()
  if (rest !== undefined && rest !== '') yield Buffer.from(rest)
}

function isWide(encoding: Encoding): boolean {
  return encoding === 'utf-16le' || encoding === 'utf-16be'
}

/** Returns a decoder for successive chunks. A call without bytes returns the incomplete last character. */
function reader(encoding: Encoding): (bytes?: Buffer) => string {
  // TextDecoder reads `latin1` as Windows-1252.
  if (encoding === 'latin-1') return (bytes) => bytes?.toString('latin1') ?? ''
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  return (bytes) => (bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true }))
}

/**
 * Guesses the encoding of a text without a byte order mark. It is UTF-8 if most bytes beyond ASCII are valid UTF-8.
 * Rows with other bytes are then broken.
 */
export class EncodingGuess {
  #characters = 0
  #broken = 0
  /** Number of bytes missing from the current UTF-8 character. */
  #due = 0
  #before = 0
  /** The last byte beyond ASCII, until the next byte shows whether it is inside a word. */
  #pending = 0
  #inWords = 0
  #central = 0
  #carons = 0

  add(chunk: Buffer): void {
    if (this.#due === 0 && this.#pending === 0 && isAscii(chunk)) {
      this.#before = chunk.at(-1) ?? this.#before
      return
    }
    for (const byte of chunk) this.#addByte(byte)
  }

  get encoding(): Encoding {
    if (this.#broken + (this.#due > 0 ? 1 : 0) === 0 || this.#characters >= this.#broken) return 'utf-8'
    const isCentral = this.#central > this.#inWords * 0.01 || this.#carons > this.#inWords * 0.04
    return isCentral && this.#inWords > 0 ? 'windows-1250' : 'windows-1252'
  }

  #addByte(byte: number): void {
    if (this.#due > 0) {
      if ((byte & 0xc0) === 0x80) {
        this.#due--
        if (this.#due === 0) this.#characters++
      } else {
        this.#broken++
        this.#due = 0
      }
    } else if (byte >= 0x80) {
      this.#due = lengthOf(byte) - 1
      if (this.#due <= 0) {
        this.#due = 0
        this.#broken++
      }
    }
    this.#weigh(byte)
    this.#before = byte
  }

  /** Counts bytes that precede a letter. Signs of Windows-1252 such as ³ and £ rarely do. */
  #weigh(byte: number): void {
    if (this.#pending !== 0 && isLetter(byte)) {
      this.#inWords++
      if (CENTRAL.has(this.#pending)) this.#central++
      if (CARONS.has(this.#pending) && isLetter(this.#before)) this.#carons++
    }
    this.#pending = byte >= 0x80 ? byte : 0
  }
}

function lengthOf(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2
  if (lead >= 0xe0 && lead <= 0xef) return 3
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0
}

function isLetter(byte: number): boolean {
  const lower = byte | 0x20
  return byte >= 0x80 || (lower >= 0x61 && lower <= 0x7a)
}

/** Bytes that are letters in Windows-1250 (Ł Ą Ş Ż ł ą ş Ľ ľ ż Ť Ź ť) but not in Windows-1252. */
const CENTRAL: ReadonlySet<number> = new Set([
  0xa3, 0xa5, 0xaa, 0xaf, 0xb3, 0xb9, 0xba, 0xbc, 0xbe, 0xbf, 0x8d, 0x8f, 0x9d,
])
/** Bytes of Š and Ž in Windows-1250 and Windows-1252. They are frequent in Czech, Slovak and Croatian only. */
const CARONS: ReadonlySet<number> = new Set([0x8a, 0x8e, 0x9a, 0x9e])
