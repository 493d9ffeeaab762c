import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..')

/** Everything that decides what this program answers, beside its data, its settings and the day. */
const FILES = ['package-lock.json', 'src/**/*.ts', 'reference/*.txt']

let made: string | undefined

/** A hash of this program's code, of the data that comes with it and of the version of Node. Takes some 50 ms once. */
export function programFingerprint(): string {
  made ??= fingerprint()
  return made
}

function fingerprint(): string {
  const sum = createHash('sha256').update(process.version)
  const files = globSync(FILES, { cwd: ROOT, exclude: (name) => name.endsWith('.test.ts') }).sort()
  for (const file of files) sum.update(`\n${file}\n`).update(readFileSync(join(ROOT, file)))
  return sum.digest('base64url')
}
