import { VALUE_SWITCHES } from './keys.ts'
import { type Entry, NO_CONDITION } from './notes.ts'
import { ask, type Reading } from './reading.ts'

/** URL keys for kinds of listings for sale, and for statuses that can be included besides active listings. */
const KINDS = VALUE_SWITCHES.filter(({ parameter }) => parameter === 'listingTypeOptions')
const STATES = VALUE_SWITCHES.filter(({ parameter }) => parameter === 'propertyStatus')

/** `cat1` is listings by agents; `cat2` is all other listings. Without either key, both are searched. */
const CATEGORIES: Readonly<Record<string, string>> = { cat1: 'By_Agent', cat2: 'By_Owner_and_Other' }

export function readListingKinds(reading: Reading): void {
  readCategory(reading)
  if (reading.listingClass === 'For_Sale') {
    readKinds(reading)
    readStates(reading)
  } else for (const { name } of [...KINDS, ...STATES]) readElsewhere(reading, reading.switches.get(name))
}

function readCategory(reading: Reading): void {
  const { category, notes } = reading
  if (!category) return
  const listingType = Object.hasOwn(CATEGORIES, category.value) ? CATEGORIES[category.value] : undefined
  if (listingType !== undefined) ask(reading, category, 'listingType', listingType)
  else notes.leaveOut(category.key, `${JSON.stringify(category.value.slice(0, 40))}: must be cat1 or cat2.`)
}

/** Reads the chosen kinds; a listing of any of them matches. If every kind is off, searches the default kinds. */
function readKinds({ switches, args, notes }: Reading): void {
  const chosen = KINDS.filter(({ name, isOn }) => switches.get(name)?.value ?? isOn)
  const on = (chosen.length > 0 ? chosen : KINDS.filter(({ isOn }) => isOn)).map(({ text }) => text)
  const narrows = on.length < KINDS.length
  if (narrows) args.add('listingTypeOptions', on.join(','))
  const as = narrows ? `listingTypeOptions=${on.join(',')}` : 'all kinds of listings'
  const written = KINDS.map(({ name }) => switches.get(name)).filter((entry) => entry !== undefined)
  for (const entry of written) {
    if (chosen.length > 0) notes.understand(entry, as)
    else notes.leaveOut(entry.key, `all kinds of listing are switched off, so the search uses ${as}.`)
  }
  if (written.length === 0) notes.understand({ key: 'fsba', value: null }, as)
}

function readStates(reading: Reading): void {
  for (const { name, text, isOn } of STATES) {
    const entry: Entry<boolean | null> | undefined =
      reading.switches.get(name) ?? (isOn ? { key: name, value: null } : undefined)
    if (entry && entry.value !== false) ask(reading, entry, 'propertyStatus', text)
    else if (entry) reading.notes.understand(entry, NO_CONDITION)
  }
}

/**
 * Reads a key for a kind of listing for sale, in a search for rentals or sold homes. The URLs of such searches normally
 * set these keys to false. A key set to true has no effect, and the answer reports this.
 */
function readElsewhere({ listingClass, notes }: Reading, entry: Entry<boolean> | undefined): void {
  if (!entry) return
  if (entry.value) notes.leaveOut(entry.key, `it is a kind of listing For_Sale, not ${listingClass}.`)
  else notes.understand(entry, `listingStatus=${listingClass}`)
}
