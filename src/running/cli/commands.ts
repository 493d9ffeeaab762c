import type { CommandGroup, ListedCommand, SingleCommand } from '../terminal/command.ts'

interface Loaded extends ListedCommand {
  readonly load: () => Promise<{ readonly COMMAND: SingleCommand | CommandGroup }>
}

/** All commands by name, in the order of the help. Only the command that runs is loaded. */
export const COMMANDS: Readonly<Record<string, Loaded>> = {
  serve: {
    usage: 'serve',
    summary: 'start the service, which answers HTTP requests',
    load: () => import('../commands/serve.ts'),
  },
  mcp: {
    usage: 'mcp',
    summary: 'connect an AI agent on this machine, over standard input and output',
    load: () => import('../commands/mcp.ts'),
  },
  sample: {
    usage: 'sample',
    summary: 'make a sample catalog of invented homes',
    load: () => import('../commands/sample.ts'),
  },
  inspect: {
    usage: 'inspect <file>',
    summary: 'show what is in a file, and draft a mapping for it',
    load: () => import('../commands/inspect.ts'),
  },
  import: {
    usage: 'import [file...]',
    summary: 'import your own files into the catalog',
    load: () => import('../commands/import.ts'),
  },
  sync: {
    usage: 'sync',
    summary: 'copy the listings of a RESO Web API server and follow their changes',
    load: () => import('../commands/sync.ts'),
  },
  sources: {
    usage: 'sources',
    summary: 'list the sources of your records, or remove a source',
    load: () => import('../commands/sources.ts'),
  },
  layers: {
    usage: 'layers',
    summary: 'add layers of polygons, such as flood zones or school areas',
    load: () => import('../commands/layers.ts'),
  },
  export: {
    usage: 'export [noun]',
    summary: 'write the results of a search to a file',
    load: () => import('../commands/export.ts'),
  },
  keys: {
    usage: 'keys',
    summary: 'create, list, rotate and revoke API keys',
    load: () => import('../commands/keys.ts'),
  },
  credits: {
    usage: 'credits',
    summary: 'give a key extra credits',
    load: () => import('../commands/credits.ts'),
  },
  plans: {
    usage: 'plans',
    summary: 'show or change the plans that nodes share',
    load: () => import('../commands/plans.ts'),
  },
  searches: {
    usage: 'searches',
    summary: 'list or delete the saved searches of keys',
    load: () => import('../commands/searches.ts'),
  },
  explain: {
    usage: 'explain <home>',
    summary: 'show which records make up a home and why, and split or join them',
    load: () => import('../commands/explain.ts'),
  },
  check: {
    usage: 'check',
    summary: 'read everything in a data folder and report damage',
    load: () => import('../commands/check.ts'),
  },
  doctor: {
    usage: 'doctor',
    summary: 'find problems in your setup and say how to fix them',
    load: () => import('../commands/doctor.ts'),
  },
  backup: {
    usage: 'backup <folder>',
    summary: 'copy a data folder to a new folder, also while it is in use',
    load: () => import('../commands/backup.ts'),
  },
  restore: {
    usage: 'restore <folder>',
    summary: 'put a backup back into a data folder',
    load: () => import('../commands/restore.ts'),
  },
  move: {
    usage: 'move',
    summary: 'copy a data folder into a PostgreSQL database and compare the two',
    load: () => import('../commands/move.ts'),
  },
  upgrade: {
    usage: 'upgrade',
    summary: 'convert the data folder of an older version to this one, in place',
    load: () => import('../commands/upgrade.ts'),
  },
  people: {
    usage: 'people',
    summary: 'withhold or erase people, and show who looked up whom',
    load: () => import('../commands/people.ts'),
  },
}

/** Returns the command that the words name, or an empty list if they name no known command. */
export function commandsIn(words: readonly string[]): readonly string[] {
  const [name = ''] = words.filter((word) => word !== 'help' && word !== '--')
  return Object.hasOwn(COMMANDS, name) ? [name] : []
}
