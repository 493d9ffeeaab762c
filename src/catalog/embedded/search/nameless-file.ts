import { openSync, unlinkSync } from 'node:fs'

/** A file without a name: nothing of it is left once it is closed, or the program ends. */
export function openNameless(path: string): number {
  const file = openSync(path, 'w+', 0o600)
  unlinkSync(path)
  return file
}
