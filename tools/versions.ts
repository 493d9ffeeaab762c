import { spawnSync } from 'node:child_process'
import { WRITES_VERSIONS } from '../test/guarded-version.ts'

/**
 * Bumps the versions of what is stored or cached, and writes their fingerprints anew, where a change has it come out
 * otherwise: `node tools/versions.ts`. What was stored before is then derived again.
 */
const FILES = ['test/catalog/versions.test.ts', 'src/catalog/postgres/postgres.trial.test.ts']

const { status } = spawnSync(process.execPath, ['--test', '--test-name-pattern', 'requires a .*bump', ...FILES], {
  stdio: 'inherit',
  env: { ...process.env, [WRITES_VERSIONS]: '1' },
})
process.exitCode = status ?? 1
