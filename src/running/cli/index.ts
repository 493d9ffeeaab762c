import { Command, CommanderError } from 'commander'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { programVersion } from '../../kit/base/program.ts'
import { OPTIONS, optionOf, replacedBy, variableOf } from '../../kit/base/settings.ts'
import { commandOf, listedCommand } from '../terminal/command.ts'
import { optionsOf } from '../terminal/options.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { COMMANDS, commandsMeant } from './commands.ts'

const AFTER_HELP = `
Examples:
  ./plat serve                                   with a sample catalogue, made at the first start
  ./plat inspect sales.csv                       what is in a file, and a draft mapping for it
  ./plat import sales.csv --mapping mine.yaml    your own data
  ./plat keys create --plan basic                a key for somebody else

./plat COMMAND --help, or ./plat help COMMAND, explains one.`

/** Runs `plat …` with the words after its name. Resolves with the exit code and never rejects. */
export async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  const program = await programFor(terminal, commandsMeant(words))
  try {
    await program.parseAsync(helpLast(program, words), { from: 'user' })
    return EXIT.ok
  } catch (error) {
    return tell(error, terminal, wantsJson(program, words, terminal))
  }
}

/** Returns the command line with some or all commands, as docs describe it. Without any, it only lists them all. */
export async function programFor(
  terminal: Terminal,
  names: readonly string[] = Object.keys(COMMANDS),
): Promise<Command> {
  const program = new Command('./plat')
    .description('A self-hosted, read-only HTTP/JSON query service for property data.')
    .usage('COMMAND [options]')
    .version(programVersion(), '--version', 'print the version')
    .addHelpText('after', AFTER_HELP)
  for (const [name, listed] of Object.entries(COMMANDS)) {
    if (names.length === 0) program.addCommand(listedCommand(listed))
    else if (names.includes(name)) program.addCommand(commandOf(listed, (await listed.load()).COMMAND, terminal))
  }
  adopt(program, './plat', terminal)
  return program
}

/** Turns `help serve` and `keys help create` into `serve --help` and `keys create --help`. */
function helpLast(program: Command, words: readonly string[]): readonly string[] {
  const isGroup = program.commands.some((command) => command.name() === words[0] && command.commands.length > 0)
  const at = words.indexOf('help')
  if (at !== 0 && !(at === 1 && isGroup)) return words
  const [name, ...rest] = words.toSpliced(at, 1)
  if (name === undefined) return ['--help']
  const isKnown = program.commands.some((command) => command.name() === name)
  return isKnown ? [name, ...rest, '--help'] : [name] // an unknown command is refused
}

/** Whether the output is for a program. This is found out before options are parsed, since parsing itself may fail. */
function wantsJson(program: Command, words: readonly string[], { environment }: Terminal): boolean {
  const command = program.commands.find((candidate) => candidate.name() === words[0])
  const takesJson = [command, ...(command?.commands ?? [])].some((one) => one && optionsOf(one).includes('json'))
  const given = words.includes(optionOf('json')) ? 'true' : (environment[variableOf('json')] ?? '')
  return takesJson && OPTIONS.json.kind.read(given) === true
}

/** Makes a command and its subcommands print to our terminal and report mistakes as one sentence. */
function adopt(command: Command, usage: string, terminal: Terminal): void {
  command
    .helpOption('--help', 'print this help')
    .helpCommand(false)
    .configureHelp({
      optionDescription: (option) => option.description, // it names the variable already
      subcommandTerm: (child) => `${child.name()} ${child.usage().replace(/\[(options|command)\]/g, '')}`.trim(),
    })
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.note(text.trimEnd()),
      outputError: () => {}, // `tell` prints errors
    })
    .exitOverride((error) => {
      throw error.exitCode === 0 || error.code === 'commander.help' ? error : usageFault(error, usage, command)
    })
  for (const child of command.commands) adopt(child, `${usage} ${child.name()}`, terminal)
}

/** Turns commander's own words into one sentence, with a hint where to read more. */
function usageFault(error: CommanderError, usage: string, command: Command): CommandFault {
  const more = `${usage} --help shows what is accepted.`
  if (error.code === 'commander.excessArguments') {
    const { length } = command.registeredArguments
    const accepted =
      length === 0 ? 'nothing but options' : `${length === 1 ? 'one word' : `${length} words`} and options`
    return new CommandFault(`Cannot use "${command.args[length]}". Here you can use ${accepted}. ${more}`, EXIT.usage)
  }
  const [problem = '', hint] = error.message.replace(/^error: /, '').split('\n')
  const [, unknown = ''] = problem.match(/^unknown option '(--[a-z-]+)/) ?? []
  const replaced = replacedBy(unknown)
  if (replaced !== undefined) return new CommandFault(replaced, EXIT.usage)
  const nearest = hint?.match(/Did you mean (?:one of )?(.*)\?/)?.[1]
  const sentence = problem.charAt(0).toUpperCase() + problem.slice(1).replaceAll("'", '"')
  const advice = nearest === undefined ? '.' : `: did you mean ${nearest}?`
  return new CommandFault(`${sentence}${advice} ${more}`, EXIT.usage)
}

/** A failure as people and scripts see it. */
interface Failing {
  readonly message: string
  readonly exitCode: number
  /** The place in our code. Present only for a bug of ours. */
  readonly stack?: string
}

function failingOf(error: unknown): Failing {
  if (error instanceof CommandFault) return { message: error.message, exitCode: error.exitCode }
  const message = 'This is a fault of Plat itself. Please report it with the lines below and what you did:'
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { message, exitCode: EXIT.failed, stack }
}

/** Reports a failure and returns its exit code. With `json` the report is a document for a program. */
function tell(error: unknown, terminal: Terminal, json: boolean): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage // help has been printed
  const failing = failingOf(error)
  if (json) terminal.note(JSON.stringify({ error: failing }))
  else for (const line of [failing.message, failing.stack ?? []].flat()) terminal.note(line)
  return failing.exitCode
}
