import { randomBytes } from 'node:crypto'
import type { CatalogStore } from '../../catalog/ports/catalog-store.ts'
import {
  openPeopleAdmin,
  type PeopleAdmin,
  type PersonReference,
  refuseVague,
  type Suppression,
} from '../../guard/privacy/index.ts'
import { DAY_MS, startOfDay } from '../../kit/base/clock.ts'
import { COMMAND_OPTIONS } from '../../kit/base/command-options.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { quote, visible } from '../../kit/base/sentence.ts'
import { maySameName } from '../../kit/names/person-name.ts'
import { derivedId } from '../../model/identity.ts'
import type { Person } from '../../model/person.ts'
import { matchAddress } from '../../places/addresses/resolve.ts'
import { wholeStreets } from '../../places/locate/locate-address.ts'
import { catalogStoreOf } from '../serving/backend.ts'
import { databaseOf } from '../serving/database.ts'
import type { Call, CommandGroup } from '../terminal/command.ts'
import { auditDocument, auditLine, suppressionDocument, suppressionTable } from './people-view.ts'

/** A run of `plat people …`, with the opened catalog and the opened list of people to hide from answers. */
interface PeopleCall extends Call {
  readonly store: CatalogStore
  readonly people: PeopleAdmin
}

/** `plat people …` withholds people from all answers, erases them, and shows who looked up whom. */
export const COMMAND: CommandGroup = {
  description: 'Hide people from all answers, erase them, and show who looked up whom.',
  examples: `
Examples:
  ./plat people suppress p12m1
  ./plat people suppress --source-id persons:4711
  ./plat people suppress --name "Ann Lee" --address "1204 N Lamar Blvd, Austin, TX 78703"
  ./plat people erase p12m1 --yes
  ./plat people audit --since 2026-11-01 --key key_7h2m9x4c

Within a second, a running service hides the person from all answers, even as a
relative or associate of others. Later imports do not change this. PEO_ID is
the id that /skip/byaddress returns. The list is stored apart from the catalog, as
ids and keyed hashes, in people.sqlite in the data folder or in the database.`,
  commands: [
    {
      usage: 'suppress [PEO_ID]',
      summary: 'Hide a person from every answer, but keep the record.',
      example: 'suppress p12m1',
      options: ['sourceId', 'name', 'address', 'absent'],
      never: [],
      run: withPeople(suppress),
    },
    {
      usage: 'erase [PEO_ID]',
      summary: 'Delete the record of a person for good, and leave it out of later imports.',
      example: 'erase p12m1 --yes',
      options: ['sourceId', 'yes', 'absent'],
      texts: { absent: 'Also accept an id that no record has yet. It then applies to later imports.' },
      run: withPeople(erase),
    },
    {
      usage: 'unsuppress <ENTRY>',
      summary: 'Stop hiding a person, by PEO_ID or by number in the list.',
      example: 'unsuppress 3',
      run: withPeople(unsuppress),
    },
    {
      usage: 'list',
      summary: 'List hidden people, without names.',
      example: 'list --json',
      run: withPeople(list),
    },
    {
      usage: 'audit',
      summary: 'Show who looked up whom and when, oldest first.',
      example: 'audit --since 2026-11-01',
      options: ['since', 'until', 'key', 'operation', 'subject'],
      run: withPeople(audit),
    },
  ],
}

async function suppress(call: PeopleCall): Promise<void> {
  const { people, options } = call
  const personId = personIdOf(call)
  const { name, address, absent } = options
  if (personId === undefined && name !== undefined && address !== undefined)
    return suppressWritten(call, name, address, absent === true)
  const entry = await people.suppress(await whomOf(call, personId), false)
  show(call, entry, withheldSentence(nameOf(entry)))
}

/**
 * Hides from answers everyone who may have this name at this address. If the catalog has no such person and `absent` is
 * set, later imports hide the name and address.
 */
