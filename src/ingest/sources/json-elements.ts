import { CommandFault, EXIT } from '../../base/failure.ts'

/** One element of a list in a JSON document, as it stands there. */
export interface JsonElement {
  /** First line of the element, from 1. */
  readonly line: number
  readonly lastLine: number
  readonly bytes: Buffer
}

/** A longer element is no record, even with the outline of a county. */
const ELEMENT_MAX_BYTES = 64 * 1024 * 1024

const [QUOTE, BACKSLASH, COMMA, COLON, LINE_FEED] = [0x22, 0x5c, 0x2c, 0x3a, 0x0a]
const OPENING: ReadonlySet<number> = new Set([0x7b, 0x5b])
const CLOSING: ReadonlySet<number> = new Set([0x7d, 0x5d])
const LIST = 0x5b

/**
 * The elements of a list in a JSON document: of the document itself, or of the list that its key `list` holds. The
 * document is never in memory as a whole. Throws a CommandFault when the document ends before its list, or has none.
 */
export async function* elementsOf(
  chunks: AsyncIterable<Buffer>,
  list: string | undefined,
  file: string,
): AsyncGenerator<JsonElement> {
  const splitter = new Splitter(list, file)
  for await (const chunk of chunks) yield* splitter.split(chunk)
  splitter.end()
}

class Splitter {
  readonly #list: string | undefined
  readonly #file: string
  #line = 1
  #depth = 0
  #inString = false
  #escaped = false
  /** The text of the string that is being read, or was last, at depth 1; the key if a colon follows. */
  #string = ''
  #key: string | undefined
  /** Depth of the list's elements once it has begun; 0 before, -1 after it. */
  #within = 0
  #startLine = 0
  /** What earlier chunks had of the element. */
  #parts: Buffer[] = []
  #partBytes = 0

  constructor(list: string | undefined, file: string) {
    this.#list = list
    this.#file = file
  }

  *split(chunk: Buffer): Generator<JsonElement> {
    let start = this.#startLine > 0 ? 0 : -1
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      if (byte === LINE_FEED) this.#line++
      if (this.#inString) {
        this.#readString(byte)
        continue
      }
      const isEnd = this.#startLine > 0 && this.#depth === this.#within && (byte === COMMA || CLOSING.has(byte))
      if (isEnd) {
        yield this.#element(chunk.subarray(start, at))
        start = -1
      }
      if (this.#within > 0 && this.#depth === this.#within && this.#startLine === 0 && isStart(byte)) {
        this.#startLine = this.#line
        start = at
      }
      this.#step(byte)
    }
    if (start !== -1) this.#hold(chunk.subarray(start))
  }

  end(): void {
    if (this.#within === 0) {
      const what = this.#list === undefined ? 'is no JSON list' : `has no list "${this.#list}"`
      throw new CommandFault(`"${this.#file}" ${what}: say in the mapping what format it has.`, EXIT.data)
    }
    if (this.#within > 0)
      throw new CommandFault(`"${this.#file}" is cut off: its list does not end; nothing was imported.`, EXIT.data)
  }

  #readString(byte: number): void {
    if (this.#escaped) this.#escaped = false
    else if (byte === BACKSLASH) this.#escaped = true
    else if (byte === QUOTE) this.#inString = false
    else if (this.#depth === 1 && this.#within === 0 && this.#string.length < 100)
      this.#string += String.fromCharCode(byte)
  }

  #step(byte: number): void {
    if (byte === QUOTE) {
      this.#inString = true
      this.#string = ''
    } else if (byte === COLON) {
      if (this.#depth === 1) this.#key = this.#string
    } else if (OPENING.has(byte)) {
      this.#depth++
      if (this.#within === 0 && byte === LIST && this.#isTheList()) this.#within = this.#depth
    } else if (CLOSING.has(byte)) {
      this.#depth--
      if (this.#within > 0 && this.#depth < this.#within) this.#within = -1
    } else if (byte === COMMA && this.#depth === 1) this.#key = undefined
  }

  #isTheList(): boolean {
    return this.#list === undefined ? this.#depth === 1 : this.#depth === 2 && this.#key === this.#list
  }

  #element(last: Buffer): JsonElement {
    this.#hold(last)
    const element = { line: this.#startLine, lastLine: this.#line, bytes: Buffer.concat(this.#parts) }
    this.#parts = []
    this.#partBytes = 0
    this.#startLine = 0
    return element
  }

  #hold(part: Buffer): void {
    this.#parts.push(part)
    this.#partBytes += part.length
    if (this.#partBytes <= ELEMENT_MAX_BYTES) return
    const most = ELEMENT_MAX_BYTES.toLocaleString('en-US')
    throw new CommandFault(
      `"${this.#file}" is cut off or no list of records: the element that begins on line ${this.#startLine} is over ${most} bytes.`,
      EXIT.data,
    )
  }
}

/** Whether a byte begins an element: not white space, and not the end of an empty list. */
function isStart(byte: number): boolean {
  return byte > 0x20 && byte !== COMMA && !CLOSING.has(byte)
}
