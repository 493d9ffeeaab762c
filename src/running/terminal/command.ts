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

/** A command as the list of all commands shows it. */
export interface ListedCommand {
  /** The name, then the arguments. */
  readonly usage: string
  readonly summary: string
}

interface Declared {
  /** The options, in the order of the help. */
  readonly options?: readonly OptionName[]
  /** The options that the help calls required. */
  readonly required?: readonly OptionName[]
  run(call: Call): Promise<void> | void
}

/** A command such as `plat check`. */
export interface SingleCommand extends Declared {
  readonly description: string
  /** A meaning for each argument. */
  readonly arguments?: readonly string[]
  /** Stands in the help before the exit codes. */
  readonly explanation?: string
  /** Stands in the help after the exit codes. */
  readonly examples: string
}

/** A command such as `list` of `plat keys list`. It takes the folder and --json after its own options. */
interface Subcommand extends Declared, ListedCommand {
  readonly example: string
}

/** A command such as `plat keys`, which only has others. */
export interface CommandGroup {
  readonly description: string
  /** Stands in the help after the commands. */
  readonly examples: string
  readonly commands: readonly Subcommand[]
}

/** Returns a command as the parser of the command line takes it. */
export function commandOf(listed: ListedCommand, declared: SingleCommand | CommandGroup, terminal: Terminal): Command {
  return 'commands' in declared ? groupOf(listed, declared, terminal) : singleOf(listed, declared, terminal)
}

/** Returns a command that can only be listed. */
export function listedCommand({ usage, summary }: ListedCommand, meanings: readonly string[] = []): Command {
  const [name, ...words] = usage.split(' ')
  const command = new Command(name).summary(summary)
  for (const [nth, word] of words.entries()) command.argument(word, meanings[nth])
  return command
}

function singleOf(listed: ListedCommand, declared: SingleCommand, terminal: Terminal): Command {
  const { description, explanation, examples } = declared
  const command = listedCommand(listed, declared.arguments).description(description)
  const before = explanation === undefined ? '' : `\n${explanation}\n`
  command.addHelpText('after', `${before}${EXIT_CODES_HELP}\n\n${examples}`)
  return complete(command, declared, declared.options ?? [], terminal)
}

function groupOf(
  listed: ListedCommand,
  { description, examples, commands }: CommandGroup,
  terminal: Terminal,
): Command {
  const group = listedCommand(listed).description(description).addHelpText('after', examples)
  for (const declared of commands) {
    const command = group.command(declared.usage).description(declared.summary)
    command.addHelpText('after', `${EXIT_CODES_HELP}\n\nExample:\n  ./plat ${listed.usage} ${declared.example}`)
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
