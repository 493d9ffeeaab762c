import { all, some, when } from '../filters/family.ts'
import type { SwitchName } from './keys.ts'
import { NO_CONDITION } from './notes.ts'
import { add, ask, type Reading } from './reading.ts'

/** Switches that stand for one value of a shared filter when on, and for no condition when off. */
const FEATURES: readonly (readonly [name: SwitchName, parameter: string, text: string])[] = [
  ['ac', 'otherAmenities', 'Must have A/C'],
  ['pool', 'otherAmenities', 'Must have pool'],
  ['wat', 'otherAmenities', 'Waterfront'],
  ['os', 'otherAmenities', 'On-site Parking'],
  ['lau', 'otherAmenities', 'In-unit Laundry'],
  ['app', 'otherAmenities', 'Accepts {Portal} Applications'],
  ['inc', 'otherAmenities', 'Income Restricted'],
  ['fmfb', 'otherAmenities', 'Apartment Community'],
  ['ldog', 'pets', 'Allow large dogs'],
  ['sdog', 'pets', 'Allow small dogs'],
  ['cat', 'pets', 'Allow cats'],
  ['cityv', 'view', 'City'],
  ['mouv', 'view', 'Mountain'],
  ['parkv', 'view', 'Park'],
  ['watv', 'view', 'Water'],
  ['h3dt', 'tours', 'Must have 3D Tour'],
  ['open', 'tours', 'Must have open house'],
  ['gar', 'haveGarage', 'true'],
  ['sto', 'singleStoryOnly', 'true'],
  ['excludeNullAvailabilityDates', 'hideNoDateListings', 'true'],
]

export function readFeatures(reading: Reading): void {
  for (const [name, parameter, text] of FEATURES) {
    const entry = reading.switches.get(name)
    if (entry?.value) ask(reading, entry, parameter, text)
    else if (entry) reading.notes.understand(entry, NO_CONDITION)
  }
  readPets(reading)
  readBasement(reading)
  readUnknownDues(reading)
  readSeniors(reading)
}

/** Pets of any kind that there is a filter for. */
function readPets(reading: Reading): void {
  const entry = reading.switches.get('pet')
  if (entry && !entry.value) reading.notes.understand(entry, NO_CONDITION)
  else if (entry) {
    const pets = some(['largeDogs', 'smallDogs', 'cats'])
    add(reading, entry, 'pets', when('pets', pets), 'large dogs, small dogs or cats are allowed')
  }
}

/** `hbas`, or `basf` together with `basu`, means either kind of basement. */
function readBasement(reading: Reading): void {
  const { switches, args, notes } = reading
  const entries = [switches.get('basf'), switches.get('basu'), switches.get('hbas')].filter(
    (entry) => entry !== undefined,
  )
  for (const entry of entries) if (!entry.value) notes.understand(entry, NO_CONDITION)
  const [finished, unfinished, any] = (['basf', 'basu', 'hbas'] as const).map(
    (name) => switches.get(name)?.value === true,
  )
  if (!finished && !unfinished && !any) return
  const either = any || finished === unfinished
  const text = either ? 'Yes_Both' : finished ? 'Yes_Finished' : 'Yes_Unfinished'
  args.add('mustHaveBasement', text)
  for (const entry of entries) if (entry.value) notes.understand(entry, `mustHaveBasement=${text}`)
}

function readUnknownDues(reading: Reading): void {
  const entry = reading.switches.get('nohoa')
  if (entry) ask(reading, entry, 'incIncompleteHOA', String(entry.value))
}

/** Communities for people over 55: include, exclude or only, or just the first letter. */
function readSeniors(reading: Reading): void {
  const entry = reading.choices.get('senior')
  if (!entry) return
  const value = entry.value.toLowerCase()
  if (['exclude', 'e'].includes(value)) ask(reading, entry, 'hide55plusComm', 'true')
  else if (['include', 'i'].includes(value)) reading.notes.understand(entry, NO_CONDITION)
  else if (['only', 'o'].includes(value)) {
    const node = all(['seniorCommunity'])
    add(reading, entry, 'hide55plusComm', when('hide55plusComm', node), 'only communities for people over 55')
  } else
    reading.notes.leaveOut(
      entry.key,
      `${JSON.stringify(entry.value.slice(0, 40))}: accepted are include, exclude, only.`,
    )
}
