import { Command, CommanderError } from 'commander'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { programVersion } from '../../kit/base/program.ts'
import { OPTIONS, optionOf, replacedBy, variableOf } from '../../kit/base/settings.ts'
import { commandOf, listedCommand } from '../terminal/command.ts'
import { optionsOf } from '../terminal/options.ts'
import { BUG_SENTENCE, type Terminal } from '../terminal/terminal.ts'
import { COMMANDS, commandsIn } from './commands.ts'

const AFTER_HELP = `
Examples:
  ./plat serve                                   start with a sample catalog, made at the first start
  ./plat inspect sales.csv                       see what is in a file, and a draft mapping for it
  ./plat import sales.csv --mapping mine.yaml    import your own data
  ./plat keys create --plan basic                create a key for somebody else

For help with one command: ./plat COMMAND --help, or ./plat help COMMAND.`

/** Runs `plat …` with these words. Resolves with the exit code and never rejects. */
export async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  const program = await programFor(terminal, commandsIn(words))
  try {
    await program.parseAsync(helpLast(program, words), { from: 'user' })
    return EXIT.ok
  } catch (error) {
    return report(error, terminal, wantsJson(program, words, terminal))
  }
}

/**
 * Returns the parser of the command line with these commands. Without names, it lists all commands but can run none.
 */
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
  return isKnown ? [name, ...rest, '--help'] : [name] // the parser reports the unknown command
}

/** Whether errors must be printed as JSON. Called before parsing, because a parsing error must be JSON too. */
function wantsJson(program: Command, words: readonly string[], { environment }: Terminal): boolean {
  const command = program.commands.find((candidate) => candidate.name() === words[0])
  const takesJson = [command, ...(command?.commands ?? [])].some((one) => one && optionsOf(one).includes('json'))
  const text = words.includes(optionOf('json')) ? 'true' : (environment[variableOf('json')] ?? '')
  return takesJson && OPTIONS.json.kind.read(text) === true
}

/** Lets a command and its subcommands print to this terminal, and report mistakes in one sentence. */
function adopt(command: Command, usage: string, terminal: Terminal): void {
  command
    .helpOption('--help', 'print this help')
    .helpCommand(false)
    .configureHelp({
      optionDescription: (option) => option.description, // the description already names the variable
      subcommandTerm: (child) => `${child.name()} ${child.usage().replace(/\[(options|command)\]/g, '')}`.trim(),
    })
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.note(text.trimEnd()),
      outputError: () => {}, // `report` prints the errors
    })
    .exitOverride((error) => {
      throw error.exitCode === 0 || error.code === 'commander.help' ? error : usageFault(error, usage, command)
    })
  for (const child of command.commands) adopt(child, `${usage} ${child.name()}`, terminal)
}

/** Turns an error of commander into one sentence that ends with a pointer to the help. */
function usageFault(error: CommanderError, usage: string, command: Command): CommandFault {
  const more = `${usage} --help lists what you can use.`
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

/** A failure, as shown to people and scripts. */
interface FailureReport {
  readonly message: string
  readonly exitCode: number
  /** The stack trace. Present only for a bug in Plat. */
  readonly stack?: string
}

function failureReportOf(error: unknown): FailureReport {
  if (error instanceof CommandFault) return { message: error.message, exitCode: error.exitCode }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { message: BUG_SENTENCE, exitCode: EXIT.failed, stack }
}

/** Reports a failure and returns its exit code. With `json` the report is one line of JSON. */
function report(error: unknown, terminal: Terminal, json: boolean): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage // commander has already printed the help
  const failure = failureReportOf(error)
  if (json) terminal.note(JSON.stringify({ error: failure }))
  else for (const line of [failure.message, failure.stack ?? []].flat()) terminal.note(line)
  return failure.exitCode
}
