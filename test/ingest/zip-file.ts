import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipMember {
  readonly name: string
  readonly content: Buffer | string
  /** The general purpose flags of ZIP; 1 means encrypted with a password. */
  readonly flags?: number
  /** The compression method; 8 (deflate) by default. */
  readonly method?: number
  /** A false size to state in the archive. */
  readonly size?: number
  readonly crc?: number
}

/** Returns the bytes of a ZIP archive. */
export function zipFile(members: readonly ZipMember[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, flags = 0, method = 8, size, crc } of members) {
    const bytes = Buffer.from(content)
    const packed = method === 8 ? deflateRawSync(bytes) : bytes
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(flags, 2)
    head.writeUInt16LE(method, 4)
    head.writeUInt16LE(0x21, 8) // the date 1980-01-01
    head.writeUInt32LE(crc ?? crc32(bytes), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(size ?? bytes.length, 18)
    head.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), head, tail, Buffer.from(name)]))
    parts.push(local)
    offset += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(members.length, 4)
  end.writeUInt16LE(members.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, list, Buffer.from('PK\x05\x06'), end])
}
