import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { builtText, programFile } from '../../../kit/base/program.ts'

/** Everything that decides what this program answers, beside its data, its settings and the day. */
const FILES = ['package-lock.json', 'src/**/*.{ts,sql,ndjson}', 'reference/*.txt', 'mappings/*.yaml']

let read: string | undefined

/**
 * A hash of this program's code and of the data that comes with it. It is the same for the sources, for the bundle and
 * on every machine, so that all nodes of one version give the same ETags.
 */
export function programFingerprint(): string {
  read ??= builtText('fingerprint', sourcesFingerprint)
  return read
}

/** The hash of the sources, which takes some 150 ms. */
export function sourcesFingerprint(): string {
  const sum = createHash('sha256')
  const cwd = fileURLToPath(programFile('.'))
  const files = globSync(FILES, { cwd, exclude: (name) => name.endsWith('.test.ts') }).sort()
  for (const file of files) sum.update(`\n${file}\n`).update(readFileSync(programFile(file)))
  return sum.digest('base64url')
}
