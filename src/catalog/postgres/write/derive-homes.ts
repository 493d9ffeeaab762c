import type { Agent, Office } from '../../../model/agent.ts'
import type { Home } from '../../../model/home.ts'
import { LISTING_CLASSES, type ListingClass, listingClassOf } from '../../../model/home-columns.ts'
import { addressEntry } from '../../../places/addresses/address-book.ts'
import { areaKey } from '../../facts/home-areas.ts'
import { shortText } from '../../facts/short-text.ts'
import { derivedFrom } from '../../facts/stored-home.ts'
import type { CardWriter } from '../cards.ts'
import type { Session } from '../session.ts'
import { stateCode, tableOf } from '../tables/columns.ts'
import { type CopyValue, copyLine } from '../tables/copy-lines.ts'
import { indexedHome } from '../tables/short-texts.ts'
import type { AddressBook, NamedEntry } from './address-book.ts'
import type { ContentsWriter } from './contents.ts'
import type { EventWriter } from './event-writer.ts'
import { addHomeProperties, removeProperties } from './property-rows.ts'
import { addRows, batchesOf, removeChangedRows } from './rows.ts'
import { pointRow, searchRow, textRow } from './search-row.ts'
import type { Tallies } from './tallies/tallies.ts'

/** Number of ids that one statement looks up. */
const BATCH = 2000

/** Adds to `changed_home` the homes whose listing names a changed agent, or an agent of a changed office. */
export function addHomesOfPeople(
  session: Session,
  changed: { readonly agents: boolean; readonly offices: boolean },
): void {
  if (changed.agents) addHomesWith(session, 'ListAgentKey', 'agent')
  if (changed.offices) addHomesWith(session, 'ListOfficeKey', 'office')
}

function addHomesWith(session: Session, column: 'ListAgentKey' | 'ListOfficeKey', noun: 'agent' | 'office'): void {
  const ids = session.query(`SELECT id FROM changed_${noun}`).map(({ id }) => shortText(String(id)))
  for (let from = 0; from < ids.length; from += BATCH)
    session.query(
      `INSERT INTO changed_home (id, is_same) SELECT key::int8, true FROM catalog.property
       WHERE "${column}" = ANY($1::text[]) AND noun = 'home' ON CONFLICT DO NOTHING`,
      [ids.slice(from, from + BATCH)],
    )
}

/** How changed homes affect data about all homes. */
interface DerivedHomes {
  /** The areas (such as ZIP codes) of changed homes without coordinates. */
  readonly areas: ReadonlySet<string>
  /** How much the number of listings of each class has changed. */
  readonly listedMore: ReadonlyMap<ListingClass, number>
}

/** The parts that process each change of a home. */
interface HomeTakers {
  readonly tallies: Tallies
  readonly contents: ContentsWriter
  readonly events: EventWriter
}

/**
 * Derives all data again that depends on the homes in `changed_home`: rows for searches, search results, points and
 * addresses.
 */
export function deriveHomes(
  session: Session,
  book: AddressBook,
  { tallies, contents, events }: HomeTakers,
  cardWriter: CardWriter,
  onProgress: (done: number, total: number) => void,
): DerivedHomes {
  const areas = new Set<string>()
  session.query('CREATE INDEX ON changed_home (along, id)')
  session.query('ANALYZE changed_home')
  const removed = removeChangedRows(session, 'home')
  const listedMore = new Map(LISTING_CLASSES.map((name) => [name, -(removed.get(tableOf(name)) ?? 0)]))
  const removedPoints = session.query(`WITH gone AS (
      DELETE FROM catalog.home_point kept USING changed_home changed WHERE changed.id = kept.id RETURNING building)
    SELECT DISTINCT building FROM gone WHERE building IS NOT NULL`)
  const buildings = new Set(removedPoints.map(({ building }) => String(building)))
  removeProperties(session, 'home')
  book.removeChanged('home')
  const total = Number(session.query('SELECT count(*) AS homes FROM changed_home')[0]?.homes)
  let done = 0
  for (const rows of batchesOf(session, CHANGED)) {
    const records = readAll<Home>(
      session,
      'home',
      rows.map(({ id }) => id),
    )
    const stored = new Map<Home, NumberedHome>()
    const changes = rows.map(({ id, before, is_same, sequence }) => {
      const home = records.get(String(id))
      const after = home && indexedHome(home)
      if (is_same !== true) {
        const whole = before === null ? undefined : JSON.parse(before as string) // the column contains text
        contents.take('home', whole, home)
        events.take('home', { id: Number(id), sequence: Number(sequence), before: whole, after: home })
      }
      if (home !== undefined && after !== undefined) stored.set(after, { home, sequence: Number(sequence) })
      const was = before === null ? undefined : indexedHome(derivedFrom(before as string)) // the column contains text
      return { after, before: was, isSame: is_same === true }
    })
    tallies.take(changes.filter(({ isSame }) => !isSame))
    const homes = changes.flatMap(({ after }) => after ?? [])
    for (const { point, lotId } of homes) if (point !== undefined && lotId !== undefined) buildings.add(lotId)
    storeBatch(session, stored, tallies.placesOf(homes), cardWriter)
    for (const home of homes) {
      const listingClass = listingClassOf(home)
      if (listingClass === undefined) continue
      listedMore.set(listingClass, (listedMore.get(listingClass) ?? 0) + 1)
      const area = home.point ? undefined : areaKey(home)
      if (area !== undefined) areas.add(area)
    }
    book.add(homes.flatMap(entryOf))
    done += rows.length
    onProgress(done, Math.max(total, done))
  }
  session.query(MARK_HEADS, [[...buildings]])
  return { areas, listedMore }
}

