import { stat } from 'node:fs/promises'
import { CommandFault, EXIT } from '../../base/failure.ts'

/** Size in bytes of a readable, non-empty file. Throws a one-sentence CommandFault otherwise. */
export async function sizeOf(file: string, expected = 'a header and rows'): Promise<number> {
  try {
    const status = await stat(file)
    if (status.isDirectory()) throw new CommandFault(`Cannot read "${file}": it is a folder, not a file.`, EXIT.noInput)
    if (status.isFile() && status.size === 0)
      throw new CommandFault(`"${file}" is empty: expected ${expected}.`, EXIT.data)
    return status.size
  } catch (error) {
    throw fileFault(file, error)
  }
}

/** Turns a file error into a one-sentence CommandFault; returns other errors unchanged. */
export function fileFault(file: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  const why = {
    ENOENT: 'there is no such file',
    ENOTDIR: 'there is no such file',
    EACCES: 'permission denied',
    EPERM: 'permission denied',
  }[code ?? '']
  if (why) return new CommandFault(`Cannot read "${file}": ${why}.`, EXIT.noInput, { cause: error })
  if (code?.startsWith('E') && error instanceof Error && 'syscall' in error) {
    return new CommandFault(`Cannot read "${file}": the system says ${code}.`, EXIT.io, { cause: error })
  }
  return error
}
