import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { quote } from '../../kit/base/sentence.ts'
import { marksOf, type PersonMarks, writtenMarks } from './marks.ts'
import type { Suppression, Whom } from './privacy.ts'

/** By what somebody is to be recognised; throws a CommandFault where that says too little. */
export function marksOfWhom(secret: Uint8Array, whom: Whom): PersonMarks {
  if (whom.kind === 'person') return marksOf(secret, whom.person)
  if (whom.kind === 'id') return { name: '', at: [] }
  const marks = writtenMarks(secret, whom.name, whom.address)
  refuseVague(whom.name, whom.address, marks)
  return marks
}

/** Throws a CommandFault where a name and an address say too little to recognise somebody. */
export function refuseVague(name: string, address: string, marks = writtenMarks(NO_SECRET, name, address)): void {
  if (name.trim() !== '' && marks.at.length > 0) return
  throw new CommandFault(
    `Cannot recognise ${quote(name)} at ${quote(address)}: accepted are a whole name and an address with house number, street, and ZIP code or city and state.`,
    EXIT.usage,
  )
}

/** Marks made with it are counted, and never kept. */
const NO_SECRET = new Uint8Array()

/** Null for a name with an address. */
export function personIdOf(whom: Whom): string | null {
  if (whom.kind === 'person') return whom.person.personId
  return whom.kind === 'id' ? whom.personId : null
}

/** The entries of a person id, else of a number; throws a CommandFault where there is none. */
export function entriesMeant(all: readonly Suppression[], numberOrPersonId: string): readonly Suppression[] {
  const byId = all.filter(({ personId }) => personId === numberOrPersonId)
  const meant = byId.length > 0 ? byId : all.filter(({ number }) => String(number) === numberOrPersonId)
  if (meant.length > 0) return meant
  throw new CommandFault(
    `Nobody is withheld as ${quote(numberOrPersonId)}: accepted are the numbers and ids that ./plat people list shows.`,
    EXIT.data,
  )
}
