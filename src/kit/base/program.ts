import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'

/** Whether this program is the bundle in `dist/`, which contains scripts in place of the TypeScript files of `src/`. */
export const IS_BUNDLE = !import.meta.url.endsWith('.ts')

/** The root of the checkout, or `dist/`, which contains copies of the files that the program reads. */
const ROOT = new URL(IS_BUNDLE ? './' : '../../../', import.meta.url)

/** Returns the URL of a file or folder that comes with the program, such as `reference/zips.txt`. */
export function programFile(path: string): URL {
  return new URL(path, ROOT)
}

/**
 * Returns the URL of a module that is loaded by its URL, such as a thread's main module:
 * `kit/store/store-writer-thread`. The build bundles a module into its own file if the module's path is a literal
 * argument of this function.
 */
export function moduleFile(path: string): URL {
  return new URL(IS_BUNDLE ? `${basename(path)}.js` : `src/${path}.ts`, ROOT)
}

export function programVersion(): string {
  // the file comes with the program, so its shape is known
  return (JSON.parse(readFileSync(programFile('package.json'), 'utf8')) as { version: string }).version
}

/** Returns the bytes of a file that comes with the program. Threads started afterwards share these bytes. */
export function programBytes(path: string): Buffer {
  const shared = getEnvironmentData(path)
  if (shared instanceof SharedArrayBuffer) return Buffer.from(shared)
  const file = openSync(programFile(path), 'r')
  try {
    const memory = new SharedArrayBuffer(fstatSync(file).size)
    const bytes = Buffer.from(memory)
    for (let at = 0; at < bytes.length; ) {
      const read = readSync(file, bytes, at, bytes.length - at, null)
      if (read === 0) throw new Error(`${path} became shorter while it was read`)
      at += read
    }
    setEnvironmentData(path, memory)
    return bytes
  } finally {
    closeSync(file)
  }
}

/**
 * Returns a string that the build has stored. Without a build, returns the result of `make`, which must be the same
 * string.
 */
export function builtText(name: string, make: () => string): string {
  return IS_BUNDLE ? programBytes(`made/${name}`).toString() : make()
}

/** Reads the files that every thread needs. Threads that start afterwards share the memory. */
export function readShared(): void {
  const made = IS_BUNDLE ? readdirSync(programFile('made')).map((name) => `made/${name}`) : []
  for (const path of ['reference/post.txt', 'reference/cities.txt', 'reference/zips.txt', ...made]) programBytes(path)
}
