import { freemem, totalmem } from 'node:os'

/** Bytes of memory that this process may use: the limit of the container, if it has one. */
export function totalMemoryBytes(): number {
  const limit = process.constrainedMemory()
  return limit > 0 && limit < totalmem() ? limit : totalmem()
}

/** Bytes of free memory. Memory of the page cache counts as free, also in a container. */
export function freeMemoryBytes(): number {
  return Math.min(totalMemoryBytes() - process.memoryUsage.rss(), freemem())
}
