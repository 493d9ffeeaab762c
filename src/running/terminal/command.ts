import { Command } from 'commander'
import type { OptionName } from '../../kit/base/settings.ts'
import { type CommandInput, type ExitName, exitCodesHelp, optionFor, readCommandInput } from './options.ts'
import type { Terminal } from './terminal.ts'

/** One run of a command: settings, options, words, and the terminal for its output. */
export interface Call extends CommandInput {
  readonly terminal: Terminal
  /** The command-line words that are not options. */
  readonly words: readonly string[]
  /** Prints the document with `--json`, and the lines otherwise. */
  answer(document: object, lines: readonly string[]): void
  /** Returns the value of a required option. Throws a usage error if it is missing. */
  demand(name: 'config' | 'file' | 'plan' | 'to'): string
}

/** A command in the list of all commands. */
export interface ListedCommand {
  /** The name and the arguments, such as `backup <folder>`. */
  readonly usage: string
  readonly summary: string
}

interface Declared {
  /** The option names, in the order of the help. */
  readonly options?: readonly OptionName[]
  /** The options that the help marks as required. */
  readonly required?: readonly OptionName[]
  /** Descriptions of options that mean something else here than in other commands. */
  readonly texts?: Readonly<Partial<Record<OptionName, string>>>
  /** Headings in the help, by the first option below each heading. */
  readonly topics?: Readonly<Partial<Record<OptionName, string>>>
  /** The exit codes that the command does not have. Default: `nobody`. */
  readonly never?: readonly ExitName[]
  run(call: Call): Promise<void> | void
}

/** A command without subcommands, such as `plat check`. */
export interface SingleCommand extends Declared {
  readonly description: string
  /** A description of each argument for the help. */
  readonly arguments?: readonly string[]
  /** Text of the help before the exit codes. */
  readonly explanation?: string
  /** Text of the help after the exit codes. */
  readonly examples: string
}

/** A subcommand such as `list` of `plat keys list`. All subcommands also take `--data` and `--json`. */
interface Subcommand extends Declared, ListedCommand {
  readonly example: string
}

/** A command such as `plat keys`, which only contains subcommands. */
export interface CommandGroup {
  readonly description: string
  /** Text of the help after the subcommands. */
  readonly examples: string
  readonly commands: readonly Subcommand[]
}

/** Builds a command for commander, the parser of the command line. */
export function commandOf(listed: ListedCommand, declared: SingleCommand | CommandGroup, terminal: Terminal): Command {
  return 'commands' in declared ? groupOf(listed, declared, terminal) : singleOf(listed, declared, terminal)
}

/** Returns a command that appears in the help but cannot run. */
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
  command.addHelpText('after', `${before}${exitCodesHelp(declared.never)}\n\n${examples}`)
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
    const example = `./plat ${listed.usage} ${declared.example}`
    command.addHelpText('after', `${exitCodesHelp(declared.never)}\n\nExample:\n  ${example}`)
    complete(command, declared, [...(declared.options ?? []), 'data', 'json'], terminal)
  }
  return group
}

function complete(
  command: Command,
  { required = [], texts = {}, topics = {}, run }: Declared,
  names: readonly OptionName[],
  terminal: Terminal,
) {
  let topic = 'Options'
  for (const name of names) {
    topic = topics[name] ?? topic
    command.addOption(optionFor(name, required.includes(name), texts[name]).helpGroup(`${topic}:`))
  }
  return command.action(() => run(callOf(command, terminal)))
}

function callOf(command: Command, terminal: Terminal): Call {
  const input = readCommandInput(command, terminal)
  const { options } = input
  return {
    ...input,
    terminal,
    words: command.args,
    answer(document, lines) {
      if (options.json) terminal.print(JSON.stringify(document, null, 2))
      else for (const line of lines) terminal.print(line)
    },
    demand(name) {
      if (input.isGiven(name)) return options[name] ?? ''
      const option = command.options.find((candidate) => candidate.attributeName() === name)
      return command.error(`error: required option '${option?.flags}' not specified`) // commander words this error in the same way
    },
  }
}
