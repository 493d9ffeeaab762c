import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { builtText, programFile } from '../../../kit/base/program.ts'

/** The files that, with the catalog, the settings and the date, determine every answer. */
const FILES = ['package-lock.json', 'src/**/*.{ts,sql,ndjson}', 'reference/*.txt', 'mappings/*.yaml']

let read: string | undefined

/**
 * Returns a hash of the code and the built-in data. The hash is the same on every machine, from source files or from
 * the bundle, so all nodes of a version give the same ETags.
 */
export function programFingerprint(): string {
  read ??= builtText('fingerprint', sourcesFingerprint)
  return read
}

/** Computes the hash from the source files, in about 150 ms. */
export function sourcesFingerprint(): string {
  const sum = createHash('sha256')
  const cwd = fileURLToPath(programFile('.'))
  const files = globSync(FILES, { cwd, exclude: (name) => name.endsWith('.test.ts') }).sort()
  for (const file of files) sum.update(`\n${file}\n`).update(readFileSync(programFile(file)))
  return sum.digest('base64url')
}
