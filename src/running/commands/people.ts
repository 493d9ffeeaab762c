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

/** A call with the people and the catalogue that it is about. */
interface PeopleCall extends Call {
  readonly store: CatalogStore
  readonly people: PeopleAdmin
}

/** `plat people …` withholds people from all answers, erases them, and shows who asked for whom. */
export const COMMAND: CommandGroup = {
  description: 'Withhold people from all answers, erase them, and see who asked for whom.',
  examples: `
Examples:
  ./plat people suppress p12m1
  ./plat people suppress --source-id persons:4711
  ./plat people suppress --name "Ann Lee" --address "1204 N Lamar Blvd, Austin, TX 78703"
  ./plat people erase p12m1 --yes
  ./plat people audit --since 2026-11-01 --key key_7h2m9x4c

A running service withholds a person within a second: in every answer, also as
somebody's relative or associate, and after every later import. PEO_ID is the id
that /skip/byaddress gives. The list is kept in people.sqlite in the data folder,
or in the database, apart from the catalogue, as ids and keyed hashes.`,
  commands: [
    {
      usage: 'suppress [PEO_ID]',
      summary: 'Withhold a person from every answer; the record stays.',
      example: 'suppress p12m1',
      options: ['sourceId', 'name', 'address', 'absent'],
      run: withPeople(suppress),
    },
    {
      usage: 'erase [PEO_ID]',
      summary: 'Remove a record for good, and keep it out of later imports.',
      example: 'erase p12m1 --yes',
      options: ['sourceId', 'yes', 'absent'],
      run: withPeople(erase),
    },
    {
      usage: 'unsuppress <ENTRY>',
      summary: 'Stop withholding somebody, by PEO_ID or by number.',
      example: 'unsuppress 3',
      run: withPeople(unsuppress),
    },
    {
      usage: 'list',
      summary: 'List who is withheld, without names.',
      example: 'list --json',
      run: withPeople(list),
    },
    {
      usage: 'audit',
      summary: 'Show who asked for whom and when, oldest first.',
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

/** Withholds everybody who may have the name at the address; where there is nobody, only what was written, if `absent`. */
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
        ? `${nameOf(entry)} withholds ${quote(name)} at ${quote(address)} in later imports: nobody in this catalogue has that name there.`
        : withheldSentence(`${nameOf(entry)} (${visible(recordedName)})`)
    }),
  )
}

function withheldSentence(who: string): string {
  return `${who} is withheld: within a second, a running service shows nothing about them.`
}

/** Everybody who lives or lived at an address, as look-ups read it, even if they are withheld. */
async function peopleKnownAt(address: string, store: CatalogStore): Promise<readonly Person[]> {
  const book = { addressesAt: async (number: string, street: string) => store.peopleAt(number, street) }
  const { written, fitting } = await matchAddress(address, book, { kind: 'person' })
  const entries = written === undefined ? [] : wholeStreets(written, fitting)
  const ids = new Set(entries.map(({ id }) => String(id)))
  return [...ids].map((id) => store.person(id)).filter((person) => person !== undefined)
}

/** A refusal names at most this many people of an address. */
const MAX_NAMED = 10

function nobodyMeant(name: string, address: string, there: readonly Person[]): CommandFault {
  const shownPeople = there.slice(0, MAX_NAMED).map((person) => `${visible(person.name)} (${visible(person.personId)})`)
  const others = shownPeople.length === 0 ? 'nobody is known there' : `known there: ${shownPeople.join(', ')}`
  return new CommandFault(
    `Nobody was withheld, because no person in this catalog is ${quote(name)} at ${quote(address)} (${others}). Give a name and an address on record, or a PEO_ID. --absent withholds this name and address in later imports.`,
    EXIT.nobody,
  )
}

async function erase(call: PeopleCall): Promise<void> {
  const whom = await whomOf(call, personIdOf(call))
  const personId = whom.kind === 'person' ? whom.person.personId : whom.personId
  if (!call.options.yes) {
    throw new CommandFault(
      `This would remove the record of "${personId}" for good and keep it out of later imports: run it again with --yes.`,
      EXIT.usage,
    )
  }
  const entry = await call.people.suppress(whom, true) // this comes first, so that no answer shows the person from now on
  const { wasThere, clean } = await call.store.erasePerson(personId)
  const gone = wasThere ? 'the record is gone from the catalogue' : 'the catalogue had no record'
  const { beyond, held } = call.store.isFolder ? IN_FOLDER : IN_DATABASE
  show(call, entry, `${nameOf(entry)} is erased: ${gone}, and later imports leave it out.${wasThere ? beyond : ''}`)
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

async function unsuppress({ people, words: [entry = ''], answer }: PeopleCall): Promise<void> {
  const gone = await people.unsuppress(entry)
  const lines = gone.map((one) => {
    const more = one.erased ? ' The record is gone: the next import may bring it back.' : ''
    return `${nameOf(one)} is no longer withheld.${more}`
  })
  answer({ unsuppressed: gone.map(suppressionDocument) }, lines)
}

async function list({ terminal, people, options, answer }: PeopleCall): Promise<void> {
  const entries = await people.list()
  if (entries.length === 0 && !options.json) terminal.note('Nobody is withheld.')
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
  if (count === 0) terminal.note('No matching call about people was written down.')
}

/** Returns the id that the command line gives, or that belongs to the key of a source which it gives instead. */
function personIdOf({ words: [personId], options: { sourceId } }: PeopleCall): string | undefined {
  if (sourceId === undefined) return personId
  const [, source = '', key = ''] = /^([^:]+):(.+)$/.exec(sourceId) ?? []
  if (source !== '' && personId === undefined) return derivedId('person', source, key)
  throw new CommandFault(
    personId === undefined
      ? `The key must be ${COMMAND_OPTIONS.sourceId.kind.accepted}; you gave ${quote(sourceId)}.`
      : MEANT,
    EXIT.usage,
  )
}

const MEANT = 'Say who is meant: give a PEO_ID, or --source-id, or (to withhold somebody) --name and --address.'

type Known = Exclude<PersonReference, { readonly kind: 'written' }>

/** Finds the person of an id by the record. Without one, the id must be on the list, or meant for later imports. */
async function whomOf({ store, people, options }: PeopleCall, personId: string | undefined): Promise<Known> {
  const { name, address, absent, sourceId } = options
  if (personId === undefined || name !== undefined || address !== undefined) {
    throw new CommandFault(MEANT, EXIT.usage)
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

/** Opens the people and the catalogue for as long as `work` takes. */
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
