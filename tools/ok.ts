import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { baseRevision, longTrialsAdvice } from './long-trials.ts'

const LINTED = ['src', 'client', 'console', 'sample', 'test', 'tools', 'attack']

/**
 * `npm run ok` runs all checks that a change must pass, as CI does, and stops at the first failure. `--except tests`
 * skips a check, for example because you have just run it. At the end it lists the long trials to run for the changes
 * since `--since REVISION`. Default: since the branch began.
 */
const CHECKS: readonly (readonly [name: string, ...command: string[]])[] = [
  ['imports', 'node', 'tools/imports.ts'],
  ['habits', 'node', 'tools/habits.ts'],
  ['unused exports', 'node', 'tools/exports.ts'],
  ['weight', 'node', 'tools/weight.ts'],
  ['format and lint', 'biome', 'check', '--error-on-warnings', '.'],
  ['clients', 'node', 'tools/client.ts'],
  ['typed lint', 'oxlint', '--type-aware', '--deny-warnings', ...LINTED],
  ['types', 'tsc', '-p', '.'],
  ['types of the reference in browsers', 'tsc', '-p', 'src/doors/openapi/reference/browser'],
  ['types of the console', 'tsc', '-p', 'console'],
  ['generated docs', 'node', 'tools/docs.ts', '--check'],
  ['tests', 'node', 'tools/test.ts'],
]

const { values } = parseArgs({ options: { except: { type: 'string', multiple: true }, since: { type: 'string' } } })

for (const [name, command = '', ...options] of CHECKS) {
  if (values.except?.includes(name)) continue
  process.stdout.write(`── ${name}\n`)
  const { status } = spawnSync(command, options, { stdio: 'inherit' })
  if (status !== 0) {
    process.stderr.write(`${name}: failed (${command} ${options.join(' ')})\n`)
    process.exit(1)
  }
}
process.stdout.write(`── all checks passed\n${longTrialsAdvice(values.since ?? baseRevision())}\n`)
