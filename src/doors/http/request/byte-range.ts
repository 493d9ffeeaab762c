/** Bytes of a file, both ends included. */
export interface ByteRange {
  readonly from: number
  readonly to: number
}

/**
 * The bytes that a header `Range` asks of a file of that size (RFC 9110 14.1.2), cut off at the end of the file and at `most`
 * bytes: an answer may give less than was asked for, and says what it gives. Undefined where the header is to be
 * ignored, as there is none or its unit is unknown; `unfit` where nothing of the file is asked for, or several ranges.
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
