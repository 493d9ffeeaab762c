import { crc32 } from 'node:zlib'

/** A value in a column of a store. */
export type RowValue = number | string | Uint8Array | null

/** A value of a store is not the one that was written. */
export class Damage extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Damage'
  }
}

/** A text longer than this is summed where it lies, because joining it to the others would copy it first. */
const LONG_TEXT = 256

/**
 * CRC-32 of a row, which is stored beside its values. The table and the key count too, so that a row is not taken for
 * another one.
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

/** Throws Damage when values differ from those that were stored with a sum. */
export function checkRow(table: string, values: readonly RowValue[], sum: unknown): void {
  if (rowSum(table, values) !== sum) throw new Damage(`a row of ${table} does not match its checksum`)
}
