import type { CommandGroup, ListedCommand, SingleCommand } from '../terminal/command.ts'

/** The usage and summary of each command, in the order in which the help lists them. */
const LISTED = {
  serve: ['serve', 'start the service, which answers HTTP requests'],
  mcp: ['mcp', 'connect an AI agent on this machine, over standard input and output'],
  sample: ['sample', 'make a sample catalog of invented homes'],
  inspect: ['inspect <file>', 'show what is in a file, and draft a mapping for it'],
  import: ['import [file...]', 'import your own files into the catalog'],
  sync: ['sync', 'copy the listings of a RESO Web API server and follow their changes'],
  sources: ['sources', 'list the sources of your records, or remove a source'],
  layers: ['layers', 'add layers of polygons, such as flood zones or school areas'],
  tiles: ['tiles', 'give the maps a background with streets, or remove it'],
  export: ['export [noun]', 'write the results of a search to a file'],
  keys: ['keys', 'create, list, rotate and revoke API keys'],
  credits: ['credits', 'give a key extra credits'],
  plans: ['plans', 'show or change the plans that nodes share'],
  searches: ['searches', 'list or delete the saved searches of keys'],
  explain: ['explain <home>', 'show which records make up a home and why, and split or join them'],
  check: ['check', 'read everything in a data folder and report damage'],
  doctor: ['doctor', 'find problems in your setup and say how to fix them'],
  backup: ['backup <folder>', 'copy a data folder to a new folder, also while it is in use'],
  restore: ['restore <folder>', 'put a backup back into a data folder'],
  move: ['move', 'copy a data folder into a PostgreSQL database and compare the two'],
  upgrade: ['upgrade', 'convert the data folder of an older version to this one, in place'],
  people: ['people', 'hide or erase people, and show who looked up whom'],
} as const

/** Loads the module of a command only when that command runs. */
const LOADERS: Readonly<Record<keyof typeof LISTED, Loaded['load']>> = {
  serve: () => import('../commands/serve.ts'),
  mcp: () => import('../commands/mcp.ts'),
  sample: () => import('../commands/sample.ts'),
  inspect: () => import('../commands/inspect.ts'),
  import: () => import('../commands/import.ts'),
  sync: () => import('../commands/sync.ts'),
  sources: () => import('../commands/sources.ts'),
  layers: () => import('../commands/layers.ts'),
  tiles: () => import('../commands/tiles.ts'),
  export: () => import('../commands/export.ts'),
  keys: () => import('../commands/keys.ts'),
  credits: () => import('../commands/credits.ts'),
  plans: () => import('../commands/plans.ts'),
  searches: () => import('../commands/searches.ts'),
  explain: () => import('../commands/explain.ts'),
  check: () => import('../commands/check.ts'),
  doctor: () => import('../commands/doctor.ts'),
  backup: () => import('../commands/backup.ts'),
  restore: () => import('../commands/restore.ts'),
  move: () => import('../commands/move.ts'),
  upgrade: () => import('../commands/upgrade.ts'),
  people: () => import('../commands/people.ts'),
}

interface Loaded extends ListedCommand {
  readonly load: () => Promise<{ readonly COMMAND: SingleCommand | CommandGroup }>
}

/** All commands by name. */
export const COMMANDS: Readonly<Record<string, Loaded>> = Object.fromEntries(
  (Object.keys(LISTED) as (keyof typeof LISTED)[]).map((name) => {
    const [usage, summary] = LISTED[name]
    return [name, { usage, summary, load: LOADERS[name] }]
  }),
)

/** Returns the command that the words name, as a list with one element. The list is empty if the command is unknown. */
export function commandsIn(words: readonly string[]): readonly string[] {
  const [name = ''] = words.filter((word) => word !== 'help' && word !== '--')
  return Object.hasOwn(COMMANDS, name) ? [name] : []
}
