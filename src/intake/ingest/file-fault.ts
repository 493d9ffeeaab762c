import { CommandFault } from '../../kit/base/failure.ts'

/** Thrown when a file cannot be read. The file is at fault, not the catalogue or its disk. */
export class FileFault extends CommandFault {}
