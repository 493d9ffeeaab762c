import { EXIT } from '../../../kit/base/failure.ts'
import { FileFault } from '../file-fault.ts'

/** Turns an error of the file system into a one-sentence FileFault. Returns other errors unchanged. */
export function fileFault(file: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  const why = {
    ENOENT: 'there is no such file',
    ENOTDIR: 'there is no such file',
    EACCES: 'permission denied',
    EPERM: 'permission denied',
  }[code ?? '']
  if (why) return new FileFault(`Cannot read "${file}": ${why}.`, EXIT.noInput, { cause: error })
  if (code?.startsWith('E') && error instanceof Error && 'syscall' in error) {
    return new FileFault(`Cannot read "${file}": the system reports ${code}.`, EXIT.io, { cause: error })
  }
  return error
}
