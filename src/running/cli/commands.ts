import type { Command } from 'commander'
import type { Terminal } from '../terminal/terminal.ts'

/**
 * Every command by its name, in the order of the help. Only the requested one is loaded: loading what other commands
 * need took a third of the time for importing one row.
 */
export const COMMANDS: Readonly<Record<string, (terminal: Terminal) => Promise<Command>>> = {
  serve: async (terminal) => (await import('../commands/serve.ts')).serveCommand(terminal),
  mcp: async (terminal) => (await import('../commands/mcp.ts')).mcpCommand(terminal),
  sample: async (terminal) => (await import('../commands/sample.ts')).sampleCommand(terminal),
  inspect: async (terminal) => (await import('../commands/inspect.ts')).inspectCommand(terminal),
  import: async (terminal) =>
    (await import('../commands/import.ts')).importCommand(terminal).summary('bring your own files into the catalogue'),
  sync: async (terminal) =>
    (await import('../commands/sync.ts')).syncCommand(terminal).summary('follow a RESO Web API server'),
  sources: async (terminal) =>
    (await import('../commands/sources.ts'))
      .sourcesCommand(terminal)
      .summary('see what came from which source, and remove a source'),
  export: async (terminal) => (await import('../commands/export.ts')).exportCommand(terminal),
  keys: async (terminal) =>
    (await import('../commands/keys.ts')).keysCommand(terminal).summary('make, list, rotate and revoke API keys'),
  credits: async (terminal) =>
    (await import('../commands/credits.ts'))
      .creditsCommand(terminal)
      .summary('give a key more credits than its plan has'),
  plans: async (terminal) =>
    (await import('../commands/plans.ts')).plansCommand(terminal).summary('see and change the plans that nodes share'),
  explain: async (terminal) => (await import('../commands/explain.ts')).explainCommand(terminal),
  check: async (terminal) => (await import('../commands/check.ts')).checkCommand(terminal),
  doctor: async (terminal) => (await import('../commands/doctor.ts')).doctorCommand(terminal),
  backup: async (terminal) => (await import('../commands/backup.ts')).backupCommand(terminal),
  restore: async (terminal) => (await import('../commands/restore.ts')).restoreCommand(terminal),
  move: async (terminal) => (await import('../commands/move.ts')).moveCommand(terminal),
  upgrade: async (terminal) => (await import('../commands/upgrade.ts')).upgradeCommand(terminal),
  people: async (terminal) =>
    (await import('../commands/people.ts'))
      .peopleCommand(terminal)
      .summary('withhold and erase people, see who asked for whom'),
}

/** Returns the commands that may be meant: the named one, or all of them for help and for suggestions. */
export function commandsMeant(words: readonly string[]): readonly string[] {
  const [name = ''] = words.filter((word) => word !== 'help')
  return Object.hasOwn(COMMANDS, name) ? [name] : Object.keys(COMMANDS)
}
