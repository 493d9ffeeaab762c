import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../test/e2e/program.ts'

/**
 * A disk that fails once, or from some operation on, or has no room left; a process that ends, or in mid-write; power
 * that is cut, so that nothing is left but what was synced.
 */
export const WAYS = ['once', 'on', 'full', 'end', 'torn', 'cut'] as const
export type Way = (typeof WAYS)[number]

/** The library that stands in for the disk, see `disk.c`; undefined on a machine without a C compiler. */
export function compiled(folder: string): string | undefined {
  const library = join(folder, 'disk.so')
  const source = join(ROOT, 'attack/failing-disk/disk.c')
  const { status, error } = spawnSync('cc', ['-O1', '-shared', '-fPIC', '-o', library, source, '-ldl'])
  if (error !== undefined) return undefined
  assert.equal(status, 0, 'disk.c does not compile')
  return library
}

/** Makes a folder anew, as a copy of another. */
export function startFrom(folder: string, target: string): void {
  rmSync(target, { recursive: true, force: true })
  cpSync(folder, target, { recursive: true })
}
