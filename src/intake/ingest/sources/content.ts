import type { CommandFault } from '../../../kit/base/failure.ts'
import { dataFault } from '../file-fault.ts'
import { asUtf8, ENCODINGS, type Encoding, EncodingGuess, markOf, utf16In } from './encoding.ts'
import { FileBytes } from './file-bytes.ts'
import { type FileKind, kindOf } from './foreign.ts'
import { type OptionReaders, orClose } from './format.ts'
import { dataOfScript, isScript } from './script.ts'
import { unpacked } from './unpacked.ts'
import { isNamed, type Member, membersOf } from './zip.ts'

/** Options of text formats in a mapping. */
export interface TextOptions {
  readonly encoding?: Encoding
  /** The name of the file in a ZIP archive, with or without its folders. */
  readonly member?: string
}

export const TEXT_OPTIONS: OptionReaders<TextOptions> = {
  encoding: (node) => node.oneOf('encoding', ENCODINGS),
  member: (node) => node.text('member'),
}

/** An open text file, unpacked and decoded. */
export interface Content {
  readonly bytesTotal: number
  bytesRead(): number
  readonly encoding: Encoding
  /** How the file was compressed. For archives, also the name of the member. */
  readonly packing: Exclude<FileKind, 'text'> | undefined
  readonly member: string | undefined
  /** Whether `text` may be called again. False for a pipe. */
  readonly canRepeat: boolean
  /** Returns the text as UTF-8 without a byte order mark. */
  text(): AsyncIterable<Buffer>
  close(): void
}

/** The format that the caller expects: its name in mappings, and its content in words. */
export interface Wanted {
  readonly format: string
  readonly expected: string
  /** Set if JSON is accepted although another format is expected. */
  readonly anyText?: true
}

/** Opens a text file. Throws a one-sentence CommandFault if it is missing, unreadable or not text. */
export async function openContent(file: string, wanted: Wanted, options: TextOptions = {}): Promise<Content> {
  const bytes = await FileBytes.open(file, wanted.expected)
  return orClose(bytes, async () => {
    const { packing, member, chunks } = await plainBytes(bytes, wanted, options)
    const head = packing === undefined ? bytes.head : await headOf(chunks)
    if (head.length === 0) throw dataFault(`"${file}" is empty: expected ${wanted.expected}.`)
    if (packing !== undefined) refuseNested(head, member ?? file, file, wanted)
    refuseJson(head, wanted, file)
    const encoding = options.encoding ?? (await encodingOf(head, chunks, bytes.canRepeat))
    const isData = (wanted.anyText || wanted.format === 'json') && isScript(head.toString('latin1'))
    return {
      bytesTotal: bytes.size,
      bytesRead: () => bytes.bytesRead,
      encoding,
      packing,
      member,
      canRepeat: bytes.canRepeat,
      text: () => (isData ? dataOfScript(asUtf8(chunks(), encoding), file) : asUtf8(chunks(), encoding)),
      close: bytes.close,
    }
  })
}

interface PlainBytes {
  readonly packing: Exclude<FileKind, 'text'> | undefined
  readonly member?: string
  chunks(): AsyncIterable<Buffer>
}

async function plainBytes(bytes: FileBytes, wanted: Wanted, { member }: TextOptions): Promise<PlainBytes> {
  const { file } = bytes
  const kind = kindOf(bytes.head, file)
  if (kind === 'zip') {
    const chosen = await chosenMember(await membersOf(bytes), wanted, member, file)
    return { packing: kind, member: chosen.name, chunks: () => chosen.chunks() }
  }
  if (member !== undefined)
    throw dataFault(`"${file}" is not a ZIP archive: leave "member" out of the format in the mapping.`)
  if (kind === 'text' || (kind === 'xml' && wanted.format === 'xml'))
    return { packing: undefined, chunks: () => bytes.chunks() }
  if (kind === 'gzip' || kind === 'zstd') {
    if (!bytes.canRepeat)
      throw dataFault(`"${file}" is a pipe with compressed data: decompress it in the pipe, or give the file itself.`)
    return { packing: kind, chunks: () => unpacked(bytes, kind) }
  }
  if (kind === 'xml') throw otherFormat(file, wanted, kind, 'XML')
  if (kind === 'xls') throw otherFormat(file, wanted, 'xlsx', 'a spreadsheet')
  throw kind === 'html' ? otherFormat(file, wanted, 'xlsx', 'a web page') : otherFormat(file, wanted, kind)
}

