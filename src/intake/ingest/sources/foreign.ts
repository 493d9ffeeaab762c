import { dataFault } from '../file-fault.ts'

/** The kind of a file according to its first bytes. */
export type FileKind =
  | 'text'
  | 'gzip'
  | 'zstd'
  | 'zip'
  | 'xls'
  | 'parquet'
  | 'shapefile'
  | 'flatgeobuf'
  | 'sqlite'
  | 'html'
  | 'xml'

const KINDS: readonly (readonly [start: Buffer, kind: FileKind])[] = [
  [Buffer.from([0x1f, 0x8b]), 'gzip'],
  [Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), 'zstd'],
  [Buffer.from('PK\x03\x04'), 'zip'],
  [Buffer.from('PK\x05\x06'), 'zip'],
  [Buffer.from('PAR1'), 'parquet'],
  [Buffer.from([0x00, 0x00, 0x27, 0x0a]), 'shapefile'],
  [Buffer.from('fgb\x03'), 'flatgeobuf'],
  [Buffer.from('SQLite format 3\0'), 'sqlite'],
]

/** Unsupported kinds of files by their first bytes, with advice for the operator. */
const UNREADABLE_KINDS: readonly (readonly [start: RegExp, what: string, advice: (file: string) => string])[] = [
  [/^BZh\d/, 'compressed with bzip2', (file) => `unpack it with bunzip2 -k "${file}"`],
  [/^\xfd7zXZ/, 'compressed with xz', (file) => `unpack it with unxz -k "${file}"`],
  [/^7z\xbc\xaf/, 'a 7-Zip archive', (file) => `unpack it with 7z x "${file}"`],
  [/^Rar!/, 'a RAR archive', () => 'unpack it'],
  [/^%PDF/, 'a PDF document', () => 'look for the table itself, as CSV or a spreadsheet'],
  [/^PARE/, 'a Parquet file with an encrypted footer', () => 'save it without encryption'],
  [
    /^\s*(<!--[\s\S]*?-->\s*)?<(!doctype\s+html|html|head|body)[\s>]/i,
    'a web page, not a table',
    () => 'a sign-in or error page was probably saved in its place; download it again',
  ],
]

const OFFICE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
/** The stream that only spreadsheets with a password contain. */
const LOCKED = Buffer.from('EncryptedPackage', 'utf16le')

/** Returns the kind of a file. Throws a CommandFault if no format reads it. */
export function kindOf(head: Buffer, file: string): FileKind {
  const kind = KINDS.find(([start]) => head.subarray(0, start.length).equals(start))
  if (kind !== undefined) return kind[1]
  if (head.subarray(0, OFFICE.length).equals(OFFICE)) {
    if (!head.includes(LOCKED)) return 'xls'
    throw dataFault(`"${file}" is a spreadsheet locked with a password: save it without one.`)
  }
  const text = head
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
  if (text.startsWith('<') && /<(table|worksheet)[\s>]/i.test(text)) return 'html'
  const other = UNREADABLE_KINDS.find(([start]) => start.test(text.slice(0, 1024)))
  if (other !== undefined) throw dataFault(`"${file}" is ${other[1]}: ${other[2](file)}.`)
  return /^<(\?xml|[a-z]+[\s>/])/i.test(text) ? 'xml' : 'text'
}
