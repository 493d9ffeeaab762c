import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { scratch } from '../test/e2e/program.ts'
import type { Measured } from './attack.ts'

/** Mounts a file system of its own in memory, which takes an administrator. */
export async function onSmallDisk(
  sizeMb: number,
  attackIn: (dataDir: string) => Promise<Measured>,
): Promise<Measured | string> {
  const folder = scratch()
  const disk = join(folder.path, 'disk')
  mkdirSync(disk)
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', disk], { encoding: 'utf8' })
  try {
    if (mounted.status !== 0) {
      const why = mounted.error?.message ?? mounted.stderr.trim()
      return `a small file system cannot be mounted here (${why}): run it as an administrator`
    }
    return await attackIn(disk)
  } finally {
    if (mounted.status === 0) spawnSync('umount', [disk])
    folder.remove()
  }
}