async function suppressWritten(call: PeopleCall, name: string, address: string, absent: boolean): Promise<void> {
  const { store, people, answer } = call
  refuseVague(name, address)
  const there = await peopleKnownAt(address, store)
  const meant = there.filter((person) => maySameName(person.name, name))
  if (meant.length === 0 && !absent) throw nobodyMeant(name, address, there)
  const whom: readonly PersonReference[] =
    meant.length === 0 ? [{ kind: 'written', name, address }] : meant.map((person) => ({ kind: 'person', person }))
  const entries: Suppression[] = []
  for (const one of whom) entries.push(await people.suppress(one, false))
  const names = new Map(meant.map((person) => [person.personId, person.name]))
  answer(
    {
      withheld: entries.map((entry) => ({
        ...suppressionDocument(entry),
        name: names.get(entry.personId ?? '') ?? null,
      })),
    },
    entries.map((entry) => {
      const recordedName = names.get(entry.personId ?? '')
      return recordedName === undefined
        ? `${nameOf(entry)} hides ${quote(name)} at ${quote(address)} in later imports. Nobody in this catalog has that name there.`
        : withheldSentence(`${nameOf(entry)} (${visible(recordedName)})`)
    }),
  )
}

function withheldSentence(who: string): string {
  return `${who} is hidden: within a second, a running service shows nothing about them.`
}

/** Returns everyone who lives or lived at an address, including people who are hidden from answers. */
async function peopleKnownAt(address: string, store: CatalogStore): Promise<readonly Person[]> {
  const book = { addressesAt: async (number: string, street: string) => store.peopleAt(number, street) }
  const { written, fitting } = await matchAddress(address, book, { kind: 'person' })
  const entries = written === undefined ? [] : wholeStreets(written, fitting)
  const ids = new Set(entries.map(({ id }) => String(id)))
  return [...ids].map((id) => store.person(id)).filter((person) => person !== undefined)
}

/** Maximum number of people that an error message names. */
const MAX_NAMED = 10

function nobodyMeant(name: string, address: string, there: readonly Person[]): CommandFault {
  const shownPeople = there.slice(0, MAX_NAMED).map((person) => `${visible(person.name)} (${visible(person.personId)})`)
  const others = shownPeople.length === 0 ? 'nobody is known there' : `known there: ${shownPeople.join(', ')}`
  return new CommandFault(
    `Nobody was hidden, because no person in this catalog is ${quote(name)} at ${quote(address)} (${others}). Give a name and an address on record, or a PEO_ID. With --absent, later imports hide this name and address.`,
    EXIT.nobody,
  )
}

async function erase(call: PeopleCall): Promise<void> {
  const whom = await whomOf(call, personIdOf(call))
  const personId = whom.kind === 'person' ? whom.person.personId : whom.personId
  if (!call.options.yes) {
    throw new CommandFault(
      `This would delete the record of "${personId}" for good and leave it out of later imports: to delete it, add --yes.`,
      EXIT.usage,
    )
  }
  const entry = await call.people.suppress(whom, true) // before erasing, so that no answer can show the person
  const { wasThere, clean } = await call.store.erasePerson(personId)
  const gone = wasThere ? 'the record was deleted from the catalog' : 'the catalog had no record'
  const { beyond, held } = call.store.isFolder ? IN_FOLDER : IN_DATABASE
  show(call, entry, `${nameOf(entry)} is erased: ${gone}, and later imports leave it out.${wasThere ? beyond : ''}`)
  if (!clean) throw new CommandFault(held, EXIT.busy)
}

/**
 * Sentences about an erasure. `beyond`: where the record may remain. `held`: why the record could not be erased yet.
 */
const IN_FOLDER = {
  beyond: '',
  held: 'Another process uses the catalog’s write-ahead log, which may still contain the record. Run the command again when that process has ended.',
}
const IN_DATABASE = {
  beyond: ' The log of the database server, replicas that are behind, and backups may still contain it.',
  held: 'A dump, a long query or a replication slot of the database may still see the record. Run the command again when it has ended.',
}

