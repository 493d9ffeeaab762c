import type { Command } from 'commander'
import { document, table } from '../../doors/openapi/markdown.ts'
import { systemClock } from '../../kit/base/clock.ts'
import { COMMAND_OPTIONS } from '../../kit/base/command-options.ts'
import { EXIT, EXIT_MEANINGS } from '../../kit/base/failure.ts'
import { OPTIONS, type OptionName, optionOf, SETTINGS, type SettingValue, variableOf } from '../../kit/base/settings.ts'
import { optionsOf } from '../terminal/options.ts'
import { programFor } from './index.ts'

/** Returns `docs/settings.md`: every option of every command with its variable, and the exit codes for scripts. */
export async function settingsPage(): Promise<{ readonly path: string; readonly text: string }> {
  const commands = await everyCommand()
  const rowsOf = (names: object) => (Object.keys(names) as OptionName[]).map((name) => rowOf(name, commands)) // `names` has no keys other than option names
  const head = ['Option', 'Variable', 'Default', 'What it sets', 'Accepted', 'Commands']
  const text = document(
    '# Settings',
    'An option overrides its variable, and a variable overrides the default. An empty variable counts as not set.',
    'A `PLAT_…` variable that is in neither table is an error and stops every command. So does a value that cannot be read.',
    '## Settings of the service',
    'Every command reads these variables. The last column lists the commands that also take them as options.',
    table(head, rowsOf(SETTINGS)),
    '## Options of single commands',
    'A command reads only the variables of its own options. The allowed values of a flag apply to its variable.',
    table(head, rowsOf(COMMAND_OPTIONS)),
    '## How commands end',
    'Results go to standard output, everything else to standard error. A failure is one sentence on standard error or, with `--json`, one line of JSON: `{"error":{"message":"…","exitCode":64}}`, with a `stack` if it is a bug in Plat.',
    table(['Exit code', 'Meaning'], exitRows()),
  )
  return { path: 'docs/settings.md', text }
}

function rowOf(name: OptionName, commands: ReadonlyMap<string, Command>): string[] {
  const { kind, fallback, doc } = OPTIONS[name]
  const option = kind.value === undefined ? optionOf(name) : `${optionOf(name)} ${kind.value}`
  return [
    `\`${option}\``,
    `\`${variableOf(name)}\``,
    shownDefault(fallback),
    doc,
    kind.accepted,
    takersOf(name, commands),
  ]
}

function shownDefault(fallback: SettingValue | undefined): string {
  if (fallback === undefined) return ''
  return fallback === '' ? 'empty' : `\`${String(fallback)}\``
}

/**
 * Returns the commands that take an option, such as `import, serve`, or `all`. A group such as `keys` stands for its
 * subcommands if all of them take the option.
 */
function takersOf(name: OptionName, commands: ReadonlyMap<string, Command>): string {
  const takes = ([, command]: readonly [string, Command]) => optionsOf(command).includes(name)
  if ([...commands].every(takes)) return 'all'
  const groups = Map.groupBy(commands, ([title]) => title.split(' ')[0] ?? title)
  return [...groups]
    .flatMap(([group, members]) => (members.every(takes) ? [group] : members.filter(takes).map(([title]) => title)))
    .join(', ')
}

/** Returns all runnable commands by their words after `./plat`, such as `keys create`. */
export async function everyCommand(): Promise<ReadonlyMap<string, Command>> {
  return leavesOf(await programFor(SILENT))
}

function leavesOf(command: Command, title = ''): ReadonlyMap<string, Command> {
  if (command.commands.length === 0) return new Map([[title, command]])
  return new Map(command.commands.flatMap((child) => [...leavesOf(child, `${title} ${child.name()}`.trim())]))
}

function exitRows(): string[][] {
  const names = Object.keys(EXIT) as (keyof typeof EXIT)[] // EXIT has no other keys
  const rows = names.map((name) => [String(EXIT[name]), EXIT_MEANINGS[name]])
  return [...rows, NOT_INSTALLED].sort(([one], [other]) => Number(one) - Number(other))
}

/** The exit code of the launcher `./plat` when it cannot start Node. */
const NOT_INSTALLED = ['69', '`npm ci` has not been run, or Node 24 is missing']

/** A terminal that prints nothing, because the page only reads the commands and does not run them. */
const SILENT = {
  environment: {},
  clock: systemClock,
  interrupted: new AbortController().signal,
  watched: false,
  print() {},
  async write() {},
  note() {},
  overwrite() {},
}
