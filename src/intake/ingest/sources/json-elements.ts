import { dataFault } from '../file-fault.ts'
import { refuseTooMuch } from './json-keys.ts'

/** A record of a JSON document, as text. */
export interface JsonElement {
  /** The first line of the record, from 1. */
  readonly line: number
  readonly lastLine: number
  readonly bytes: Buffer
  /** The line with a quote that is never closed. */
  readonly brokenLine?: number
}

/** Maximum length of a record. The outline of a county fits. */
const ELEMENT_MAX_BYTES = 64 * 1024 * 1024

const [QUOTE, BACKSLASH, COMMA, COLON, LINE_FEED] = [0x22, 0x5c, 0x2c, 0x3a, 0x0a]
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Maximum length of a key on the path to the records. Some documents use a whole query as a key. */
const KEY_MAX_BYTES = 1_000

/** The key of the records in an OData answer. */
const ODATA_LIST = 'value'
/** A path ending in `*` leads to an object whose values are records. */
const MEMBERS = '*'
/** A path ending in `*[]` leads to an object whose values are lists of records. */
const LISTS = '*[]'

/**
 * Yields the records of successive JSON documents, never holding a whole document in memory. `list` is the path to a
 * list of records. A path ending in `*` leads to an object of records by key, and a path ending in `*[]` to an object of
 * lists of records; each record gets its key as `@key`.
 * Without `list`, a list contains records, an OData answer has them under `value`, and any other document is one
 * record. Throws a CommandFault if a document is cut off or lacks the list.
 */
export async function* elementsOf(
  chunks: AsyncIterable<Buffer>,
  list: readonly string[] | undefined,
  file: string,
): AsyncGenerator<JsonElement> {
  const splitter = new Splitter(list, file)
  for await (const chunk of chunks) {
    for (const element of splitter.split(chunk)) {
      refuseTooMuch(element.bytes, file, element.line)
      yield element
    }
  }
  yield* splitter.end()
}

class Splitter {
  /** The keys of the path to the list. Undefined if the document's structure decides. */
  readonly #list: readonly string[] | undefined
  /** Whether the records are the values of an object. */
  readonly #isMap: boolean
  /** Whether the records are in several lists of an object. */
  readonly #hasLists: boolean
  readonly #file: string
  #line = 1
  /** Number of open objects and lists. */
  #depth = 0
  #inString = false
  #isEscaped = false
  /** The last string outside records, still escaped. It may be a key. */
  #string = ''
  /** The current keys of all open objects. */
  #keys: string[] = []
  /** The depth of the records. 0 outside their list. */
  #within = 0
  /** Whether a list under `value` has begun. Its first element shows whether it contains records. */
  #isPerhapsList = false
  /** Whether the current document's list was found. */
  #hadList = false
  /** The first line of the current record. 0 between records. */
  #startLine = 0
  /** Whether the current byte is the first of a record. */
  #isStart = false
  #brokenLine = 0
  /** Whether the current line between documents is not JSON. */
  #isStray = false
  /** The beginning of the current record, from earlier chunks. */
  #parts: Buffer[] = []
  #partBytes = 0

