import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { isLack, needs } from '../test/needs.ts'
import { SERVER_OF_RUN, startServer } from '../test/postgres/server.ts'
import { ensureCurrentBuild } from './current-build.ts'
import { projectFiles } from './files.ts'
import { isLongTrial } from './long-trials.ts'

/**
 * `npm test` runs the quick tests, which take 140 seconds of processor time.
 *
 * `npm run trials` runs all other tests, `*.trial.test.ts`: attacks, oracles, databases, browsers and killed programs.
 * `npm run trials -- --long` runs only the trials that can run longer, at full length.
 *
 * Words select tests by path, as in `npm test -- locate`. If CI is set, skipped tests fail the run, unless the machine
 * lacks what they need.
 */
const isTrials = process.argv.includes('--trials')
const isLong = process.argv.includes('--long')
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const files = projectFiles()
  .filter((path) => path.endsWith('.test.ts'))
  .filter((path) => words.length > 0 || path.endsWith('.trial.test.ts') === isTrials)
  .filter((path) => words.length === 0 || words.some((word) => path.includes(word)))
  .filter((path) => !isLong || isLongTrial(path))
if (files.length === 0) {
  process.stderr.write(
    `No ${isLong ? 'long trial' : 'test'} has ${words.map((word) => JSON.stringify(word)).join(' or ')} in its path.\n`,
  )
  process.exit(1)
}

/** Tests of the clients and the console import generated files, so these are made first. */
if (!existsSync('client/src/generated/operations.ts')) {
  process.stderr.write('The generated parts of the clients are missing: run "npm run client".\n')
  process.exit(1)
}

/** Trials start the built program, so it must match the sources. */
if (files.some((path) => path.endsWith('.trial.test.ts'))) ensureCurrentBuild()

/** Matches test files that measure or change their process. They run in separate processes. */
const ALONE = /node:(v8|vm)\b|process\.memoryUsage|syncBuiltinESMExports/
/**
 * The number of test files per process. Neighboring files import mostly the same modules, and loading these takes
 * longer than a small test.
 */
const TOGETHER = 32
const together = files.filter((path) => !path.endsWith('.trial.test.ts') && !ALONE.test(readFileSync(path, 'utf8')))
const alone = files.filter((path) => !together.includes(path))

/** Quick tests store their files in memory if possible, so that a busy disk does not slow them down. */
const MEMORY = '/dev/shm'
const ROOM_BYTES = 256 * 2 ** 20
const isQuick = !files.some((path) => path.endsWith('.trial.test.ts'))
const isInMemory = isQuick && existsSync(MEMORY) && roomIn(MEMORY) > ROOM_BYTES
const folder = mkdtempSync(join(isInMemory ? MEMORY : tmpdir(), 'plat-test-'))
if (isInMemory) {
  chmodSync(folder, 0o711) // some tests run as another user
  process.env.TMPDIR = folder
}
function roomIn(path: string): number {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}

/**
 * Files that take about a minute, or a quarter of a minute among the quick tests. They start first, so that no processor
 * is idle at the end.
 */
const LONGEST =
  /^attack|postgres\/postgres\.|e2e\/(workers|start|inherited|postgres)|sync\/plat|search\/king|console\/(search|changes|views|acc)|generators\/\w+\.trial|withheld\/|every-answer|docs\/commands|embedded\/embedded\.|draft-classes|odata\/core\./
function longestFirst(one: readonly string[], other: readonly string[]): number {
  const [isFirst, isOther] = [one, other].map((paths) => paths.some((path) => LONGEST.test(path)))
  return Number(isOther) - Number(isFirst)
}

const parts = Array.from({ length: Math.ceil(together.length / TOGETHER) }, (_, nth) =>
  together.slice(nth * TOGETHER, (nth + 1) * TOGETHER),
)
const groups = parts.sort(longestFirst).map((paths) => {
  const [from, to] = [paths[0], paths.at(-1)].map((path) => path?.replaceAll('/', '-'))
  const group = join(folder, `${from}-to-${to}.mjs`)
  writeFileSync(group, `import { describe } from 'node:test'\n${paths.map(suiteOf).join('')}`)
  return group
})
/** Makes each file a suite of its own, so that its hooks run only for its own tests. */
function suiteOf(path: string): string {
  const [name, url] = [path, pathToFileURL(path).href].map((text) => JSON.stringify(text))
  return `describe(${name}, () => import(${url}))\n`
}

const ordered = [...groups, ...alone.toSorted((one, other) => longestFirst([one], [other]))]

/** The time limit of the whole run. It is below CI's own limit, so that a hanging run is reported. */
const WHOLE_MS = (isLong ? 360 : 36) * 60_000
const FILE_MS = (isLong ? 120 : isTrials ? 15 : 5) * 60_000
if (isLong) process.env.TRIALS = 'long'
process.env.TEST_SAMPLES = join(folder, 'samples')
mkdirSync(process.env.TEST_SAMPLES)
/** One PostgreSQL server for the whole run. Each test file uses its own databases. */
const postgres =
  !needs('PostgreSQL').skip && files.some((path) => readFileSync(path, 'utf8').includes('openDatabases'))
    ? await startServer({ max_connections: '300' })
    : undefined
if (postgres !== undefined) process.env[SERVER_OF_RUN] = postgres.url()
// Processes share compiled code.
process.env.NODE_COMPILE_CACHE = resolve('node_modules/.cache/plat-tests')
const results = run({
  files: ordered.map((path) => resolve(path)),
  // More than the number of processors, because tests also wait for disks and timers. Trials wait most of their time.
  concurrency: isQuick ? availableParallelism() + 1 : 2 * availableParallelism() + 1,
  execArgv: ['--single-threaded-gc'], // garbage collection threads would slow down other tests
  timeout: FILE_MS,
  signal: AbortSignal.timeout(WHOLE_MS),
})
const skipped: string[] = []
let isWell = false
results.on('test:pass', ({ name, file, skip }) => {
  if (skip !== undefined && !isLack(skip)) skipped.push(`${file}: ${name}: ${skip}`)
})
results.on('test:summary', ({ file, success }) => {
  if (file === undefined) isWell = success
})
/** The seconds that each test file takes. The longest are printed, to show what makes a run slow. */
const seconds = new Map<string, number>()
for (const ended of ['test:pass', 'test:fail'] as const)
  results.on(ended, ({ name, file = '', nesting, details: { duration_ms } }) => {
    const path = groups.includes(file) ? name : relative('.', file)
    if (nesting === 0) seconds.set(path, (seconds.get(path) ?? 0) + duration_ms / 1000)
  })
await pipeline(results, new spec(), process.stdout, { end: false })
await postgres?.remove()
rmSync(folder, { recursive: true })
const longest = [...seconds].sort(([, one], [, other]) => other - one).slice(0, 20)
const lines = longest.map(([path, took]) => `${Math.round(took)}\t${path}\n`)
process.stdout.write(`Seconds of the longest files:\n${lines.join('')}`)

if (process.env.CI && skipped.length > 0) {
  process.stderr.write(
    `Skipped, though nothing that they need is missing here:\n${skipped.map((line) => `  ${line}\n`).join('')}`,
  )
  isWell = false
}
process.exit(isWell ? 0 : 1)
