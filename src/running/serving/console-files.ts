import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { programBytes, programFile } from '../../kit/base/program.ts'

const BUILT = 'console/dist'

/** Returns the built files of the console by path; an empty map if the console was not built. */
export function consoleFiles(): ReadonlyMap<string, Uint8Array> {
  const folder = fileURLToPath(programFile(BUILT))
  if (!existsSync(folder)) return new Map()
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
  const files = entries.filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
  return new Map(paths.map((path) => [path, programBytes(`${BUILT}/${path}`)]))
}
