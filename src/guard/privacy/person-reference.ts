import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { quote } from '../../kit/base/sentence.ts'
import { marksOf, type PersonMarks, writtenMarks } from './marks.ts'
import type { PersonReference, Suppression } from './privacy.ts'

/** Returns the hashes that will recognize a person. Throws a CommandFault if the name or the address is incomplete. */
export function marksOfReference(secret: Uint8Array, whom: PersonReference): PersonMarks {
  if (whom.kind === 'person') return marksOf(secret, whom.person)
  if (whom.kind === 'id') return { name: '', at: [] }
  const marks = writtenMarks(secret, whom.name, whom.address)
  refuseVague(whom.name, whom.address, marks)
  return marks
}

/** Throws a CommandFault if the name and the address are too vague to recognize a person. */
export function refuseVague(name: string, address: string, marks = writtenMarks(NO_SECRET, name, address)): void {
  if (name.trim() !== '' && marks.at.length > 0) return
  throw new CommandFault(
    `Cannot recognize ${quote(name)} at ${quote(address)}: give a full name, and an address with house number, street, and ZIP code or city and state.`,
    EXIT.usage,
  )
}

/** The key for hashes that are counted but never stored. */
const NO_SECRET = new Uint8Array()

/** Returns the person's id, or null if the person is identified by name and address. */
export function personIdOf(whom: PersonReference): string | null {
  if (whom.kind === 'person') return whom.person.personId
  return whom.kind === 'id' ? whom.personId : null
}

/**
 * Returns the entries with this person id. If there are none, returns the entry with this number. Throws a CommandFault
 * if nothing matches.
 */
export function matchingEntries(all: readonly Suppression[], numberOrPersonId: string): readonly Suppression[] {
  const byId = all.filter(({ personId }) => personId === numberOrPersonId)
  const matching = byId.length > 0 ? byId : all.filter(({ number }) => String(number) === numberOrPersonId)
  if (matching.length > 0) return matching
  throw new CommandFault(
    `No hidden person has the number or id ${quote(numberOrPersonId)}. ./plat people list shows the numbers and ids.`,
    EXIT.data,
  )
}
