import { dataFault } from '../file-fault.ts'
import { refuseTooMuch } from './json-keys.ts'

/** A record in a JSON document, with its original text. */
export interface JsonElement {
  /** The first line of the record, from 1. */
  readonly line: number
  readonly lastLine: number
  readonly bytes: Buffer
  /** The line on which a quote is opened and not closed. */
  readonly brokenLine?: number
}

/** Maximum length of a record, enough for the outline of a county. */
const ELEMENT_MAX_BYTES = 64 * 1024 * 1024

const [QUOTE, BACKSLASH, COMMA, COLON, LINE_FEED] = [0x22, 0x5c, 0x2c, 0x3a, 0x0a]
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d]

/** The key of an OData answer that holds its records. */
const ODATA_LIST = 'value'
/** Stands for every key of an object. */
const MEMBERS = '*'

/**
 * Yields the records of JSON documents that follow one another: the elements of the list to which the keys of `list`
 * lead, or the objects in an object by their keys where a star ends the path: these get the key as `@key`. Without `list`,
 * these are the elements of a document that is a list, or the `value` of an OData answer; any
 * other document is a record itself. No document is ever in memory as a whole. Throws a CommandFault when a document
 * does not end, or lacks the list.
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
  /**
   * The keys that lead to the list, each as bytes. Undefined when the list is found by the structure of the document.
   */
  readonly #list: readonly string[] | undefined
  /** Whether the records are the values of an object. */
  readonly #isMap: boolean
  readonly #file: string
  #line = 1
  /** Number of objects and lists that are open. */
  #depth = 0
  #inString = false
  #isEscaped = false
  /** The current or last string before the list. */
  #string = ''
  /** The current key of each open object. */
  #keys: string[] = []
  /** The depth of the list's elements once the list has begun; 0 outside it. */
  #within = 0
  /** Whether a list under `value` has begun. Its first element decides what the document is. */
  #isPerhapsList = false
  /** Whether the document has had its list. */
  #hadList = false
  /** The first line of the record that is being read; 0 between records. */
  #startLine = 0
  /** Whether a record begins with the current byte. */
  #isStart = false
  #brokenLine = 0
  /** Whether the text between documents is not JSON. */
  #isStray = false
  /** The parts of the record from earlier chunks. */
  #parts: Buffer[] = []
  #partBytes = 0

  constructor(list: readonly string[] | undefined, file: string) {
    this.#isMap = list?.at(-1) === MEMBERS
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

  /** Reads a byte within a string. A line end is not allowed there: the quote is stray, and only its record is lost. */
  #readString(byte: number): false {
    if (byte === LINE_FEED) {
      this.#brokenLine ||= this.#line
      this.#inString = false
      this.#isEscaped = false
    } else if (this.#isEscaped) this.#isEscaped = false
    else if (byte === BACKSLASH) this.#isEscaped = true
    else if (byte === QUOTE) this.#inString = false
    else if ((this.#within === 0 || this.#isMember) && this.#string.length < 100)
      this.#string += String.fromCharCode(byte)
    return false
  }

  /** Reads a byte outside strings. Says whether a record ends before the byte, or with it. */
  #step(byte: number): false | 'before it' | 'with it' {
    if (this.#isStray) return byte === LINE_FEED ? this.#ended('before it') : false
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

  /** Whether the current string is a record's key, if records are the values of an object. */
  get #isMember(): boolean {
    return this.#isMap && this.#depth === this.#within && this.#startLine === 0
  }

  /** Begins a document, or text that is not JSON. */
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

  /** Decides what a list under `value` is: a list of objects holds records, and any other belongs to a record. */
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
      if (!this.#hadList && (byte === OBJECT) === this.#isMap) this.#lookAtList()
    } else if (byte === OBJECT_END || byte === LIST_END) this.#leave()
  }

  #leave(): void {
    this.#depth = Math.max(0, this.#depth - 1)
    this.#keys.length = Math.min(this.#keys.length, this.#depth)
    if (this.#depth < this.#within) this.#within = 0
    if (this.#depth > 0 || this.#hadList || this.#list === undefined) return
    throw dataFault(
      `"${this.#file}" has no list at "${Buffer.from(this.#list.join('.'), 'latin1').toString()}": name another one under rows or header in the mapping.`,
    )
  }

  #lookAtList(): void {
    const list = this.#list ?? (this.#depth === 1 ? [] : [ODATA_LIST])
    const isThere = this.#depth === list.length + 1 && list.every((key, i) => this.#keys[i] === key)
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
    const bytes = this.#isMap ? this.#withKey(Buffer.concat(this.#parts)) : Buffer.concat(this.#parts)
    const element = { line: this.#startLine, lastLine: this.#line, bytes, ...broken }
    this.#drop()
    this.#startLine = 0
    this.#brokenLine = 0
    return element
  }

  #withKey(object: Buffer): Buffer {
    const key = `{"@key":"${this.#keys[this.#within - 1] ?? ''}"`
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
