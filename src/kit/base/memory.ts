import { freemem, totalmem } from 'node:os'

/** Returns the bytes of memory that this process may use, in a container those of the container. */
export function totalMemoryBytes(): number {
  const limit = process.constrainedMemory()
  return limit > 0 && limit < totalmem() ? limit : totalmem()
}

/** Returns the bytes that are free. What the page cache holds counts as free, in a container too. */
export function freeMemoryBytes(): number {
  return Math.min(totalMemoryBytes() - process.memoryUsage.rss(), freemem())
}
