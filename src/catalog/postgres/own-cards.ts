import type { Database } from '../../base/postgres/database.ts'
import type { OtherNoun } from '../noun-search.ts'
import type { CardPacker } from './card-packer.ts'
import type { PackedRow } from './packed-page.ts'
import { PLACE_TABLES } from './place-tables.ts'

interface HomeRow {
  readonly id: number
  readonly record: string
  readonly agent: string | null
  readonly office: string | null
}

/** Who may ask for records: a pool, or one connection within a transaction. */
type Asked = Pick<Database, 'query'>

/** Cards of homes, made now from what is stored of these: those that are stored were made by another program. */
export async function ownHomeCards(
  database: Asked,
  packer: CardPacker,
  zpids: readonly number[],
): Promise<ReadonlyMap<number, PackedRow>> {
  const rows = await database.query<HomeRow>({ name: 'own-cards', text: HOMES, values: [zpids] })
  return new Map(
    rows.map(({ id, record, agent, office }) => {
      const people = {
        agent: agent === null ? undefined : JSON.parse(agent),
        office: office === null ? undefined : JSON.parse(office),
      }
      return [id, packer.home(JSON.parse(record), people)]
    }),
  )
}

/** The same for the parts of buildings' cards. */
export async function ownBuildingCards(
  database: Asked,
  packer: CardPacker,
  lotIds: readonly string[],
): Promise<ReadonlyMap<string, PackedRow>> {
  const text = 'SELECT id, record FROM catalog.building WHERE id = ANY($1)'
  const rows = await database.query<{ id: string; record: string }>({ name: 'own-parts', text, values: [lotIds] })
  return new Map(rows.map(({ id, record }) => [id, packer.building(JSON.parse(record))]))
}

/** The same for cards of offers or experiences. */
export function ownRecordCards(noun: OtherNoun) {
  const text = `SELECT card.key, record FROM catalog.${PLACE_TABLES[noun].cards} card JOIN catalog.${noun} USING (id)
    WHERE card.key = ANY($1)`
  return async (
    database: Asked,
    packer: CardPacker,
    keys: readonly number[],
  ): Promise<ReadonlyMap<number, PackedRow>> => {
    const rows = await database.query<{ key: number; record: string }>({ name: `own-${noun}s`, text, values: [keys] })
    return new Map(rows.map(({ key, record }) => [key, packer.record(noun, JSON.parse(record))]))
  }
}

const HOMES = `SELECT home.id, home.record, agent.record AS agent, office.record AS office FROM catalog.home
  LEFT JOIN catalog.agent ON agent.id = catalog.as_json(home.record) #>> '{listing,listAgentId}'
  LEFT JOIN catalog.office ON office.id = catalog.as_json(agent.record) ->> 'officeId'
  WHERE home.id = ANY($1)`
