import type { CatalogStore, StoredHome } from '../../catalog/ports/catalog-store.ts'
import { HomeRecords } from '../../intake/ingest/home-records.ts'
import { mergedHome } from '../../intake/ingest/merged-home.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { quote } from '../../kit/base/sentence.ts'
import { parseAddress } from '../../places/addresses/address.ts'
import { homesAt } from '../../places/addresses/home-keys.ts'
import { catalogStoreOf } from '../serving/backend.ts'
import type { Call, SingleCommand } from '../terminal/command.ts'
import { changeCatalog } from './change-catalog.ts'
import { explained, explanation } from './explain-view.ts'

/** `plat explain` shows which records make up a home and why, and lets an operator split or join records. */
export const COMMAND: SingleCommand = {
  description: 'Show which records make up a home, why they were joined, and what each record says.',
  arguments: ['a zpid, or an address with its ZIP'],
  explanation: `Plat joins records into one home if they have the same parcel number or address and nothing contradicts it. It keeps
every record, so you can split a home at any time:
  ./plat explain ZPID --apart ZPID    makes one of its records a separate home
  ./plat explain ZPID --join ZPID     joins another home to it`,
  examples: `Example:
  ./plat explain "12 Main Rd, Seattle, WA 98103" --data kc`,
  options: ['apart', 'join', 'data', 'json'],
  run: explain,
}

async function explain(call: Call): Promise<void> {
  const { apart, join } = call.options
  const [text = ''] = call.words
  const store = await catalogStoreOf(call.settings)
  if (apart !== undefined && join !== undefined) {
    throw new CommandFault('Cannot use --apart together with --join: give one of the two.', EXIT.usage)
  }
  const zpid = homeMeant(store, text)
  if (apart !== undefined || join !== undefined) {
    await changeCatalog(call, store, (writer) => {
      const homes = new HomeRecords(writer)
      if (apart !== undefined) takeApart(homes, zpid, zpidIn(apart))
      if (join !== undefined) joinTo(homes, zpid, zpidIn(join))
      homes.flush()
    })
  }
  const shown = explained(homeNamed(store, zpid, text))
  call.answer(shown, explanation(shown))
}

function homeNamed(store: CatalogStore, zpid: number, text: string): StoredHome {
  const stored = wholeHome(store, zpid)
  if (stored) return stored
  throw new CommandFault(
    `No home in this catalog is ${quote(text)}. Give a zpid from an answer, or an address with its ZIP.`,
    EXIT.data,
  )
}

/** Returns a home with the parts that its source hides from callers. Operators may see these parts. */
function wholeHome(store: CatalogStore, id: number): StoredHome | undefined {
  const stored = store.home(id)
  if (stored?.home.address.undisclosed !== true || stored.records.length === 0) return stored
  const records = stored.records.map(({ record }) => record)
  return { ...stored, home: mergedHome(stored.home.zpid, records, stored.precedences) }
}

/** Maximum number of homes to list if an address matches several homes. */
const HOMES_NAMED = 50

function homeMeant(store: CatalogStore, text: string): number {
  if (/^\d{1,16}$/.test(text)) return homeNamed(store, Number(text), text).home.zpid
  const { houseNumber, street, zipcode, unit } = parseAddress(text)
  const query = homesAt({ houseNumber, street, zipcode })
  if (query === undefined) {
    throw new CommandFault(
      `Cannot identify the home ${quote(text)}. Give a zpid, or an address with house number, street and ZIP.`,
      EXIT.usage,
    )
  }
  const ids = store.homesFiledUnder(query, HOMES_NAMED)
  const homes = ids.flatMap((id) => wholeHome(store, id)?.home ?? [])
  const there = new Map(homes.map((home) => [home.zpid, home]))
  const meant = [...there.values()].filter(({ address }) =>
    isWritten(address.streetAddress, { houseNumber, street, unit }),
  )
  const [home, ...others] = meant
  if (home === undefined || others.length === 0) return homeNamed(store, home?.zpid ?? Number.NaN, text).home.zpid
  const byStreet = meant.toSorted((a, b) => (a.address.streetAddress < b.address.streetAddress ? -1 : 1))
  const named = byStreet.map(({ zpid, address }) => `${zpid} (${address.streetAddress})`)
  throw new CommandFault(
    `${meant.length} homes have the address ${quote(text)}. Give the zpid of one: ${named.join(', ')}.`,
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
  throw new CommandFault(`The id must be a zpid, a whole number; you gave ${quote(text)}.`, EXIT.usage)
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
  const why = other === home ? 'they already are one home' : 'no such home exists'
  throw new CommandFault(`Cannot join ${id} to home ${home}: ${why}.`, EXIT.data)
}
