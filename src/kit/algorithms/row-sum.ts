import { crc32 } from 'node:zlib'

/** A value in a column of a store. */
export type RowValue = number | string | Uint8Array | null

/** Thrown if a stored row does not match its checksum. */
export class Damage extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Damage'
  }
}

/** Longer strings go into the checksum separately, because joining them with other values would copy them first. */
const LONG_TEXT = 256

/**
 * Returns the CRC-32 of a row, which is stored next to the row's values. The table's name and the key are part of it,
 * so a row cannot pass as another row.
 */
export function rowSum(table: string, values: readonly RowValue[]): number {
  let text = table
  let sum = 0
  for (const value of values) {
    if (value instanceof Uint8Array) {
      sum = crc32(value, crc32(text, sum))
      text = ''
    } else if (typeof value === 'string' && value.length > LONG_TEXT) {
      sum = crc32(value, crc32(`${text}\u0000`, sum))
      text = ''
    } else text += `\u0000${value}`
  }
  return crc32(text, sum)
}

/** Throws Damage if the values do not match the checksum that was stored with them. */
export function checkRow(table: string, values: readonly RowValue[], sum: unknown): void {
  if (rowSum(table, values) !== sum) throw new Damage(`a row of ${table} does not match its checksum`)
}
