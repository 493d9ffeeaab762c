import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import type { TestContext } from 'node:test'

/** The user id of nobody. */
const NOBODY = 65_534

/**
 * Runs a module in a process of its own, without the rights of root, who may do everything, and returns what it prints.
 * Where another user cannot even read the program, it returns undefined and skips the test.
 */
export function printedAsNobody(module: string, context: TestContext): string | undefined {
  const rights = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', module], {
    ...rights,
    cwd: tmpdir(),
    encoding: 'utf8',
  })
  if (status === 0) return stdout.trim()
  context.skip('this folder is closed to every user but root')
  return undefined
}
