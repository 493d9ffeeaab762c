import type { Home, Point } from '../../../model/home.ts'
import type { Offer } from '../../../model/offer.ts'
import {
  type AnyPropertyColumn,
  type ColumnKind,
  type ListingPeople,
  PROPERTY_COLUMNS,
} from '../../../model/property-columns.ts'
import type { Session } from '../session.ts'
import { type CopyValue, copyLine } from '../tables/copy-lines.ts'
import { columnNames } from '../tables/home-tables.ts'
import { pointText, unitVector } from '../tables/points.ts'
import { listText, PROPERTY_TABLE, RECORD_COLUMNS, storedText } from '../tables/property-table.ts'
import { batchesOf } from './rows.ts'

/** Removes the rows of changed records of a type. */
export function removeProperties(session: Session, noun: 'home' | 'offer'): void {
  session.query(
    `DELETE FROM catalog.property kept USING changed_${noun} changed
     WHERE kept.key = changed.id::text AND kept.noun = '${noun}'`,
  )
}

interface PropertyHome {
  readonly home: Home
  /** The sequence number of the home's last change. */
  readonly sequence: number
  readonly people: ListingPeople
}

/** Adds the rows of homes. */
export function addHomeProperties(session: Session, homes: readonly PropertyHome[]): void {
  addRows(
    session,
    homes.map(({ home, sequence, people }) => {
      const { zpid, point } = home
      return rowOf('home', { id: zpid, sequence, point }, (column) => column.home?.(home, people))
    }),
  )
}

/** Derives the rows of changed offers again. */
export function deriveOfferProperties(session: Session): void {
  removeProperties(session, 'offer')
  for (const batch of batchesOf(session, CHANGED_OFFERS)) {
    const rows = batch.map(({ record, sequence }) => {
      const offer: Offer = JSON.parse(String(record))
      const { offerId: id, point } = offer
      return rowOf('offer', { id, sequence: Number(sequence), point }, (column) => column.offer?.(offer))
    })
    addRows(session, rows)
  }
}

const CHANGED_OFFERS = `SELECT record, sequence FROM changed_offer
  JOIN catalog.offer USING (id) JOIN catalog.offer_change USING (id) ORDER BY id`

const COLUMNS: readonly AnyPropertyColumn[] = RECORD_COLUMNS.map((name) => PROPERTY_COLUMNS[name])

interface PropertyRecord {
  readonly id: number
  readonly sequence: number
  readonly point: Point | undefined
}

/** Returns a row with values in the order of the columns. */
function rowOf(
  noun: 'home' | 'offer',
  { id, sequence, point }: PropertyRecord,
  valueIn: (column: AnyPropertyColumn) => ValueOf,
): CopyValue[] {
  const [x, y, z] = point === undefined ? [] : unitVector(point.latitude, point.longitude)
  return [
    String(id),
    noun,
    sequence - (sequence % 1000),
    x,
    y,
    z,
    point && pointText(point.longitude, point.latitude),
    ...COLUMNS.map((column) => stored(column.kind, valueIn(column))),
  ]
}

type ValueOf = number | string | readonly string[] | undefined

function stored(kind: ColumnKind, value: ValueOf): CopyValue {
  if (typeof value === 'string') return storedText(kind, value)
  if (typeof value === 'object') return value.length === 0 ? undefined : listText(value)
  return value
}

const COPY = `COPY catalog.property (${columnNames(PROPERTY_TABLE)}) FROM STDIN`

function addRows(session: Session, rows: readonly (readonly CopyValue[])[]): void {
  session.copy(COPY, rows.map(copyLine).join(''))
}
