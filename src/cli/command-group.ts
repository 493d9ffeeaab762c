import { Command, type CommanderError } from 'commander'
import { CommandFault, EXIT } from '../base/failure.ts'
import type { OptionName } from '../base/settings.ts'
import { EXIT_CODES_HELP, withOptions } from './options.ts'
import type { Terminal } from './terminal.ts'

/** What the commands of administration have in common: where the data is, and how they are read by a program. */

/** `plat NAME …`, whose subcommands share a context. */
export function commandGroup(name: string, terminal: Terminal, description: string, examples: string): Command {
  return new Command(name)
    .description(description)
    .exitOverride((error) => refuseUsage(name, error))
    .configureOutput({ writeOut: (text) => terminal.print(text.trimEnd()), outputError: () => {} })
    .configureOutput({ writeErr: (text) => terminal.note(text.trimEnd()) })
    .addHelpText('after', examples)
}

/** A subcommand of a group, with the options that all of them have after its own. */
export function subcommand(
  group: Command,
  usage: string,
  about: { readonly summary: string; readonly example: string },
  options: readonly OptionName[] = [],
  required: readonly OptionName[] = [],
): Command {
  const command = group.command(usage).description(about.summary)
  return withOptions(command, [...options, 'data', 'json'], required).addHelpText(
    'after',
    `${EXIT_CODES_HELP}\n\nExample:\n  ./plat ${group.name()} ${about.example}`,
  )
}

export function printJson(terminal: Terminal, document: object): void {
  terminal.print(JSON.stringify(document, null, 2))
}

/** Turns commander's refusals into ours; help that was asked for ends the process as usual. */
function refuseUsage(group: string, error: CommanderError): void {
  if (error.exitCode === EXIT.ok) return
  const problem = error.code === 'commander.help' ? `${group} needs a command` : error.message.replace(/^error: /, '')
  throw new CommandFault(`${problem}: ./plat ${group} --help shows what is accepted.`, EXIT.usage)
}
