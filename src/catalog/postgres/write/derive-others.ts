import type { AddressEntry } from '../../../model/address-entry.ts'
import type { Person } from '../../../model/person.ts'
import { buildingEntry, personEntries } from '../../../places/addresses/address-book.ts'
import { entryValues } from '../../facts/entries.ts'
import { shortText } from '../../facts/short-text.ts'
import type { Noun, Records } from '../../ports/nouns.ts'
import type { CardWriter } from '../cards.ts'
import type { Session } from '../session.ts'
import { copyLine } from '../tables/copy-lines.ts'
import { pointText, unitVector } from '../tables/points.ts'
import { indexedAddress } from '../tables/short-texts.ts'
import type { AddressBook } from './address-book.ts'
import { addRows, changedRecords, removeChangedRows } from './rows.ts'

/** Derives the addresses and search results of the buildings in `changed_building` again. */
export function deriveBuildings(session: Session, book: AddressBook, cardWriter: CardWriter): void {
  removeChangedRows(session, 'building')
  book.removeChanged('building')
  for (const batch of storedChanges(session, 'building')) {
    const parts = batch.map((building) => [building.lotId, ...cardWriter.values(cardWriter.building(building))])
    addRows(session, 'building_card', parts)
    const entries = batch.flatMap((building) => {
      const entry = buildingEntry({ ...building, address: indexedAddress(building.address) })
      return entry === undefined ? [] : [{ entry, name: shortText(building.name) }]
    })
    book.add(entries)
  }
}

/** Derives the addresses of the people in `changed_person` again. */
export function derivePeople(session: Session): void {
  session.query('DELETE FROM catalog.person_address kept USING changed_person changed WHERE kept.id = changed.id')
  for (const batch of storedChanges(session, 'person')) {
    const entries = batch.flatMap(entriesOf).map((entry) => copyLine(entryValues(entry)))
    session.copy('COPY catalog.person_address FROM STDIN', entries.join(''))
  }
}

function entriesOf(person: Person): readonly AddressEntry[] {
  return personEntries({ ...person, addresses: person.addresses.map(indexedAddress) })
}

/** Derives the points of the schools in `changed_school` again. */
export function deriveSchools(session: Session): void {
  session.query('DELETE FROM catalog.school_point kept USING changed_school changed WHERE kept.id = changed.id')
  for (const batch of storedChanges(session, 'school')) {
    const points = batch.map(({ schoolId, point: { longitude, latitude } }) =>
      copyLine([schoolId, pointText(longitude, latitude), ...unitVector(latitude, longitude)]),
    )
    session.copy('COPY catalog.school_point FROM STDIN', points.join(''))
  }
}

/** Yields, in batches, the changed records that still exist. */
function* storedChanges<N extends Noun>(session: Session, noun: N): Generator<readonly Records[N][]> {
  for (const batch of changedRecords(session, noun)) yield batch.flatMap(({ after }) => after ?? [])
}
