import { freemem, totalmem } from 'node:os'

/** Bytes of memory that this process may use, on a machine or in a container that has less. */
export function totalMemoryBytes(): number {
  const limit = process.constrainedMemory()
  return limit > 0 && limit < totalmem() ? limit : totalmem()
}

/** How many of them are free. What the page cache holds counts as free, in a container too. */
export function freeMemoryBytes(): number {
  return Math.min(totalMemoryBytes() - process.memoryUsage.rss(), freemem())
}
