import { Command, type CommanderError } from 'commander'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { OptionName } from '../../kit/base/settings.ts'
import { EXIT_CODES_HELP, withOptions } from './options.ts'
import type { Terminal } from './terminal.ts'

/** The shared parts of commands of administration: the place of the data, and output for programs. */

/** Returns `plat NAME …`, whose subcommands share a context. */
export function commandGroup(name: string, terminal: Terminal, description: string, examples: string): Command {
  return new Command(name)
    .description(description)
    .exitOverride((error) => refuseUsage(name, error))
    .configureOutput({ writeOut: (text) => terminal.print(text.trimEnd()), outputError: () => {} })
    .configureOutput({ writeErr: (text) => terminal.note(text.trimEnd()) })
    .addHelpText('after', examples)
}

/** Returns a subcommand of a group, with the group's shared options after its own. */
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

/** Turns commander's refusals into ours. Requested help ends the process as usual. */
function refuseUsage(group: string, error: CommanderError): void {
  if (error.exitCode === EXIT.ok) return
  const problem = error.code === 'commander.help' ? `${group} needs a command` : error.message.replace(/^error: /, '')
  throw new CommandFault(`${problem}: ./plat ${group} --help shows what is accepted.`, EXIT.usage)
}
