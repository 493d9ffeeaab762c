import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { RIGHTS_OF_NOBODY } from './needs.ts'

/**
 * Runs a module in a separate process without the rights of root, and returns its output. For tests that need a
 * readable checkout.
 */
export function printedAsNobody(module: string): string {
  const words = ['--input-type=module', '-e', module]
  return execFileSync(process.execPath, words, { ...RIGHTS_OF_NOBODY, cwd: tmpdir(), encoding: 'utf8' }).trim()
}
