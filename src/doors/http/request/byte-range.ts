/** The positions of the first and last byte of a range in a file. */
export interface ByteRange {
  readonly from: number
  readonly to: number
}

/**
 * Returns the byte range that a `Range` header requests, at most `most` bytes (RFC 9110 14.1.2).
 *
 * Returns undefined if the header is missing or has an unknown unit, and `unfit` for several ranges or a range outside
 * the file.
 */
export function byteRange(asked: string | undefined, sizeBytes: number, most: number): ByteRange | 'unfit' | undefined {
  if (asked === undefined || !/^bytes=/i.test(asked)) return undefined
  const [, first, last] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(asked) ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'unfit'
  const from = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (from > end) return 'unfit'
  return { from, to: Math.min(end, from + most - 1) }
}
