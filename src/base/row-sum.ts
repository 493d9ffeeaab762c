import { crc32 } from 'node:zlib'

/** What a column of a store holds. */
export type RowValue = number | string | Uint8Array | null

/** Something of a store is not what was written. */
export class Damage extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Damage'
  }
}

/** A longer text is summed where it lies: joining it to the others would copy it first. */
const LONG_TEXT = 256

/**
 * CRC-32 of a row as it is stored beside its values. The table and the key among the values count too, so that a row is
 * not taken for another one.
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

/** `rowSum` of an id and a text, given the text's bytes: they need not be made for it once more. */
export function textSum(table: string, id: number, text: Uint8Array): number {
  return crc32(text, crc32(`${table}\u0000${id}\u0000`))
}

/** Throws Damage when values are not those that were stored with a sum. */
export function checkRow(table: string, values: readonly RowValue[], sum: unknown): void {
  if (rowSum(table, values) !== sum) throw new Damage(`a row of ${table} does not match its checksum`)
}
