import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { sourceFiles } from './files.ts'
import type { ImportGraph } from './import-circles.ts'

const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g

/** Returns for each file in these folders which files it imports, including imports of types. */
export function importGraph(...folders: readonly string[]): ImportGraph {
  return new Map(folders.flatMap(sourceFiles).map((path) => [path, importsOf(path)]))
}

function importsOf(path: string): string[] {
  const targets = Array.from(readFileSync(path, 'utf8').matchAll(IMPORT), (match) => match[1] ?? '')
  return targets.map((target) => normalize(join(dirname(path), target)))
}
