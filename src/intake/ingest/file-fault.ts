import { CommandFault, EXIT } from '../../kit/base/failure.ts'

/** Thrown if a file is unreadable. The file is at fault, not the catalog or its disk. */
export class FileFault extends CommandFault {}

/** Returns the fault of a file or mapping whose content cannot be used. */
export function dataFault(sentence: string, cause?: unknown): CommandFault {
  return new CommandFault(sentence, EXIT.data, cause === undefined ? undefined : { cause })
}

/** Returns the fault of a file that is cut off or damaged. */
export function damaged(file: string, why: string, cause?: unknown): CommandFault {
  return dataFault(`"${file}" is damaged or cut off: ${why}; nothing was imported.`, cause)
}

/**
 * Runs a reader of a binary format. An error of the reader means that the file is damaged; `why` describes the error.
 */
export async function orDamaged<T>(
  file: string,
  work: () => Promise<T>,
  why = (error: Error) => error.message,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CommandFault || !(error instanceof Error)) throw error
    throw damaged(file, why(error), error)
  }
}
