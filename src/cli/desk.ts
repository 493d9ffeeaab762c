import { type Command, type CommanderError, Option } from 'commander'
import { CommandFault, EXIT } from '../base/failure.ts'
import { SETTINGS } from '../base/settings.ts'
import type { Terminal } from './terminal.ts'

/** What the commands of administration have in common: where the data is, and how they are read by a program. */

const DATA_SUMMARY = `folder of the catalogue, the keys and the plans (default: "${SETTINGS.data.fallback}")`

export function dataOption(): Option {
  return new Option('--data <DIR>', DATA_SUMMARY).env('PLAT_DATA')
}

export function jsonOption(): Option {
  return new Option('--json', 'print one JSON document and nothing else').env('PLAT_JSON')
}

export function printJson(terminal: Terminal, document: object): void {
  terminal.print(JSON.stringify(document, null, 2))
}

/** commander takes a flag's variable as set whatever it holds; here PLAT_JSON=0 means no. */
export function wantsJson(command: Command, { environment }: Terminal): boolean {
  if (command.getOptionValueSource('json') !== 'env') return command.opts<{ json?: boolean }>().json === true
  const given = environment.PLAT_JSON ?? ''
  if (/^(1|true)$/i.test(given)) return true
  if (/^(0|false|)$/i.test(given)) return false
  throw new CommandFault(`Cannot read PLAT_JSON "${given}": accepted are 1, true, 0 and false.`, EXIT.usage)
}

/** Turns commander's refusals into ours; help that was asked for ends the process as usual. */
export function refuseUsage(group: string, error: CommanderError): void {
  if (error.exitCode === EXIT.ok) return
  const problem = error.code === 'commander.help' ? `${group} needs a command` : error.message.replace(/^error: /, '')
  throw new CommandFault(`${problem}: ./plat ${group} --help shows what is accepted.`, EXIT.usage)
}
