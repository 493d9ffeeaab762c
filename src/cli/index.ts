import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { CommandFault, EXIT } from '../base/failure.ts'
import { importCommand } from './import.ts'
import { keysCommand } from './keys.ts'
import { peopleCommand } from './people.ts'
import { sampleCommand } from './sample.ts'
import { serveCommand } from './serve.ts'
import type { Terminal } from './terminal.ts'

const AFTER_HELP = `
Examples:
  ./plat serve                                   with a sample catalogue, made at the first start
  ./plat import sales.csv --mapping mine.yaml    your own data
  ./plat keys create --plan basic                a key for somebody else

./plat COMMAND --help tells more about each.`

/** Runs `plat …` with the words after its name; resolves with the exit code and never rejects. */
export async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command('./plat')
    .description('A self-hosted, read-only HTTP/JSON query service for property data.')
    .usage('COMMAND [options]')
    .version(version(), '--version', 'print the version')
    .addHelpText('after', AFTER_HELP)
    .addCommand(serveCommand(terminal))
    .addCommand(sampleCommand(terminal))
    .addCommand(importCommand(terminal).summary('bring your own files into the catalogue'))
    .addCommand(keysCommand(terminal).summary('make, list, rotate and revoke API keys'))
    .addCommand(peopleCommand(terminal).summary('withhold and erase people, see who asked for whom'))
  adopt(program, './plat', terminal)
  try {
    await program.parseAsync(words, { from: 'user' })
    return EXIT.ok
  } catch (error) {
    return tell(error, terminal)
  }
}

function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version // our own file
}

/** Gives a command and those below it one way to speak: results on our terminal, mistakes as one sentence. */
function adopt(command: Command, usage: string, terminal: Terminal): void {
  command
    .helpOption('--help', 'print this help')
    .helpCommand(false)
    .configureHelp({
      subcommandTerm: (child) => `${child.name()} ${child.usage().replace(/\[(options|command)\]/g, '')}`.trim(),
    })
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.note(text.trimEnd()),
      outputError: () => {}, // told by `tell`
    })
    .exitOverride((error) => {
      throw error.exitCode === 0 || error.code === 'commander.help' ? error : usageFault(error, usage)
    })
  for (const child of command.commands) adopt(child, `${usage} ${child.name()}`, terminal)
}

/** Commander's own words, made one sentence, and where to read more. */
function usageFault(error: CommanderError, usage: string): CommandFault {
  const [problem = '', hint] = error.message.replace(/^error: /, '').split('\n')
  const nearest = hint?.match(/Did you mean (?:one of )?(.*)\?/)?.[1]
  const sentence = problem.charAt(0).toUpperCase() + problem.slice(1).replaceAll("'", '"')
  const advice = nearest === undefined ? '.' : `: did you mean ${nearest}?`
  return new CommandFault(`${sentence}${advice} ${usage} --help shows what is accepted.`, EXIT.usage)
}

/** Tells a person what went wrong, and a script by the exit code. */
function tell(error: unknown, terminal: Terminal): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage // help has been printed
  if (error instanceof CommandFault) {
    terminal.note(error.message)
    return error.exitCode
  }
  terminal.note('This is a fault of Plat itself. Please report it with the lines below and what you did:')
  terminal.note(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return EXIT.failed
}
