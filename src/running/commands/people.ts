import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import type { CatalogStore } from '../../catalog/ports/catalog-store.ts'
import { openPeopleAdmin, type PeopleAdmin, type Suppression, type Whom } from '../../guard/privacy/index.ts'
import { DAY_MS, startOfDay } from '../../kit/base/clock.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { CommandOptions, OptionName } from '../../kit/base/settings.ts'
import { catalogStoreOf, databaseOf } from '../serving/database.ts'
import { commandGroup, printJson, subcommand } from '../terminal/command-group.ts'
import { readTold } from '../terminal/options.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { auditDocument, auditLine, suppressionDocument, suppressionTable } from './people-view.ts'

const EXAMPLES = `
Examples:
  ./plat people suppress p12m1
  ./plat people suppress --name "Ann Lee" --address "1204 N Lamar Blvd, Austin, TX 78703"
  ./plat people erase p12m1 --yes
  ./plat people audit --since 2026-11-01 --key key_7h2m9x4c

A running service withholds a person within a second: in every answer, also as
somebody's relative or associate, and after every later import. PEO_ID is the id
that /skip/byaddress gives. The list is kept in people.sqlite in the data folder,
or in the database, apart from the catalogue, as ids and keyed hashes.`

/** The context of every subcommand. */
interface CommandContext {
  readonly terminal: Terminal
  readonly store: CatalogStore
  readonly people: PeopleAdmin
  readonly options: CommandOptions
}

type Action = (context: CommandContext, args: readonly string[]) => Promise<void>

/** `plat people …` withholds people from all answers, erases them, and shows who asked for whom. */
export function peopleCommand(terminal: Terminal): Command {
  const group = commandGroup(
    'people',
    terminal,
    'Withhold people from all answers, erase them, and see who asked for whom.',
    EXAMPLES,
  )

  /** Adds a subcommand whose context is open while `action` runs. */
  const add = (
    usage: string,
    summary: string,
    example: string,
    action: Action,
    options: readonly OptionName[] = [],
  ): void => {
    const command = subcommand(group, usage, { summary, example }, options)
    command.action(() => withContext(terminal, command, (context) => action(context, command.args)))
  }

  add('suppress [PEO_ID]', 'Withhold a person from every answer; the record stays.', 'suppress p12m1', suppress, [
    'name',
    'address',
    'absent',
  ])
  add('erase <PEO_ID>', 'Remove a record for good, and keep it out of later imports.', 'erase p12m1 --yes', erase, [
    'yes',
    'absent',
  ])
  add('unsuppress <ENTRY>', 'Stop withholding somebody, by PEO_ID or by number.', 'unsuppress 3', unsuppress)
  add('list', 'List who is withheld, without names.', 'list --json', list)
  add('audit', 'Show who asked for whom and when, oldest first.', 'audit --since 2026-11-01', audit, [
    'since',
    'until',
    'key',
    'operation',
    'subject',
  ])
  return group
}

async function suppress(context: CommandContext, [personId]: readonly string[]): Promise<void> {
  const entry = await context.people.suppress(await whomOf(context, personId), false)
  show(context, entry, `${nameOf(entry)} is withheld: within a second, a running service shows nothing about them.`)
}

async function erase(context: CommandContext, [personId = '']: readonly string[]): Promise<void> {
  const whom = await whomOf(context, personId)
  if (!context.options.yes) {
    throw new CommandFault(
      `This would remove the record of "${personId}" for good and keep it out of later imports: run it again with --yes.`,
      EXIT.usage,
    )
  }
  const entry = await context.people.suppress(whom, true) // this comes first, so that no answer shows the person from now on
  const { wasThere, clean } = await context.store.erasePerson(personId)
  const gone = wasThere ? 'the record is gone from the catalogue' : 'the catalogue had no record'
  const { beyond, held } = context.store.isFolder ? IN_FOLDER : IN_DATABASE
  show(context, entry, `${nameOf(entry)} is erased: ${gone}, and later imports leave it out.${wasThere ? beyond : ''}`)
  if (!clean) throw new CommandFault(held, EXIT.busy)
}

