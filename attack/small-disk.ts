import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import type { Measured } from './attack.ts'
import { inFolder } from './harness.ts'

/** Mounts a file system of its own in memory, which takes an administrator. */
export function onSmallDisk(sizeMb: number, attack: (disk: string) => Promise<Measured>): Promise<Measured | string> {
  return inFolder(async (at) => {
    const disk = at('disk')
    mkdirSync(disk)
    const words = ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', disk]
    const { status, error, stderr } = spawnSync('mount', words, { encoding: 'utf8' })
    if (status !== 0) {
      const why = error?.message ?? stderr.trim()
      return `a small file system cannot be mounted here (${why}): run it as an administrator`
    }
    try {
      return await attack(disk)
    } finally {
      spawnSync('umount', [disk])
    }
  })
}