function otherFormat(file: string, { format }: Wanted, kind: string, what = `a ${kind} file`): CommandFault {
  return dataFault(`"${file}" is ${what}, not ${format}: write format: ${kind} in the mapping.`)
}

/** File extensions of tables. They distinguish tables from licenses and descriptions in the same archive. */
const TABLE_NAME = /\.(csv|tsv|tab|psv|txt|dat|ndjson|jsonl|json|geojson|geojsonl|xml)$/i
const NAMES_SHOWN_MAX = 8

async function chosenMember(
  members: readonly Member[],
  wanted: Wanted,
  asked: string | undefined,
  file: string,
): Promise<Member> {
  const isOds = ['content.xml', 'META-INF/manifest.xml'].every((part) => members.some(({ name }) => name === part))
  if (isOds || members.some(({ name }) => name === 'xl/workbook.xml'))
    throw otherFormat(file, wanted, 'xlsx', 'a spreadsheet')
  if (asked === undefined && members.some(({ name }) => /\.shp$/i.test(name)))
    throw otherFormat(file, wanted, 'shapefile')
  if (asked !== undefined) {
    const named = members.filter((member) => isNamed(member, asked))
    if (named[0] !== undefined && named.length === 1) return named[0]
    const what = named.length === 0 ? 'no file' : 'several files'
    throw dataFault(`"${file}" has ${what} named "${asked}": it has ${shown(members)}.`)
  }
  const tables = members.filter(({ name }) => TABLE_NAME.test(name))
  const [found, ...others] = tables.length > 0 ? tables : members
  if (found === undefined) throw dataFault(`"${file}" is empty: expected ${wanted.expected}.`)
  if (others.length === 0) return found
  const example = `format: { type: ${wanted.format}, member: ${found.name} }`
  throw dataFault(
    `"${file}" has several files, ${shown(tables.length > 0 ? tables : members)}: choose one in the mapping, such as ${example}.`,
  )
}

function shown(members: readonly Member[]): string {
  const names = members.slice(0, NAMES_SHOWN_MAX).map(({ name }) => name)
  const rest = members.length - names.length
  return names.join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

async function headOf(chunks: () => AsyncIterable<Buffer>): Promise<Buffer> {
  const head: Buffer[] = []
  let length = 0
  for await (const chunk of chunks()) {
    head.push(chunk)
    length += chunk.length
    if (length >= 4096) break
  }
  return Buffer.concat(head)
}

function refuseNested(head: Buffer, name: string, file: string, { format, anyText }: Wanted): void {
  const kind = kindOf(head, name)
  if (kind !== 'text' && !(kind === 'xml' && (anyText || format === kind)))
    throw dataFault(`"${file}" contains a ${kind} file, not text: unpack the file once, and import the unpacked file.`)
}

/** Refuses JSON if CSV is expected. A CSV header never begins like an object or a list. */
function refuseJson(head: Buffer, { format, anyText }: Wanted, file: string): void {
  if (format !== 'csv' || anyText || !/^\s*(\{\s*["}]|\[\s*[{[\]])/.test(head.subarray(0, 1024).toString('latin1')))
    return
  throw dataFault(`"${file}" is JSON, not csv: write format: json, ndjson or geojson in the mapping.`)
}

async function encodingOf(head: Buffer, chunks: () => AsyncIterable<Buffer>, canRepeat: boolean): Promise<Encoding> {
  const marked = markOf(head)?.encoding ?? utf16In(head)
  if (marked !== undefined) return marked
  const guess = new EncodingGuess()
  if (!canRepeat) guess.add(head)
  else for await (const chunk of chunks()) guess.add(chunk)
  return guess.encoding
}
