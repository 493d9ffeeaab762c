import { CommandFault, type FailureCode, Fault, type FaultExtras } from '../base/failure.ts'

/**
 * The parts of a failure that are sent between threads. An error sent directly would lose its class and its own
 * properties.
 */
export type SentFailure =
  | { readonly fault: FailureCode; readonly message: string; readonly extras: FaultExtras }
  | { readonly exitCode: number; readonly message: string }
  | { readonly error: unknown; readonly code: unknown }

export function sent(error: unknown): SentFailure {
  if (error instanceof Fault) return { fault: error.code, message: error.message, extras: error.extras }
  if (error instanceof CommandFault) return { exitCode: error.exitCode, message: error.message }
  return { error, code: error instanceof Error && 'code' in error ? error.code : undefined }
}

export function received(failure: SentFailure): unknown {
  if ('fault' in failure) return new Fault(failure.fault, failure.message, failure.extras)
  if ('exitCode' in failure) return new CommandFault(failure.message, failure.exitCode)
  const { error, code } = failure
  return error instanceof Error && code !== undefined ? Object.assign(error, { code }) : error
}

export type Outcome = { readonly answer: unknown } | { readonly failure: SentFailure }

export async function outcomeOf(answer: () => unknown): Promise<Outcome> {
  try {
    return { answer: await answer() }
  } catch (error) {
    return { failure: sent(error) }
  }
}
