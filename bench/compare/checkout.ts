import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Figure } from '../harness/figures.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDER = fileURLToPath(new URL('../data/compare/', import.meta.url))

/** The files of the bench, and the test files that the bench needs. */
const YARDSTICK = ['bench', 'test/engine/random.ts', 'test/e2e/program.ts', 'test/addresses', 'test/example-queries.ts']

/** A checkout of a commit. Its bench stores samples and databases in the same folder. */
export interface Checkout {
  readonly commit: string
  readonly path: string
}

/** Returns the full id of a commit. `name` is an id, a branch or a tag. */
export function commitOf(name: string): string {
  const { stdout, status } = git(ROOT, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`])
  if (status !== 0) throw new RangeError(`"${name}" must be a commit of this repository.`)
  return stdout.trim()
}

/**
 * Checks out a commit, or finds an earlier checkout. Unless `ownBench` is set, replaces the commit's bench by the
 * current one, so that both commits are measured in the same way.
 */
export function checkOut(commit: string, ownBench: boolean, note: (text: string) => void): Checkout {
  const path = `${FOLDER}${commit.slice(0, 12)}`
  if (!existsSync(`${path}/package.json`)) {
    note(`Checking out ${commit.slice(0, 12)} in ${path} …`)
    requireDone(git(ROOT, ['worktree', 'add', '--detach', '--force', path, commit]), 'git worktree add')
  }
  requireDone(git(path, ['checkout', '--force', commit, '--', '.']), 'git checkout')
  if (!ownBench) takeYardstick(path)
  ensureModules(path, note)
  return { commit, path }
}

/** Runs a bench in a checkout, and returns its figures. The bench reports its progress on standard error. */
export function runBench({ commit, path }: Checkout, words: readonly string[]): Figure[] {
  const { stdout, status } = spawnSync(process.execPath, ['bench/main.ts', ...words], {
    cwd: path,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 2],
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`bench ${words.join(' ')} has failed on ${commit}: it ended with ${status}`)
  return (JSON.parse(stdout) as { figures: Figure[] }).figures // every bench prints this form with `--json`
}

/** Removes all checkouts with their samples and databases. */
export function removeCheckouts(): void {
  for (const name of existsSync(FOLDER) ? readdirSync(FOLDER) : []) {
    git(ROOT, ['worktree', 'remove', '--force', '--force', `${FOLDER}${name}`])
    rmSync(`${FOLDER}${name}`, { recursive: true, force: true })
  }
  git(ROOT, ['worktree', 'prune'])
}

function takeYardstick(path: string): void {
  const { stdout } = git(ROOT, ['ls-files', '--cached', '--others', '--exclude-standard', ...YARDSTICK])
  for (const file of stdout.split('\n').filter((name) => existsSync(`${ROOT}${name}`) && name !== '')) {
    mkdirSync(dirname(`${path}/${file}`), { recursive: true })
    copyFileSync(`${ROOT}${file}`, `${path}/${file}`)
  }
}

/**
 * Links the packages that are installed here, if the commit requires the same packages. Otherwise, installs the
 * commit's packages.
 */
function ensureModules(path: string, note: (text: string) => void): void {
  if (existsSync(`${path}/node_modules`)) return
  if (lockOf(ROOT) === lockOf(path)) linkModules(`${ROOT}node_modules`, `${path}/node_modules`)
  else {
    note(`Installing packages in ${path} …`)
    requireDone(spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: path, encoding: 'utf8' }), 'npm ci')
  }
}

function lockOf(path: string): string {
  return readFileSync(`${path}/package-lock.json`, 'utf8')
}

function linkModules(from: string, to: string): void {
  if (existsSync(from) && !existsSync(to)) symlinkSync(from, to)
}

function git(path: string, words: readonly string[]) {
  return spawnSync('git', ['-C', path, ...words], { encoding: 'utf8' })
}

function requireDone({ status, stderr }: { readonly status: number | null; readonly stderr: string }, what: string) {
  if (status !== 0) throw new Error(`${what} failed: ${stderr}`)
}
