import { existsSync } from 'node:fs'
import { CommandFault, EXIT } from './failure.ts'
import type { Reading } from './store-check.ts'
import { wayOut } from './store-fault.ts'
import { findingsIn, type StoreFormat } from './store-file.ts'

/** The result of reading all of a store. */
export interface StoreReport {
  readonly noun: string
  readonly path: string
  /** What is wrong, a sentence each. */
  readonly findings: readonly string[]
  /** What to do about it. */
  readonly advice: string
}

/**
 * Reads all of a store; undefined when there is none. Throws a CommandFault where reading it is not possible for
 * another reason than what is in it.
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
    if (!(cause instanceof Error)) return { ...report, findings: [message], advice: '' } // it says what to do
    return { ...report, findings: [cause.message] } // not even its beginning can be read
  }
}
