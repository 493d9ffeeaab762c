import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { CommandFault, EXIT } from './failure.ts'
import { IS_BUNDLE, programFile } from './program.ts'

/**
 * Finds packages in the folder `optional` of Plat's folder. There, `npm ci` does not remove them, and npm installs them
 * although package.json lists them as optional peers.
 */
const installed = createRequire(programFile(IS_BUNDLE ? '../optional/' : 'optional/'))

/**
 * Loads packages that operators install if they need them, and returns all of their exports. Throws a CommandFault with
 * the command that installs them. `need`: the beginning of its sentence.
 */
export async function loadOptional<T>(packages: Readonly<Record<string, string>>, need: string): Promise<T> {
  try {
    return Object.assign({}, ...(await Promise.all(Object.keys(packages).map(load)))) as T // the packages document these types
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error
    const wanted = Object.entries(packages).map(([name, version]) => `${name}@${version}`)
    const command = `npm install --prefix optional ${wanted.join(' ')}`
    throw new CommandFault(`${need}: run "${command}" in Plat's folder.`, EXIT.usage, { cause: error })
  }
}

/** Loads a package from beside Plat, or else from the folder `optional`. */
async function load(name: string): Promise<object> {
  try {
    return (await import(name)) as object
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    return (await import(pathToFileURL(installed.resolve(name)).href)) as object
  }
}
