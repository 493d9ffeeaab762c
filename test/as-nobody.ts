import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { RIGHTS_OF_NOBODY } from './needs.ts'

/**
 * Runs a module in a process without root rights, and returns its output. The checkout must be readable for all users.
 */
export function printedAsNobody(module: string): string {
  const words = ['--input-type=module', '-e', module]
  return execFileSync(process.execPath, words, { ...RIGHTS_OF_NOBODY, cwd: tmpdir(), encoding: 'utf8' }).trim()
}
