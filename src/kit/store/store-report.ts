import { existsSync } from 'node:fs'
import { CommandFault, EXIT } from '../base/failure.ts'
import type { Reading } from './store-check.ts'
import { wayOut } from './store-fault.ts'
import { findingsIn, type StoreFormat } from './store-file.ts'

export interface StoreReport {
  readonly noun: string
  readonly path: string
  /** Lists the problems, a sentence each. */
  readonly findings: readonly string[]
  /** Advice on what to do about them. */
  readonly advice: string
}

/**
 * Reads all of a store; undefined when there is none. Throws a CommandFault if it cannot be read for a reason other
 * than its contents.
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
