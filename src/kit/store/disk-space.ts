import { statfsSync } from 'node:fs'
import { CommandFault, EXIT } from '../base/failure.ts'
import { inMb, quote } from '../base/sentence.ts'

/** Throws a CommandFault unless the disk of `folder` has this many bytes free. `purpose` begins the message. */
export function requireDiskSpace(folder: string, bytes: number, purpose: string): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize >= bytes) return
  throw new CommandFault(
    `${purpose} may need ${inMb(bytes)}, and the disk of ${quote(folder)} has ${inMb(bavail * bsize)} free: free some space and run the command again. Nothing was changed.`,
    EXIT.cannotWrite,
  )
}
