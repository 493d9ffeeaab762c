import { Command } from 'commander'
import type { OptionName } from '../../kit/base/settings.ts'
import { EXIT_CODES_HELP, optionFor, readTold, type Told } from './options.ts'
import type { Terminal } from './terminal.ts'

/** A call of a command: its settings and options, its words, and the terminal that it answers to. */
export interface Call extends Told {
  readonly terminal: Terminal
  /** The words that are no options. */
  readonly words: readonly string[]
  /** Prints a document if the call has --json, and otherwise lines. */
  answer(document: object, lines: readonly string[]): void
  /** Returns the text of an option. Throws the refusal of a call that lacks it. */
  demand(name: 'config' | 'file' | 'plan' | 'to'): string
}

interface Declared {
  /** The name, with its arguments if these need no description. */
  readonly usage: string
  /** The options, in the order of the help. */
  readonly options?: readonly OptionName[]
  /** The options that the help calls required. */
  readonly required?: readonly OptionName[]
  run(call: Call): Promise<void> | void
}

/** A command such as `plat check`. */
export interface SingleCommand extends Declared {
  /** Stands in the list of commands, and in the help if there is no description. */
  readonly summary: string
  readonly description: string
  /** The arguments with their descriptions. */
  readonly arguments?: readonly (readonly [usage: string, description: string])[]
  /** Stands in the help before the exit codes. */
  readonly explanation?: string
  /** Stands in the help after the exit codes. */
  readonly examples: string
}

/** A command such as `list` of `plat keys list`. It takes the folder and --json after its own options. */
interface Subcommand extends Declared {
  readonly summary: string
  readonly example: string
}

/** A command such as `plat keys`, which only has others. */
export interface CommandGroup {
  readonly usage: string
  readonly summary: string
  readonly description: string
  /** Stands in the help after the commands. */
  readonly examples: string
  readonly commands: readonly Subcommand[]
}

/** Returns a command as the parser of the command line takes it. */
export function commandOf(declared: SingleCommand | CommandGroup, terminal: Terminal): Command {
  return 'commands' in declared ? groupOf(declared, terminal) : singleOf(declared, terminal)
}

function singleOf(declared: SingleCommand, terminal: Terminal): Command {
  const { usage, summary, description, explanation, examples } = declared
  const command = new Command(usage).summary(summary).description(description)
  for (const [name, meaning] of declared.arguments ?? []) command.argument(name, meaning)
  const before = explanation === undefined ? '' : `\n${explanation}\n`
  command.addHelpText('after', `${before}${EXIT_CODES_HELP}\n\n${examples}`)
  return complete(command, declared, declared.options ?? [], terminal)
}

function groupOf({ usage, summary, description, examples, commands }: CommandGroup, terminal: Terminal): Command {
  const group = new Command(usage).summary(summary).description(description).addHelpText('after', examples)
  for (const declared of commands) {
    const command = group.command(declared.usage).description(declared.summary)
    command.addHelpText('after', `${EXIT_CODES_HELP}\n\nExample:\n  ./plat ${usage} ${declared.example}`)
    complete(command, declared, [...(declared.options ?? []), 'data', 'json'], terminal)
  }
  return group
}

function complete(
  command: Command,
  { required = [], run }: Declared,
  names: readonly OptionName[],
  terminal: Terminal,
) {
  for (const name of names) command.addOption(optionFor(name, required.includes(name)))
  return command.action(() => run(callOf(command, terminal)))
}

function callOf(command: Command, terminal: Terminal): Call {
  const given = readTold(command, terminal)
  const { options } = given
  return {
    ...given,
    terminal,
    words: command.args,
    answer(document, lines) {
      if (options.json) terminal.print(JSON.stringify(document, null, 2))
      else for (const line of lines) terminal.print(line)
    },
    demand(name) {
      if (given.isGiven(name)) return options[name] ?? ''
      const option = command.options.find((candidate) => candidate.attributeName() === name)
      return command.error(`error: required option '${option?.flags}' not specified`) // in the manner of commander
    },
  }
}
