import { type Command, Option } from 'commander'
import { COMMAND_OPTIONS } from '../../kit/base/command-options.ts'
import { EXIT, EXIT_MEANINGS } from '../../kit/base/failure.ts'
import {
  type CommandOptionName,
  type CommandOptions,
  OPTION_NAMES,
  OPTIONS,
  type OptionName,
  optionOf,
  readCommandOptions,
  readSettings,
  type Settings,
  variableOf,
  type WrittenOptions,
  writtenText,
} from '../../kit/base/settings.ts'
import type { Terminal } from './terminal.ts'

/**
 * Builds an option for commander, the parser of the command line. `text` describes it. If it contains `Default: `, the
 * option's own default is not shown.
 */
export function optionFor(name: OptionName, required: boolean, text = OPTIONS[name].doc): Option {
  const { kind, fallback } = OPTIONS[name]
  const usage = kind.value === undefined ? optionOf(name) : `${optionOf(name)} <${kind.value}>`
  const hasDefault = fallback !== undefined && fallback !== '' && !text.includes('Default: ')
  const note = [variableOf(name), ...(required ? ['required'] : hasDefault ? [`default ${String(fallback)}`] : [])]
  const option = new Option(usage, `${text} [${note.join(', ')}]`).env(variableOf(name))
  return kind.isRepeated ? option.argParser(joined) : option
}

function joined(text: string, before?: string): string {
  return before === undefined ? text : `${before},${text}`
}

/** The parsed settings and options of one run of a command. */
export interface CommandInput {
  readonly settings: Settings
  readonly options: CommandOptions
  /** Whether the command line or an environment variable sets the option. */
  isGiven(name: OptionName): boolean
}

/** Reads the settings and options of a command. Throws a CommandFault that names the invalid value. */
export function readCommandInput(command: Command, { environment }: Pick<Terminal, 'environment'>): CommandInput {
  const written = writtenFor(command)
  const names = optionsOf(command)
  const own = names.filter((name): name is CommandOptionName => name in COMMAND_OPTIONS)
  return {
    settings: readSettings(environment, written),
    options: readCommandOptions(own, environment, written),
    isGiven: (name) => writtenText(name, environment, written) !== undefined,
  }
}

/** Returns the names of the options that a command takes. */
export function optionsOf(command: Command): readonly OptionName[] {
  const names = new Set(command.options.map((option) => option.attributeName()))
  return OPTION_NAMES.filter((name) => names.has(name))
}

/** Reads the command line without environment variables. Commander would read an empty variable as a value. */
function writtenFor(command: Command): WrittenOptions {
  const written: WrittenOptions = {}
  for (const name of optionsOf(command)) {
    if (command.getOptionValueSource(name) === 'cli') written[name] = String(command.getOptionValue(name))
  }
  return written
}

/** A name of an exit code. */
export type ExitName = keyof typeof EXIT

/** Returns the end of a command's help: its exit codes, except those in `never`. */
export function exitCodesHelp(never: readonly ExitName[] = ['nobody']): string {
  const names = (Object.keys(EXIT) as ExitName[]).filter((name) => !never.includes(name)) // EXIT has no other keys
  return `
Exit codes:
${names.map((name) => `  ${String(EXIT[name]).padEnd(5)}${EXIT_MEANINGS[name]}`).join('\n')}`
}
