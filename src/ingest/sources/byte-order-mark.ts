import { CommandFault, EXIT } from '../../base/failure.ts'

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf])
const UTF16_MARKS = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])]

/** Non-text files by their first bytes, and how to unpack them. */
const NO_TEXT: readonly (readonly [start: Buffer, what: string, advice: (file: string) => string])[] = [
  [Buffer.from([0x1f, 0x8b]), 'compressed with gzip', (file) => `unpack it with gunzip -k "${file}"`],
  [
    Buffer.from('PK\x03\x04'),
    'a ZIP archive',
    (file) => `unpack it with unzip "${file}", or save a spreadsheet as CSV`,
  ],
  [Buffer.from('BZh'), 'compressed with bzip2', (file) => `unpack it with bunzip2 -k "${file}"`],
  [Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a]), 'compressed with xz', (file) => `unpack it with unxz -k "${file}"`],
  [Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), 'compressed with zstd', (file) => `unpack it with unzstd "${file}"`],
]

/**
 * The bytes of a file after its byte order mark, if any. Throws a CommandFault when the mark says UTF-16, or the file
 * is compressed.
 */
export async function* withoutMark(chunks: AsyncIterable<Buffer>, file: string): AsyncGenerator<Buffer> {
  let first = true
  for await (const chunk of chunks) {
    if (first) refuseOthers(chunk, file)
    yield first && startsWith(chunk, UTF8_MARK) ? chunk.subarray(UTF8_MARK.length) : chunk
    first = false
  }
}

function refuseOthers(chunk: Buffer, file: string): void {
  if (UTF16_MARKS.some((mark) => startsWith(chunk, mark)))
    throw new CommandFault(`"${file}" is UTF-16: save it as UTF-8.`, EXIT.data)
  const found = NO_TEXT.find(([start]) => startsWith(chunk, start))
  if (found === undefined) return
  const [, what, advice] = found
  throw new CommandFault(`"${file}" is ${what}: ${advice(file)}.`, EXIT.data)
}

function startsWith(chunk: Buffer, start: Buffer): boolean {
  return chunk.subarray(0, start.length).equals(start)
}