/** Places that an erasure does not reach, and obstacles to it. */
const IN_FOLDER = {
  beyond: '',
  held: 'Another process keeps the catalogue’s write-ahead log in use, which may still hold the record: run it again once that has ended.',
}
const IN_DATABASE = {
  beyond: ' The log of the database server, replicas that are behind, and backups may still have it.',
  held: 'A dump, a long query or a replication slot of the database may still see the record: run it again once that has ended.',
}

async function unsuppress(context: CommandContext, [entry = '']: readonly string[]): Promise<void> {
  const gone = await context.people.unsuppress(entry)
  if (context.options.json) printJson(context.terminal, { unsuppressed: gone.map(suppressionDocument) })
  for (const one of context.options.json ? [] : gone) {
    const more = one.erased ? ' The record is gone: the next import may bring it back.' : ''
    context.terminal.print(`${nameOf(one)} is no longer withheld.${more}`)
  }
}

async function list({ terminal, people, options }: CommandContext): Promise<void> {
  const entries = await people.list()
  if (options.json) printJson(terminal, { withheld: entries.map(suppressionDocument) })
  else if (entries.length === 0) terminal.note('Nobody is withheld.')
  else for (const line of suppressionTable(entries, terminal.watched)) terminal.print(line)
}

async function audit({ terminal, people, options }: CommandContext): Promise<void> {
  const { since, until, key, operation, subject } = options
  const entries = people.audit({
    ...(since !== undefined && { fromMs: readDay(since) }),
    ...(until !== undefined && { untilMs: readDay(until) + DAY_MS }),
    ...(key !== undefined && { keyId: key }),
    ...(operation !== undefined && { operation }),
    ...(subject !== undefined && { subject }),
  })
  if (options.json) {
    const documents: object[] = []
    for await (const entry of entries) documents.push(auditDocument(entry))
    printJson(terminal, { entries: documents })
    return
  }
  let count = 0
  for await (const entry of entries) {
    terminal.print(auditLine(entry))
    count++
  }
  if (count === 0) terminal.note('No matching call about people was written down.')
}

/** Finds the person of an id by the record. Without one, the id must be on the list, or meant for later imports. */
async function whomOf({ store, people, options }: CommandContext, personId: string | undefined): Promise<Whom> {
  const { name, address, absent } = options
  if (personId === undefined && name !== undefined && address !== undefined) return { kind: 'written', name, address }
  if (personId === undefined || name !== undefined || address !== undefined) {
    throw new CommandFault(
      'Cannot tell who is meant: accepted is either PEO_ID, or --name together with --address.',
      EXIT.usage,
    )
  }
  const person = store.person(personId)
  if (person !== undefined) return { kind: 'person', person }
  const isListed = (await people.list()).some((entry) => entry.personId === personId)
  if (absent || isListed) return { kind: 'id', personId }
  throw new CommandFault(
    `No person in this catalogue has the id "${personId}": accepted are ids that /skip/byaddress gives; --absent accepts it for later imports.`,
    EXIT.data,
  )
}

function nameOf({ number, personId }: Suppression): string {
  return personId === undefined ? `Entry ${number}` : `Person ${personId}`
}

function show({ terminal, options }: CommandContext, entry: Suppression, sentence: string): void {
  if (options.json) printJson(terminal, suppressionDocument(entry))
  else terminal.print(sentence)
}

function readDay(text: string): number {
  const dayMs = startOfDay(text)
  if (!Number.isNaN(dayMs)) return dayMs
  throw new CommandFault(`Cannot read the day "${text}": accepted is a day as YYYY-MM-DD.`, EXIT.usage)
}

async function withContext(
  terminal: Terminal,
  command: Command,
  action: (context: CommandContext) => Promise<void>,
): Promise<void> {
  const { settings, options } = readTold(command, terminal)
  const dataDir = settings.data
  const store = await catalogStoreOf(settings)
  const { clock } = terminal
  const people = await openPeopleAdmin({ dataDir, database: databaseOf(settings), clock, randomness: randomBytes })
  try {
    await action({ terminal, store, people, options })
  } finally {
    await people.close()
  }
}
