import { CommandFault, EXIT } from '../../base/failure.ts'

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf])
const UTF16_MARKS = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])]

/** The bytes of a file behind its byte order mark, if it has one. Throws a CommandFault where the mark says UTF-16. */
export async function* withoutMark(chunks: AsyncIterable<Buffer>, file: string): AsyncGenerator<Buffer> {
  let first = true
  for await (const chunk of chunks) {
    if (first && UTF16_MARKS.some((mark) => chunk.subarray(0, 2).equals(mark))) {
      throw new CommandFault(`"${file}" is UTF-16: save it as UTF-8.`, EXIT.data)
    }
    yield first && chunk.subarray(0, UTF8_MARK.length).equals(UTF8_MARK) ? chunk.subarray(UTF8_MARK.length) : chunk
    first = false
  }
}