/** Marks the unit with the lowest id as the head of its building, and no other unit. Other homes are heads already. */
const MARK_HEADS = `UPDATE catalog.home_point kept SET is_head = NOT is_head
  FROM (SELECT building, min(id) AS head FROM catalog.home_point WHERE building = ANY($1) GROUP BY building) lowest
  WHERE kept.building = lowest.building AND is_head <> (id = head)`

const CHANGED = `SELECT id, before, is_same, sequence FROM changed_home LEFT JOIN catalog.home_change USING (id)
  ORDER BY along, id`

function entryOf(home: Home): NamedEntry[] {
  const entry = addressEntry(home)
  return entry === undefined ? [] : [{ entry, name: '' }]
}

interface NumberedHome {
  readonly home: Home
  /** The sequence number of the home's last change. */
  readonly sequence: number
}

function storeBatch(
  session: Session,
  /** The key is the home with shortened strings; see `indexedHome`. */
  stored: ReadonlyMap<Home, NumberedHome>,
  placeOf: (home: Home) => number,
  cardWriter: CardWriter,
): void {
  const rowsByTable = new Map<string, (readonly CopyValue[])[]>()
  const add = (table: string, values: readonly CopyValue[]) => {
    const rowsOfTable = rowsByTable.get(table) ?? []
    rowsByTable.set(table, rowsOfTable)
    rowsOfTable.push(values)
  }
  const listed = [...stored].filter(([home]) => listingClassOf(home) !== undefined)
  const whole = [...stored.values()]
  const peopleOf = people(
    session,
    whole.map(({ home }) => home),
  )
  for (const [indexed, { home }] of listed) {
    const table = tableOf(listingClassOf(home) ?? 'Sold') // only homes with a class pass the filter
    add(table, searchRow(indexed))
    add(`${table}_text`, textRow(indexed))
    add('card', [home.zpid, stateCode(indexed.address), ...cardWriter.values(cardWriter.home(home, peopleOf(home)))])
  }
  for (const [table, rows] of rowsByTable) addRows(session, table, rows)
  addHomeProperties(
    session,
    whole.map((each) => ({ ...each, people: peopleOf(each.home) })),
  )
  const points = [...stored.keys()].flatMap((home) => {
    const point = pointRow(home, placeOf(home))
    return point === undefined ? [] : [copyLine(point)]
  })
  session.copy('COPY catalog.home_point FROM STDIN', points.join(''))
}

/** Returns a function that finds the agent and the office that list a home. */
function people(session: Session, homes: readonly Home[]) {
  const agentIds = [...new Set(homes.flatMap(({ listing }) => listing?.listAgentId ?? []))]
  const agents = readAll<Agent>(session, 'agent', agentIds)
  const officeIds = [...new Set([...agents.values()].flatMap(({ officeId }) => officeId ?? []))]
  const offices = readAll<Office>(session, 'office', officeIds)
  return ({ listing }: Home) => {
    const agent = agents.get(listing?.listAgentId ?? '')
    return { agent, office: offices.get(agent?.officeId ?? '') }
  }
}

function readAll<R>(
  session: Session,
  noun: 'home' | 'agent' | 'office',
  ids: readonly unknown[],
): ReadonlyMap<string, R> {
  if (ids.length === 0) return new Map()
  const rows = session.query(`SELECT id, record FROM catalog.${noun} WHERE id = ANY($1)`, [ids])
  return new Map(rows.map(({ id, record }) => [String(id), JSON.parse(String(record))]))
}

/** Adds areas to the stored areas. */
export function storeAreas(session: Session, keys: ReadonlySet<string>, revision: number): void {
  session.query('INSERT INTO catalog.area SELECT unnest($1::text[]), $2 ON CONFLICT DO NOTHING', [[...keys], revision])
}
