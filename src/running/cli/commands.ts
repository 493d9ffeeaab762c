import type { CommandGroup, ListedCommand, SingleCommand } from '../terminal/command.ts'

interface Loaded extends ListedCommand {
  readonly load: () => Promise<{ readonly COMMAND: SingleCommand | CommandGroup }>
}

/** Every command by its name, in the order of the help. A call loads only the command that it names. */
export const COMMANDS: Readonly<Record<string, Loaded>> = {
  serve: {
    usage: 'serve',
    summary: 'answer HTTP calls',
    load: () => import('../commands/serve.ts'),
  },
  mcp: {
    usage: 'mcp',
    summary: 'let an agent on this machine ask, over standard input and output',
    load: () => import('../commands/mcp.ts'),
  },
  sample: {
    usage: 'sample',
    summary: 'make a catalogue of invented homes',
    load: () => import('../commands/sample.ts'),
  },
  inspect: {
    usage: 'inspect <file>',
    summary: 'show what is in a file, and draft a mapping for it',
    load: () => import('../commands/inspect.ts'),
  },
  import: {
    usage: 'import [file...]',
    summary: 'bring your own files into the catalogue',
    load: () => import('../commands/import.ts'),
  },
  sync: {
    usage: 'sync',
    summary: 'follow a RESO Web API server',
    load: () => import('../commands/sync.ts'),
  },
  sources: {
    usage: 'sources',
    summary: 'see what came from which source, and remove a source',
    load: () => import('../commands/sources.ts'),
  },
  layers: {
    usage: 'layers',
    summary: 'bring polygons that homes are looked up in',
    load: () => import('../commands/layers.ts'),
  },
  export: {
    usage: 'export [noun]',
    summary: 'write the results of a search to a file',
    load: () => import('../commands/export.ts'),
  },
  keys: {
    usage: 'keys',
    summary: 'make, list, rotate and revoke API keys',
    load: () => import('../commands/keys.ts'),
  },
  credits: {
    usage: 'credits',
    summary: 'give a key more credits than its plan has',
    load: () => import('../commands/credits.ts'),
  },
  plans: {
    usage: 'plans',
    summary: 'see and change the plans that nodes share',
    load: () => import('../commands/plans.ts'),
  },
  searches: {
    usage: 'searches',
    summary: 'list and end the saved searches of keys',
    load: () => import('../commands/searches.ts'),
  },
  explain: {
    usage: 'explain <home>',
    summary: 'show which records make a home and why, take them apart or join them',
    load: () => import('../commands/explain.ts'),
  },
  check: {
    usage: 'check',
    summary: 'read everything in a data folder and report what is damaged',
    load: () => import('../commands/check.ts'),
  },
  doctor: {
    usage: 'doctor',
    summary: 'look for what an operator should know or mend',
    load: () => import('../commands/doctor.ts'),
  },
  backup: {
    usage: 'backup <folder>',
    summary: 'copy a data folder in use to a new folder',
    load: () => import('../commands/backup.ts'),
  },
  restore: {
    usage: 'restore <folder>',
    summary: 'put a backup back into a data folder',
    load: () => import('../commands/restore.ts'),
  },
  move: {
    usage: 'move',
    summary: 'copy a data folder into a PostgreSQL database, and compare the two',
    load: () => import('../commands/move.ts'),
  },
  upgrade: {
    usage: 'upgrade',
    summary: 'bring a data folder of an older Plat up to this one, in place',
    load: () => import('../commands/upgrade.ts'),
  },
  people: {
    usage: 'people',
    summary: 'withhold and erase people, see who asked for whom',
    load: () => import('../commands/people.ts'),
  },
}

/** Returns the name of the command that is meant; nothing if none is named, or an unknown one. */
export function commandsMeant(words: readonly string[]): readonly string[] {
  const [name = ''] = words.filter((word) => word !== 'help' && word !== '--')
  return Object.hasOwn(COMMANDS, name) ? [name] : []
}
