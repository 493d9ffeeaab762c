import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import { CommandFault } from '../../../kit/base/failure.ts'
import { damaged, dataFault, orDamaged } from '../file-fault.ts'
import type { FileBytes } from './file-bytes.ts'
import { bounded } from './unpacked.ts'

/** A file in an archive. */
export interface Member {
  readonly name: string
  /** The unpacked size in bytes that the archive states. */
  readonly size: number
  /** Yields the unpacked bytes. Throws a CommandFault if they are damaged, or more than the archive states. */
  chunks(): AsyncGenerator<Buffer>
}

const MEMBERS_MAX = 100_000

/** The supported methods: no compression, and deflate. */
const METHODS: readonly number[] = [0, 8]

/**
 * Returns the files of a ZIP archive, without folders and system files. Throws a CommandFault if the archive is damaged
 * or cut off.
 */
export async function membersOf(bytes: FileBytes): Promise<readonly Member[]> {
  const { file } = bytes
  if (!bytes.canRepeat) throw dataFault(`"${file}" is a ZIP archive in a pipe: name the file itself.`)
  return await guarded(file, async () => {
    const zip = await opened(bytes)
    if (zip.entryCount > MEMBERS_MAX) throw new Error(`it has ${zip.entryCount.toLocaleString('en-US')} files`)
    const members: Member[] = []
    for await (const entry of zip.eachEntry()) {
      if (isOfSystem(entry.fileName)) continue
      const { fileName: name, uncompressedSize: size } = entry
      members.push({ name, size, chunks: () => chunksOf(bytes, zip, entry) })
    }
    return members
  })
}

async function opened(bytes: FileBytes): Promise<ZipFile> {
  const { fromRandomAccessReaderPromise, RandomAccessReader } = await import('yauzl')
  class Reader extends RandomAccessReader {
    override _readStreamForRange(start: number, end: number): Readable {
      return Readable.from(rangeOf(bytes, start, end))
    }
  }
  return await fromRandomAccessReaderPromise(new Reader(), bytes.size, { lazyEntries: true, autoClose: false })
}

const RANGE_BYTES = 256 * 1024

async function* rangeOf(bytes: FileBytes, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; at += RANGE_BYTES) yield await bytes.range(at, Math.min(end, at + RANGE_BYTES))
}

async function* chunksOf(bytes: FileBytes, zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  const { file } = bytes
  const { fileName, compressionMethod } = entry
  if (entry.isEncrypted()) throw dataFault(`"${fileName}" in "${file}" is locked with a password: unpack it first.`)
  if (!METHODS.includes(compressionMethod)) {
    throw dataFault(
      `Files in a ZIP must be stored or compressed with deflate; "${fileName}" in "${file}" uses method ${compressionMethod}. Unpack it first.`,
    )
  }
  const stream = await guarded(file, () => zip.openReadStreamPromise(entry))
  try {
    let sum = 0
    for await (const chunk of bounded(stream, () => entry.compressedSize, file)) {
      sum = crc32(chunk, sum)
      yield chunk
    }
    if (sum !== entry.crc32) throw damaged(file, `the checksum of "${fileName}" does not match`)
  } catch (error) {
    throw error instanceof CommandFault || !(error instanceof Error) ? error : damaged(file, messageOf(error))
  } finally {
    stream.destroy()
  }
}

function guarded<T>(file: string, work: () => Promise<T>): Promise<T> {
  return orDamaged(file, work, messageOf)
}

function messageOf({ message }: Error): string {
  return /end of central directory/i.test(message) ? 'the list of files at the end of the archive is missing' : message
}

/** Whether this file has the given name, with or without folders. */
export function isNamed({ name }: Member, asked: string): boolean {
  return name === asked || name.endsWith(`/${asked}`)
}

function isOfSystem(name: string): boolean {
  return name.endsWith('/') || name.startsWith('__MACOSX/') || /(^|\/)(\.|Thumbs\.db$|desktop\.ini$)/i.test(name)
}
