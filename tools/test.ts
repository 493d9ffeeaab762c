import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { projectFiles } from './files.ts'

/**
 * `npm test` runs the tests of four minutes; `npm run trials` runs the long ones, `*.trial.test.ts`: attacks, oracles,
 * databases, browsers, programs that are killed. Words choose among all of them by path: `npm test -- locate`. With CI
 * set, a skipped test is a failure, because CI must have everything that tests need.
 */
const isTrials = process.argv[2] === '--trials'
const words = process.argv.slice(isTrials ? 3 : 2)
const files = projectFiles()
  .filter((path) => path.endsWith('.test.ts'))
  .filter((path) =>
    words.length === 0 ? path.endsWith('.trial.test.ts') === isTrials : words.some((word) => path.includes(word)),
  )
if (files.length === 0) {
  process.stderr.write(`No test has ${words.map((word) => JSON.stringify(word)).join(' or ')} in its path.\n`)
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'plat-test-'))
const tapFile = join(folder, 'results.tap')
/** Runs a file on every core. By default Node keeps one core for its own work, which is little. */
const concurrency = `--test-concurrency=${availableParallelism()}`
const patience = `--test-timeout=${(isTrials ? 15 : 5) * 60_000}`
/** A run that hangs without yielding fails too, before CI ends it. */
const WHOLE_MS = 28 * 60_000
/** Each file runs in a process of its own, and reuses the code that others have compiled. */
const env = { ...process.env, NODE_COMPILE_CACHE: resolve('node_modules/.cache/plat-tests') }
const reporters = ['--test-reporter=spec', '--test-reporter-destination=stdout', '--test-reporter=tap']
const { status } = spawnSync(
  process.execPath,
  ['--test', concurrency, patience, ...reporters, `--test-reporter-destination=${tapFile}`, ...files],
  { stdio: 'inherit', timeout: WHOLE_MS, killSignal: 'SIGTERM', env },
)
const skipped = readFileSync(tapFile, 'utf8')
  .split('\n')
  .filter((line) => /^\s*(not )?ok \d+ .* # SKIP/.test(line))
rmSync(folder, { recursive: true })

if (process.env.CI && skipped.length > 0) {
  process.stderr.write(
    `Skipped here, where everything must run:\n${skipped.map((line) => `  ${line.trim()}\n`).join('')}`,
  )
  process.exit(1)
}
process.exit(status ?? 1)
