import type { CommandGroup, SingleCommand } from '../terminal/command.ts'

/**
 * Every command by its name, in the order of the help. Only the requested one is loaded: loading what other commands
 * need took a third of the time for importing one row.
 */
export const COMMANDS: Readonly<Record<string, () => Promise<{ readonly COMMAND: SingleCommand | CommandGroup }>>> = {
  serve: () => import('../commands/serve.ts'),
  mcp: () => import('../commands/mcp.ts'),
  sample: () => import('../commands/sample.ts'),
  inspect: () => import('../commands/inspect.ts'),
  import: () => import('../commands/import.ts'),
  sync: () => import('../commands/sync.ts'),
  sources: () => import('../commands/sources.ts'),
  layers: () => import('../commands/layers.ts'),
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

/** Returns the commands that may be meant: the named one, or all of them for help and for suggestions. */
export function commandsMeant(words: readonly string[]): readonly string[] {
  const [name = ''] = words.filter((word) => word !== 'help')
  return Object.hasOwn(COMMANDS, name) ? [name] : Object.keys(COMMANDS)
}
