import { existsSync } from 'node:fs'
import { CommandFault, EXIT } from '../base/failure.ts'
import type { Reading } from './store-check.ts'
import { wayOut } from './store-fault.ts'
import { findingsIn, type StoreFormat } from './store-file.ts'

export interface StoreReport {
  readonly noun: string
  readonly path: string
  /** One sentence per problem. */
  readonly findings: readonly string[]
  /** What to do about the problems. */
  readonly advice: string
}

/**
 * Reads a whole store and reports its problems; undefined if there is no store. Throws a CommandFault if the store
 * cannot be read for a reason other than its contents.
 */
export function reportOn(
  path: string,
  format: StoreFormat,
  onProgress?: (reading: Reading) => void,
): StoreReport | undefined {
  if (!existsSync(path)) return undefined
  const report = { noun: format.noun, path, advice: wayOut(path, format) }
  try {
    return { ...report, findings: findingsIn(path, format, onProgress) }
  } catch (error) {
    if (!(error instanceof CommandFault && error.exitCode === EXIT.data)) throw error
    const { cause, message } = error
    // the message already says what to do
    if (!(cause instanceof Error)) return { ...report, findings: [message], advice: '' }
    return { ...report, findings: [cause.message] } // not even the beginning of the file can be read
  }
}
