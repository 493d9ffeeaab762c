import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { programFile } from '../../kit/base/program.ts'
import { nearestName, quote } from '../../kit/base/sentence.ts'
import { dataFault } from './file-fault.ts'
import { type Mapping, readMapping } from './mapping.ts'

const MAPPINGS_FOLDER = fileURLToPath(programFile('mappings/'))

/** Returns the names of the built-in mappings. */
export function mappingNames(): string[] {
  return readdirSync(MAPPINGS_FOLDER)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => basename(file, '.yaml'))
    .sort()
}

/**
 * Reads a built-in mapping by name, or a mapping file. Names that contain a slash or end in `.yaml` or `.yml` are
 * files. Throws a one-sentence CommandFault if the mapping does not exist or is invalid.
 */
export function loadMapping(nameOrFile: string): Mapping {
  const isFile = /\.ya?ml$|[\\/]/i.test(nameOrFile)
  const names = mappingNames()
  if (!isFile && !names.includes(nameOrFile)) {
    const file = [`./${nameOrFile}.yaml`, `./${nameOrFile}.yml`].find((path) => existsSync(path))
    const nearest = file ?? nearestName(nameOrFile, names)
    const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
    throw dataFault(
      `There is no mapping ${quote(nameOrFile)}.${hint} The mapping must be a file such as ./my.yaml, or one of ${names.join(', ')}.`,
    )
  }
  if (isFile) return readMapping(readText(nameOrFile), nameOrFile)
  const text = () => readText(join(MAPPINGS_FOLDER, `${nameOrFile}.yaml`))
  const mapping = builtIn.get(nameOrFile) ?? readMapping(text(), `mappings/${nameOrFile}.yaml`)
  builtIn.set(nameOrFile, mapping)
  return mapping
}

/** Cache of built-in mappings. Inspecting a file compares it with all of them. */
const builtIn = new Map<string, Mapping>()

function readText(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = REASONS[code ?? ''] ?? `the system reports ${code}`
    const exitCode = code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? EXIT.data : EXIT.noInput
    throw new CommandFault(`Cannot read the mapping "${file}": ${why}.`, exitCode, { cause: error })
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder, not a file',
  EACCES: 'permission denied',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8',
}
