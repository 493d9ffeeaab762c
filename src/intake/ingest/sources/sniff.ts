import { type Content, openContent } from './content.ts'
import type { Encoding } from './encoding.ts'
import { FileBytes } from './file-bytes.ts'
import { kindOf } from './foreign.ts'
import type { FileStart } from './format.ts'
import { FORMAT_NAMES, formatOf, type SourceFormat } from './open.ts'
import { sheetStart } from './xlsx.ts'
import { xmlStart } from './xml-records.ts'
import { membersOf } from './zip.ts'

/** The detected format of a file. */
export interface Sniffed {
  readonly format: SourceFormat
  /** The encoding of a text. `format` contains it only if a mapping must state it. */
  readonly encoding?: Encoding
  /** The compression of a text. For archives, also the name of the member. */
  readonly packing?: string
  readonly member?: string
}

/** Detects the format of a file. Throws a one-sentence CommandFault if no format reads it. */
export async function sniff(file: string): Promise<Sniffed> {
  const start = await startOf(file)
  const binary = formatIn(start)
  if (binary?.type === 'xlsx') return { format: { type: 'xlsx', ...(await sheetStart(file)) } }
  if (binary?.type === 'xml') return { format: { type: 'xml', ...(await xmlStart(file)) } }
  if (binary !== undefined) return { format: binary }
  const content = await openContent(file, { format: 'csv', expected: 'a table', anyText: true })
  try {
    const format = formatIn({ ...start, text: await headOf(content) })
    if (format === undefined) throw new Error('CSV recognizes every text')
    if (format.type === 'xml') return { format: { ...format, ...(await xmlStart(file)) } }
    const { encoding, packing, member } = content
    return {
      // text formats have this option
      format: encoding === 'utf-8' ? format : ({ ...format, encoding } as SourceFormat),
      encoding,
      ...(packing !== undefined && { packing }),
      ...(member !== undefined && { member }),
    }
  } finally {
    content.close()
  }
}

async function startOf(file: string): Promise<FileStart> {
  const bytes = await FileBytes.openFile(file, 'a table')
  try {
    const kind = kindOf(bytes.head, file)
    return { kind, names: kind === 'zip' ? (await membersOf(bytes)).map(({ name }) => name) : [] }
  } finally {
    bytes.close()
  }
}

function formatIn(start: FileStart): SourceFormat | undefined {
  for (const type of FORMAT_NAMES.toReversed()) {
    const options = formatOf(type).recognise?.(start)
    if (options !== undefined) return { type, ...options } as SourceFormat // the options belong to this type
  }
  return undefined
}

const HEAD_MAX_BYTES = 256 * 1024

async function headOf(content: Content): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of content.text()) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= HEAD_MAX_BYTES) break
  }
  return Buffer.concat(chunks).toString()
}
