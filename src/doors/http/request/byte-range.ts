/** The positions of the first and the last byte of a range of a file. */
export interface ByteRange {
  readonly from: number
  readonly to: number
}

/**
 * Returns the bytes of a file that a `Range` header requests (RFC 9110 14.1.2), at most `most` bytes. Returns undefined
 * if the header is missing or has an unknown unit, and must be ignored. Returns `unfit` if the header requests several
 * ranges, or no byte of the file.
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
