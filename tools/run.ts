import { spawnSync } from 'node:child_process'

/** Runs a command and returns its output. Ends the process with the command's messages if it fails. */
export function run(command: string, words: readonly string[], cwd = '.'): string {
  const { status, stdout, stderr, error } = spawnSync(command, words, { cwd, encoding: 'utf8', maxBuffer: 2 ** 27 })
  if (status === 0) return stdout
  process.stderr.write(`${command} ${words.join(' ')} failed: ${error?.message ?? `${stdout}${stderr}`}\n`)
  process.exit(1)
}