async function unsuppress({ people, words: [entry = ''], answer }: PeopleCall): Promise<void> {
  const gone = await people.unsuppress(entry)
  const lines = gone.map((one) => {
    const more = one.erased ? ' The record was deleted, but the next import may bring it back.' : ''
    return `${nameOf(one)} is no longer hidden.${more}`
  })
  answer({ unsuppressed: gone.map(suppressionDocument) }, lines)
}

async function list({ terminal, people, options, answer }: PeopleCall): Promise<void> {
  const entries = await people.list()
  if (entries.length === 0 && !options.json) terminal.note('Nobody is hidden.')
  else answer({ withheld: entries.map(suppressionDocument) }, suppressionTable(entries, terminal.watched))
}

async function audit({ terminal, people, options, answer }: PeopleCall): Promise<void> {
  const { since, until, key, operation, subject } = options
  const entries = people.audit({
    ...(since !== undefined && { fromMs: startOfDay(since) }),
    ...(until !== undefined && { untilMs: startOfDay(until) + DAY_MS }),
    ...(key !== undefined && { keyId: key }),
    ...(operation !== undefined && { operation }),
    ...(subject !== undefined && { subject }),
  })
  if (options.json) {
    const documents: object[] = []
    for await (const entry of entries) documents.push(auditDocument(entry))
    return answer({ entries: documents }, [])
  }
  let count = 0
  for await (const entry of entries) {
    terminal.print(auditLine(entry))
    count++
  }
  if (count === 0) terminal.note('The audit log has no matching calls.')
}

/** Returns the person id from the command line; `--source-id` is converted to a person id. */
function personIdOf({ words: [personId], options: { sourceId } }: PeopleCall): string | undefined {
  if (sourceId === undefined) return personId
  const [, source = '', key = ''] = /^([^:]+):(.+)$/.exec(sourceId) ?? []
  if (source !== '' && personId === undefined) return derivedId('person', source, key)
  throw new CommandFault(
    personId === undefined
      ? `The key must be ${COMMAND_OPTIONS.sourceId.kind.accepted}; you gave ${quote(sourceId)}.`
      : WHO_IS_MEANT,
    EXIT.usage,
  )
}

const WHO_IS_MEANT = 'Say who is meant: give a PEO_ID, or --source-id, or (to hide somebody) --name and --address.'

type IdentifiedPerson = Exclude<PersonReference, { readonly kind: 'written' }>

/**
 * Finds a person by id. Throws if the person is neither in the catalog nor on the list of hidden people, unless
 * `--absent` is given.
 */
async function whomOf({ store, people, options }: PeopleCall, personId: string | undefined): Promise<IdentifiedPerson> {
  const { name, address, absent, sourceId } = options
  if (personId === undefined || name !== undefined || address !== undefined) {
    throw new CommandFault(WHO_IS_MEANT, EXIT.usage)
  }
  const person = store.person(personId)
  if (person !== undefined) return { kind: 'person', person }
  const isListed = (await people.list()).some((entry) => entry.personId === personId)
  if (absent || isListed) return { kind: 'id', personId }
  throw new CommandFault(
    `No person in this catalog has the ${sourceId === undefined ? `id "${personId}". Use an id from /skip/byaddress` : `key ${quote(sourceId)}. Use a key of a source that ./plat sources list shows`}, or --absent for later imports.`,
    EXIT.data,
  )
}

function nameOf({ number, personId }: Suppression): string {
  return personId === undefined ? `Entry ${number}` : `Person ${personId}`
}

function show({ answer }: Call, entry: Suppression, sentence: string): void {
  answer(suppressionDocument(entry), [sentence])
}

/** Opens the catalog and the list of hidden people for `work`, and closes the list afterwards. */
function withPeople(work: (call: PeopleCall) => Promise<void>): (call: Call) => Promise<void> {
  return async (call) => {
    const { terminal, settings } = call
    const { clock } = terminal
    const store = await catalogStoreOf(settings)
    const database = databaseOf(settings)
    const people = await openPeopleAdmin({ dataDir: settings.data, database, clock, randomness: randomBytes })
    try {
      await work({ ...call, store, people })
    } finally {
      await people.close()
    }
  }
}
