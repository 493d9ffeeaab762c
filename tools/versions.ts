import { spawnSync } from 'node:child_process'
import { WRITES_VERSIONS } from '../test/guarded-version.ts'

/**
 * Increases the versions of what is stored or cached, and updates their fingerprints, if a change alters the result:
 * `node tools/versions.ts`. Data stored with an earlier version is then derived again.
 */
const FILES = ['test/catalog/versions.test.ts', 'src/catalog/postgres/postgres.trial.test.ts']

const { status } = spawnSync(process.execPath, ['--test', '--test-name-pattern', 'requires a .*bump', ...FILES], {
  stdio: 'inherit',
  env: { ...process.env, [WRITES_VERSIONS]: '1' },
})
process.exitCode = status ?? 1
