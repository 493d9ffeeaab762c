import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { projectFiles } from './files.ts'
import type { ImportGraph } from './import-circles.ts'
import { importGraph } from './import-graph.ts'

/** Whether a trial does more in a long run. Such trials import `test/long-run.ts`. */
export function isLongTrial(path: string): boolean {
  return path.endsWith('.trial.test.ts') && readFileSync(path, 'utf8').includes('/long-run.ts')
}

/** Lists the long trials that depend on files that changed since a revision. */
export function longTrialsAdvice(since: string): string {
  const changed = new Set(changedSince(since))
  const graph = importGraph('src', 'sample', 'test', 'attack', 'bench', 'client', 'console')
  const trials = projectFiles().filter((path) => isLongTrial(path) && reaches(graph, path, changed))
  if (trials.length === 0) return `No long trial reaches a file that was changed since ${since}.`
  return `Long trials that reach files changed since ${since}:\n  npm run trials -- --long ${trials.join(' ')}`
}

/**
 * Returns the commit at which the branch began. If it is unknown, returns the parent of the last commit, or `HEAD`
 * without a parent.
 */
export function baseRevision(): string {
  for (const words of [
    ['merge-base', 'HEAD', 'origin/main'],
    ['rev-parse', '--verify', 'HEAD~1'],
  ]) {
    try {
      return git(...words)[0]?.slice(0, 10) ?? 'HEAD'
    } catch {} // no such branch or commit exists
  }
  return 'HEAD'
}

/** Returns the files that changed since a revision: committed, not committed, and new files. */
function changedSince(revision: string): readonly string[] {
  return [...git('diff', '--name-only', revision), ...git('ls-files', '--others', '--exclude-standard')]
}

function git(...words: readonly string[]): readonly string[] {
  const output = execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  return output.split('\n').filter((line) => line !== '')
}

function reaches(graph: ImportGraph, from: string, targets: ReadonlySet<string>): boolean {
  const seen = new Set([from])
  for (const path of seen) for (const target of graph.get(path) ?? []) seen.add(target)
  return [...seen].some((path) => targets.has(path))
}
