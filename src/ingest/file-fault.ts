import { CommandFault } from '../base/failure.ts'

/** A file that cannot be read: it is at fault, not the catalogue or the disk that this is on. */
export class FileFault extends CommandFault {}
