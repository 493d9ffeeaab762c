import type { FlatArray } from './column.ts'

/** Returns the array if it has room for `length` cells, otherwise a copy of at least twice the size. */
export function grown<A extends FlatArray>(array: A, length: number): A {
  if (array.length >= length) return array
  const larger = new (array.constructor as new (length: number) => A)(Math.max(length, 2 * array.length)) // the same class as the array's
  larger.set(array)
  return larger
}