  constructor(list: readonly string[] | undefined, file: string) {
    this.#isMap = list?.at(-1) === MEMBERS
    this.#hasLists = list?.at(-1) === LISTS
    this.#list = list?.flatMap((key, i) =>
      this.#isMap && i === list.length - 1 ? [] : Buffer.from(key).toString('latin1'),
    )
    this.#file = file
  }

  *split(chunk: Buffer): Generator<JsonElement> {
    let start = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      const isEnd = this.#inString ? this.#readString(byte) : this.#step(byte)
      if (this.#isStart) {
        start = at
        this.#drop()
        this.#isStart = false
      }
      if (isEnd) {
        yield this.#element(chunk.subarray(start, at + (isEnd === 'with it' ? 1 : 0)))
        start = at
      }
      if (byte === LINE_FEED) this.#line++
    }
    if (this.#startLine > 0) this.#hold(chunk.subarray(start))
    else this.#drop()
  }

  *end(): Generator<JsonElement> {
    if (this.#isStray) yield this.#element(Buffer.alloc(0))
    if (this.#depth === 0) return
    const where = this.#startLine > 0 ? `the record that begins on line ${this.#startLine}` : 'its list'
    throw dataFault(`"${this.#file}" is cut off: ${where} does not end; nothing was imported.`)
  }

  /** Reads a byte in a string. A line break in a string is an error: a quote is missing, and the record is rejected. */
  #readString(byte: number): false {
    if (byte === LINE_FEED) this.#brokenLine ||= this.#line
    if (byte === LINE_FEED || (byte === QUOTE && !this.#isEscaped)) {
      this.#inString = false
      this.#isEscaped = false
      return false
    }
    this.#isEscaped = byte === BACKSLASH && !this.#isEscaped
    if ((this.#within === 0 || this.#isMember) && this.#string.length < KEY_MAX_BYTES)
      this.#string += String.fromCharCode(byte)
    return false
  }

  /** Reads a byte outside strings. Returns whether a record ends before or with this byte. */
  #step(byte: number): false | 'before it' | 'with it' {
    if (this.#isStray) return byte === LINE_FEED ? this.#ended('before it') : false
    // Documents may be elements of an outer list, whose brackets are skipped.
    if (this.#depth === 0 && this.#list?.length && (byte === LIST || byte === LIST_END)) return false
    if (this.#depth === 0) this.#begin(byte)
    else if (this.#isPerhapsList && byte > 0x20) this.#decide(byte)
    const isDirect = this.#within > 0 && this.#depth === this.#within
    if (isDirect && this.#startLine > 0 && (byte === COMMA || byte === LIST_END)) {
      this.#enter(byte)
      return this.#ended('before it')
    }
    const isElement = this.#isMap ? byte === OBJECT : byte > 0x20 && byte !== COMMA && byte !== LIST_END
    if (isDirect && this.#startLine === 0 && isElement) this.#start()
    this.#enter(byte)
    const isOpenedHere = byte === OBJECT || byte === LIST
    const isBack = this.#depth === (this.#hadList ? this.#within : 0)
    const isClosed = (byte === OBJECT_END || byte === LIST_END) && isBack
    return this.#startLine > 0 && isClosed && !isOpenedHere ? this.#ended('with it') : false
  }

  /** Whether the current string is the key of a record. */
  get #isMember(): boolean {
    return this.#isMap && this.#depth === this.#within && this.#startLine === 0
  }

  /** Starts a document, or a line that is not JSON. */
  #begin(byte: number): void {
    if (byte <= 0x20 || byte === COMMA) return
    this.#hadList = false
    this.#within = 0
    this.#keys = []
    if (byte === OBJECT && this.#list === undefined) this.#start()
    else if (byte !== OBJECT && byte !== LIST) {
      this.#start()
      this.#isStray = true
    }
  }

  #start(): void {
    this.#startLine = this.#line
    this.#isStart = true
  }

  /** Decides about a list under `value`: a list of objects contains records; any other list is part of a record. */
  #decide(byte: number): void {
    this.#isPerhapsList = false
    if (byte === OBJECT || byte === LIST_END) this.#beginList()
  }

  #beginList(): void {
    this.#within = this.#depth
    this.#hadList = true
    this.#startLine = 0
    this.#brokenLine = 0
  }

  #enter(byte: number): void {
    if (byte === QUOTE) {
      this.#inString = true
      this.#string = ''
    } else if (byte === COLON && (this.#within === 0 || this.#isMember)) this.#keys[this.#depth - 1] = this.#string
    else if (byte === OBJECT || byte === LIST) {
      this.#depth++
      const mayBegin = !this.#hadList || (this.#hasLists && this.#within === 0)
      if (mayBegin && (byte === OBJECT) === this.#isMap) this.#lookAtList()
    } else if (byte === OBJECT_END || byte === LIST_END) this.#leave()
  }

  #leave(): void {
    this.#depth = Math.max(0, this.#depth - 1)
    this.#keys.length = Math.min(this.#keys.length, this.#depth)
    if (this.#depth < this.#within) this.#within = 0
    if (this.#depth > 0 || this.#hadList || this.#list === undefined) return
    throw dataFault(
      `"${this.#file}" has no list at "${Buffer.from(this.#list.join('.'), 'latin1').toString()}": name another list under "rows" or "header" in the mapping.`,
    )
  }

  #lookAtList(): void {
    const list = this.#list ?? (this.#depth === 1 ? [] : [ODATA_LIST])
    const isThere = this.#depth === list.length + 1 && list.every((key, i) => this.#keys[i] === key || key === LISTS)
    if (!isThere) return
    if (this.#list === undefined && this.#depth > 1) this.#isPerhapsList = true
    else this.#beginList()
  }

  #ended<const End extends string>(end: End): End {
    this.#isStray = false
    return end
  }

  #drop(): void {
    this.#parts = []
    this.#partBytes = 0
  }

  #element(last: Buffer): JsonElement {
    this.#hold(last)
    const broken = this.#brokenLine > 0 ? { brokenLine: this.#brokenLine } : {}
    const isKeyed = this.#isMap || this.#hasLists
    const bytes = isKeyed ? this.#withKey(Buffer.concat(this.#parts)) : Buffer.concat(this.#parts)
    const element = { line: this.#startLine, lastLine: this.#line, bytes, ...broken }
    this.#drop()
    this.#startLine = 0
    this.#brokenLine = 0
    return element
  }

  #withKey(object: Buffer): Buffer {
    const key = `{"@key":"${this.#keys[this.#within - (this.#isMap ? 1 : 2)] ?? ''}"`
    const isEmpty = /^\{\s*\}$/.test(object.subarray(0, 100).toString('latin1'))
    return Buffer.concat([Buffer.from(isEmpty ? key : `${key},`, 'latin1'), object.subarray(1)])
  }

  #hold(part: Buffer): void {
    this.#parts.push(part)
    this.#partBytes += part.length
    if (this.#partBytes <= ELEMENT_MAX_BYTES) return
    const most = ELEMENT_MAX_BYTES.toLocaleString('en-US')
    throw dataFault(
      `"${this.#file}" is not a list of records: the record that begins on line ${this.#startLine} is over ${most} bytes.`,
    )
  }
}
