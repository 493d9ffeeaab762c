import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CommandFault, EXIT } from '../base/failure.ts'
import { nearestName, quote } from '../base/sentence.ts'
import { type Mapping, readMapping } from './mapping.ts'

/** The mappings that come with the project. */
const MAPPINGS_FOLDER = fileURLToPath(new URL('../../mappings/', import.meta.url))

/** Names of the mappings that come with the project. */
export function mappingNames(): string[] {
  return readdirSync(MAPPINGS_FOLDER)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => basename(file, '.yaml'))
    .sort()
}

/**
 * Reads a mapping: one that comes with the project, by its name, or a file of one's own, told by its `.yaml`, `.yml` or
 * a slash in it. Throws a CommandFault of one sentence when there is none, or something is wrong with it.
 */
export function loadMapping(nameOrFile: string): Mapping {
  const isFile = /\.ya?ml$|[\\/]/i.test(nameOrFile)
  const names = mappingNames()
  if (!isFile && !names.includes(nameOrFile)) {
    const nearest = nearestName(nameOrFile, names)
    const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
    throw new CommandFault(
      `There is no mapping ${quote(nameOrFile)}: accepted are ${names.join(', ')}, or a file such as ./my.yaml.${hint}`,
      EXIT.data,
    )
  }
  const file = isFile ? nameOrFile : join(MAPPINGS_FOLDER, `${nameOrFile}.yaml`)
  return readMapping(readText(file), isFile ? file : `mappings/${nameOrFile}.yaml`)
}

function readText(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = REASONS[code ?? ''] ?? `the system says ${code}`
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
