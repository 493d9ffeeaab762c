import { spawnSync } from 'node:child_process'
import { WRITES_VERSIONS } from '../test/guarded-version.ts'

/**
 * `node tools/versions.ts` increases the version of everything stored or cached whose content has changed, and updates
 * the fingerprints. Plat then computes data again that it stored with an earlier version.
 */
const FILES = ['test/catalog/versions.test.ts', 'src/catalog/postgres/postgres.trial.test.ts']

const { status } = spawnSync(process.execPath, ['--test', '--test-name-pattern', 'requires a new ', ...FILES], {
  stdio: 'inherit',
  env: { ...process.env, [WRITES_VERSIONS]: '1' },
})
process.exitCode = status ?? 1
