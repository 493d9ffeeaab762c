import { addressEntry } from '../../addresses/address-book.ts'
import type { Agent, Office } from '../../model/agent.ts'
import type { Home } from '../../model/home.ts'
import { LISTING_CLASSES, listingClassOf } from '../../model/home-columns.ts'
import { derivedFrom } from '../stored-home.ts'
import type { AddressBook, NamedEntry } from './address-book.ts'
import { bucketOf } from './buckets.ts'
import type { CardPacker } from './card-packer.ts'
import { tableOf } from './columns.ts'
import { type CopyValue, copyLine } from './copy-lines.ts'
import { pointRow, searchRow, textRow } from './search-row.ts'
import type { Session } from './session.ts'
import { indexedHome, shortText } from './short-texts.ts'
import type { TableRows } from './table-rows.ts'
import type { Tallies } from './tallies/tallies.ts'
import { WhereaboutsTally } from './whereabouts.ts'

/** Homes that are read, and whose rows are written, at a time. */
const BATCH = 2000

const CLASS_TABLES = LISTING_CLASSES.map(tableOf)
export const HOME_TABLES = [...CLASS_TABLES, ...CLASS_TABLES.map((table) => `${table}_text`), 'card'] as const

/** Adds to `changed_home` the listings whose card names a changed agent, or an agent of a changed office. */
export function addHomesOfPeople(
  session: Session,
  changed: { readonly agents: boolean; readonly offices: boolean },
): void {
  const ids = [
    ...new Set([
      ...(changed.agents ? session.query('SELECT id FROM changed_agent').map(({ id }) => shortText(String(id))) : []),
      ...(changed.offices ? agentsOfOffices(session) : []),
    ]),
  ]
  for (let from = 0; from < ids.length; from += BATCH)
    for (const table of CLASS_TABLES)
      session.query(
        `INSERT INTO changed_home (id, is_same) SELECT zpid, true FROM catalog.${table}
         WHERE agent = ANY($1::text[]) ON CONFLICT DO NOTHING`,
        [ids.slice(from, from + BATCH)],
      )
}

/** Those of changed offices, but for agents who changed themselves. */
function agentsOfOffices(session: Session): readonly string[] {
  const offices = session.query('SELECT id FROM changed_office').map(({ id }) => shortText(String(id)))
  const agents: string[] = []
  for (let from = 0; from < offices.length; from += BATCH) {
    const text = 'SELECT id FROM catalog.agent_figures WHERE office = ANY($1::text[])'
    for (const { id } of session.query(text, [offices.slice(from, from + BATCH)])) agents.push(shortText(String(id)))
  }
  return agents
}

/**
 * Derives again all that follows from the homes in `changed_home`: rows of searches, cards, points and addresses. Returns
 * where they are.
 */
export function deriveHomes(
  session: Session,
  tableRows: TableRows,
  book: AddressBook,
  tallies: Tallies,
  packer: CardPacker,
  onProgress: (done: number, total: number) => void,
): WhereaboutsTally {
  const whereabouts = new WhereaboutsTally()
  session.query('CREATE INDEX ON changed_home (along, id)')
  session.query('ANALYZE changed_home')
  tableRows.removeChanged('home')
  session.query('DELETE FROM catalog.home_point kept USING changed_home changed WHERE changed.id = kept.id')
  book.removeChanged('home')
  const total = Number(session.query('SELECT count(*) AS homes FROM changed_home')[0]?.homes)
  let last: readonly unknown[] = [-1, -1]
  for (let done = 0; ; ) {
    const rows = session.query(
      `SELECT id, along, before, is_same FROM changed_home WHERE (along, id) > ($1, $2) ORDER BY along, id LIMIT ${BATCH}`,
      last,
    )
    if (rows.length === 0) return whereabouts
    last = [rows.at(-1)?.along, rows.at(-1)?.id]
    const records = readAll<Home>(
      session,
      'home',
      rows.map(({ id }) => id),
    )
    const stored = new Map<Home, Home>()
    const changes = rows.map(({ id, before, is_same }) => {
      const home = records.get(String(id))
      const after = home && indexedHome(home)
      if (home !== undefined && after !== undefined) stored.set(after, home)
      const was = before === null ? undefined : indexedHome(derivedFrom(before as string)) // as above
      return { after, before: was, isSame: is_same === true }
    })
    tallies.take(changes.filter(({ isSame }) => !isSame))
    const homes = changes.flatMap(({ after }) => after ?? [])
    storeBatch(session, tableRows, stored, tallies.placesOf(homes), packer)
    const listed = homes.filter((home) => listingClassOf(home) !== undefined)
    for (const home of listed) whereabouts.add(home)
    tableRows.noteBuildings(listed)
    book.add(homes.flatMap(entryOf))
    done += rows.length
    onProgress(done, Math.max(total, done))
  }
}

function entryOf(home: Home): NamedEntry[] {
  const entry = addressEntry(home)
  return entry === undefined ? [] : [{ entry, name: '' }]
}

function storeBatch(
  session: Session,
  tableRows: TableRows,
  /** By what is indexed of each. */
  stored: ReadonlyMap<Home, Home>,
  placeOf: (home: Home) => number,
  packer: CardPacker,
): void {
  const found = new Map<string, (readonly CopyValue[])[]>()
  const add = (table: string, values: readonly CopyValue[]) => {
    const known = found.get(table) ?? []
    found.set(table, known)
    known.push(values)
  }
  const listed = [...stored].filter(([home]) => listingClassOf(home) !== undefined)
  const peopleOf = people(
    session,
    listed.map(([, home]) => home),
  )
  for (const [indexed, home] of listed) {
    const table = tableOf(listingClassOf(home) ?? 'Sold') // the filter left those that have one
    add(table, searchRow(indexed))
    add(`${table}_text`, textRow(indexed))
    add('card', [home.zpid, bucketOf(indexed), ...packer.values(packer.home(home, peopleOf(home)))])
  }
  for (const [table, rows] of found) tableRows.add(table, rows)
  const points = [...stored.keys()].flatMap((home) => {
    const point = pointRow(home, placeOf(home))
    return point === undefined ? [] : [copyLine(point)]
  })
  session.copy('COPY catalog.home_point FROM STDIN', points.join(''))
}

/** The agents and offices that list some homes. */
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
