import { randomBytes } from 'node:crypto'
import { Command } from 'commander'
import type { CatalogStore, StoredHome } from '../../catalog/ports/catalog-store.ts'
import { HomeRecords } from '../../intake/ingest/home-records.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { quote } from '../../kit/base/sentence.ts'
import { parseAddress } from '../../places/addresses/address.ts'
import { homesAt } from '../../places/addresses/home-keys.ts'
import { bringUp } from '../serving/bring-up.ts'
import { catalogStoreOf, withheldOf } from '../serving/database.ts'
import { cardsOf } from '../serving/words.ts'
import { printJson } from '../terminal/command-group.ts'
import { EXIT_CODES_HELP, readTold, type Told, withOptions } from '../terminal/options.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { explained, explanation } from './explain-view.ts'

const AFTER_HELP = `
Records of several sources, or several of one, become one home when parcel or address say so and nothing speaks
against it. What they say is kept, so a home can be taken apart again at any time:
  ./plat explain ZPID --apart ZPID    makes one of its records a home of its own
  ./plat explain ZPID --join ZPID     joins another home to it
${EXIT_CODES_HELP}

Example:
  ./plat explain "12 Main Rd, Seattle, WA 98103" --data kc`

/** `plat explain` shows which records make a home and why, and lets an operator correct that. */
export function explainCommand(terminal: Terminal): Command {
  const command = new Command('explain')
    .summary('show which records make a home and why, take them apart or join them')
    .description('Show which records make a home, why they were joined, and what each of them says.')
    .argument('<home>', 'a zpid, or an address with its ZIP')
    .addHelpText('after', AFTER_HELP)
  command.action((home: string) => explain(terminal, home, readTold(command, terminal)))
  return withOptions(command, ['apart', 'join', 'data', 'json'])
}

async function explain(terminal: Terminal, text: string, { settings, options }: Told): Promise<void> {
  const store = await catalogStoreOf(settings)
  const { apart, join, json = false } = options
  if (apart !== undefined && join !== undefined) {
    throw new CommandFault('Cannot do both --apart and --join: give one of them at a time.', EXIT.usage)
  }
  bringUp(store, terminal)
  const zpid = homeMeant(store, text)
  if (apart !== undefined || join !== undefined) {
    await change({ terminal, store, settings }, (homes) => {
      if (apart !== undefined) takeApart(homes, zpid, zpidIn(apart))
      if (join !== undefined) joinTo(homes, zpid, zpidIn(join))
    })
  }
  const shown = explained(homeNamed(store, zpid, text))
  if (json) printJson(terminal, shown)
  else for (const line of explanation(shown)) terminal.print(line)
}

function homeNamed(store: CatalogStore, zpid: number, text: string): StoredHome {
  const stored = store.home(zpid)
  if (stored) return stored
  throw new CommandFault(
    `No home in this catalogue is ${quote(text)}: accepted is a zpid that answers carry, or an address with its ZIP.`,
    EXIT.data,
  )
}

/** Cap on the homes named when an address fits several. */
const HOMES_NAMED = 50

function homeMeant(store: CatalogStore, text: string): number {
  if (/^\d{1,16}$/.test(text)) return homeNamed(store, Number(text), text).home.zpid
  const { houseNumber, street, zipcode, unit } = parseAddress(text)
  const query = homesAt({ houseNumber, street, zipcode })
  if (query === undefined) {
    throw new CommandFault(
      `Cannot tell which home is ${quote(text)}: accepted is a zpid, or an address with house number, street and ZIP.`,
      EXIT.usage,
    )
  }
  const ids = store.homesFiledUnder(query, HOMES_NAMED)
  const homes = ids.flatMap((id) => store.home(id)?.home ?? [])
  const there = new Map(homes.map((home) => [home.zpid, home]))
  const meant = [...there.values()].filter(({ address }) =>
    isWritten(address.streetAddress, { houseNumber, street, unit }),
  )
  const [home, ...others] = meant
  if (home === undefined || others.length === 0) return homeNamed(store, home?.zpid ?? Number.NaN, text).home.zpid
  const byStreet = meant.toSorted((a, b) => (a.address.streetAddress < b.address.streetAddress ? -1 : 1))
  const named = byStreet.map(({ zpid, address }) => `${zpid} (${address.streetAddress})`)
  throw new CommandFault(
    `${meant.length} homes are at ${quote(text)}: give the zpid of one: ${named.join(', ')}.`,
    EXIT.usage,
  )
}

function isWritten(
  line: string,
  written: { readonly houseNumber: string; readonly street: string; readonly unit: string },
) {
  const { houseNumber, street, unit } = parseAddress(line)
  return (
    houseNumber === written.houseNumber && street === written.street && (written.unit === '' || unit === written.unit)
  )
}

function zpidIn(text: string): number {
  if (/^\d{1,16}$/.test(text)) return Number(text)
  throw new CommandFault(`Cannot read the id ${quote(text)}: accepted is a zpid, a whole number.`, EXIT.usage)
}

function takeApart(homes: HomeRecords, home: number, record: number): void {
  if (homes.homeOf(record) === home && homes.apart(record)) return
  const ids = homes.membersOf(home).map(({ record: { zpid } }) => zpid)
  const accepted = ids.length > 1 ? `its records are ${ids.join(', ')}` : 'it is a single record'
  throw new CommandFault(`Cannot take ${record} out of home ${home}: ${accepted}.`, EXIT.data)
}

function joinTo(homes: HomeRecords, home: number, id: number): void {
  const other = homes.homeOf(id)
  if (other !== undefined && homes.together(other, home)) return
  const why = other === home ? 'they are one home already' : 'there is no such home'
  throw new CommandFault(`Cannot join ${id} to home ${home}: ${why}.`, EXIT.data)
}

function newCatalogId(): string {
  return randomBytes(8).toString('hex')
}

/** Commits all changes of `work`, or none. */
async function change(
  { terminal, store, settings }: { terminal: Terminal; store: CatalogStore } & Pick<Told, 'settings'>,
  work: (homes: HomeRecords) => void,
): Promise<void> {
  const kind = store.kind() ?? 'imported'
  const writer = store.openWriter({
    kind,
    replace: false,
    cards: cardsOf(settings),
    withheld: await withheldOf(settings),
    newCatalogId,
    signal: terminal.interrupted,
  })
  try {
    terminal.interrupted.throwIfAborted()
    const homes = new HomeRecords(writer)
    work(homes)
    homes.flush()
    writer.commit()
  } finally {
    writer.rollback()
  }
}
