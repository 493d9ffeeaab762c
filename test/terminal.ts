import assert from 'node:assert/strict'
import { fixedClock } from '../src/kit/base/clock.ts'
import { CommandFault } from '../src/kit/base/failure.ts'
import { programFor } from '../src/running/cli/index.ts'
import type { Terminal } from '../src/running/terminal/terminal.ts'

/** A terminal for tests. It collects the lines that a command writes. */
export interface TrialTerminal extends Terminal {
  readonly printed: string[]
  readonly noted: string[]
}

export function trialTerminal(change: Partial<Terminal> = {}): TrialTerminal {
  const printed: string[] = []
  const noted: string[] = []
  return {
    environment: {},
    clock: fixedClock(0),
    interrupted: new AbortController().signal,
    watched: false,
    print: (line) => printed.push(line),
    note: (line) => noted.push(line),
    write: async () => {},
    overwrite: () => assert.fail('no progress is shown'),
    printed,
    noted,
    ...change,
  }
}

/** Runs a command as a new process would, and returns the lines that it wrote. Rejects with the command's fault. */
export async function runHere(
  [command = '', ...words]: readonly string[],
  terminal: TrialTerminal,
): Promise<{ readonly printed: string[]; readonly noted: string[] }> {
  await (await programFor(terminal, [command])).parseAsync([command, ...words], { from: 'user' })
  return { printed: terminal.printed, noted: terminal.noted }
}

export async function refused(command: Promise<unknown>, exitCode: number, sentence: RegExp): Promise<void> {
  await assert.rejects(command, (error) => {
    assert.ok(error instanceof CommandFault, String(error))
    assert.match(error.message, sentence)
    assert.equal(error.exitCode, exitCode)
    return true
  })
}
