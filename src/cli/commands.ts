import type { Command } from 'commander'
import type { Terminal } from './terminal.ts'

/**
 * Every command by its name, in the order of the help. Only the one that is asked for is loaded: a third of the time
 * that one new row takes went into loading what other commands need.
 */
export const COMMANDS: Readonly<Record<string, (terminal: Terminal) => Promise<Command>>> = {
  serve: async (terminal) => (await import('./serve.ts')).serveCommand(terminal),
  mcp: async (terminal) => (await import('./mcp.ts')).mcpCommand(terminal),
  sample: async (terminal) => (await import('./sample.ts')).sampleCommand(terminal),
  inspect: async (terminal) => (await import('./inspect.ts')).inspectCommand(terminal),
  import: async (terminal) =>
    (await import('./import.ts')).importCommand(terminal).summary('bring your own files into the catalogue'),
  sync: async (terminal) => (await import('./sync.ts')).syncCommand(terminal).summary('follow a RESO Web API server'),
  sources: async (terminal) =>
    (await import('./sources.ts'))
      .sourcesCommand(terminal)
      .summary('see what came from which source, and remove a source'),
  export: async (terminal) => (await import('./export.ts')).exportCommand(terminal),
  keys: async (terminal) =>
    (await import('./keys.ts')).keysCommand(terminal).summary('make, list, rotate and revoke API keys'),
  credits: async (terminal) =>
    (await import('./credits.ts')).creditsCommand(terminal).summary('give a key more credits than its plan has'),
  plans: async (terminal) =>
    (await import('./plans.ts')).plansCommand(terminal).summary('see and change the plans that nodes share'),
  explain: async (terminal) => (await import('./explain.ts')).explainCommand(terminal),
  check: async (terminal) => (await import('./check.ts')).checkCommand(terminal),
  doctor: async (terminal) => (await import('./doctor.ts')).doctorCommand(terminal),
  cluster: async (terminal) =>
    (await import('./cluster.ts')).clusterCommand(terminal).summary('distribute searches over PostgreSQL servers'),
  backup: async (terminal) => (await import('./backup.ts')).backupCommand(terminal),
  restore: async (terminal) => (await import('./restore.ts')).restoreCommand(terminal),
  move: async (terminal) => (await import('./move.ts')).moveCommand(terminal),
  upgrade: async (terminal) => (await import('./upgrade.ts')).upgradeCommand(terminal),
  people: async (terminal) =>
    (await import('./people.ts')).peopleCommand(terminal).summary('withhold and erase people, see who asked for whom'),
}

/** The commands that may be meant: the one that is named, or all of them, for help and to correct slips. */
export function commandsMeant(words: readonly string[]): readonly string[] {
  const [name = ''] = words.filter((word) => word !== 'help')
  return Object.hasOwn(COMMANDS, name) ? [name] : Object.keys(COMMANDS)
}
