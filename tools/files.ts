import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Returns the paths of all files below a folder that git tracks or would track. */
export function projectFiles(folder = '.'): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', folder], {
    encoding: 'utf8',
  })
  return listed.split('\n').filter((path) => path !== '' && existsSync(path))
}

export function sourceFiles(folder: string): string[] {
  return projectFiles(folder).filter((path) => /\.tsx?$/.test(path))
}

/** Prints the problems. Exits with 1 if there are any. */
export function report(check: string, problems: readonly string[]): void {
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  if (problems.length > 0) process.exitCode = 1
  else process.stdout.write(`${check}: no problems\n`)
}
