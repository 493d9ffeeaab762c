import { CommandFault, EXIT } from '../../kit/base/failure.ts'

/**
 * Loads packages that operators install if they need them, and returns all of their exports. Throws a CommandFault with
 * the command that installs them. `problem`: the beginning of its sentence.
 */
export async function loadOptional<T>(packages: Readonly<Record<string, string>>, problem: string): Promise<T> {
  try {
    const modules = await Promise.all(Object.keys(packages).map((name) => import(name) as Promise<object>))
    return Object.assign({}, ...modules) as T // the packages document these types
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    const wanted = Object.entries(packages).map(([name, version]) => `${name}@${version}`)
    throw new CommandFault(
      `${problem} not installed: run "npm install --no-save ${wanted.join(' ')}" in Plat's folder, or unset the variable.`,
      EXIT.usage,
      { cause: error },
    )
  }
}
