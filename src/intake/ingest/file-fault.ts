import { CommandFault, EXIT } from '../../kit/base/failure.ts'

/** Thrown when a file cannot be read. The file is at fault, not the catalogue or its disk. */
export class FileFault extends CommandFault {}

/** Returns the fault of a file or mapping whose content cannot be used. */
export function dataFault(sentence: string, cause?: unknown): CommandFault {
  return new CommandFault(sentence, EXIT.data, cause === undefined ? undefined : { cause })
}
