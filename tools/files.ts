import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Files of the project, tracked or about to be, below a folder; paths as git writes them. */
export function projectFiles(folder = '.'): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', folder], {
    encoding: 'utf8',
  })
  return listed.split('\n').filter((path) => path !== '' && existsSync(path))
}

export function sourceFiles(folder: string): string[] {
  return projectFiles(folder).filter((path) => path.endsWith('.ts'))
}

/** Prints what is wrong, and ends the process with 1 if anything is. */
export function report(check: string, problems: readonly string[]): void {
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  if (problems.length > 0) process.exitCode = 1
  else process.stdout.write(`${check}: nothing wrong\n`)
}
