import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { programFile } from '../../kit/base/program.ts'

const BUILT = fileURLToPath(programFile('console/dist'))

/** The built files of the console by their path, with slashes; none where it has not been built. */
export function consoleFiles(folder = BUILT): ReadonlyMap<string, Uint8Array> {
  if (!existsSync(folder)) return new Map()
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(paths.map((path) => [path.slice(folder.length + 1).replaceAll(sep, '/'), readFileSync(path)]))
}
