import { all, some, when } from '../filters/family.ts'
import { VALUE_SWITCHES } from './keys.ts'
import { NO_CONDITION } from './notes.ts'
import { add, ask, type Reading } from './reading.ts'

/** Filters whose URL keys are read in another file. */
const READ_ELSEWHERE: ReadonlySet<string> = new Set(['listingTypeOptions', 'propertyStatus'])
const ORDER = ['otherAmenities', 'pets', 'view', 'tours', 'haveGarage', 'singleStoryOnly', 'hideNoDateListings']

/** URL keys that set a value when true and do nothing when false, in the order of the answer. */
const SWITCHED = VALUE_SWITCHES.filter(({ parameter }) => !READ_ELSEWHERE.has(parameter)).sort(
  (one, other) => rank(one.parameter) - rank(other.parameter),
)

function rank(parameter: string): number {
  return ORDER.includes(parameter) ? ORDER.indexOf(parameter) : ORDER.length
}

export function readFeatures(reading: Reading): void {
  for (const { name, parameter, text } of SWITCHED) {
    const entry = reading.switches.get(name)
    if (entry?.value) ask(reading, entry, parameter, text)
    else if (entry) reading.notes.understand(entry, NO_CONDITION)
  }
  readPets(reading)
  readBasement(reading)
  readUnknownDues(reading)
  readSeniors(reading)
}

/** Reads `pet`, which means any kind of pet that a filter exists for. */
function readPets(reading: Reading): void {
  const entry = reading.switches.get('pet')
  if (entry && !entry.value) reading.notes.understand(entry, NO_CONDITION)
  else if (entry) {
    const pets = some(['largeDogs', 'smallDogs', 'cats'])
    add(reading, entry, 'pets', when('pets', pets), 'large dogs, small dogs or cats are allowed')
  }
}

/** Reads the basement. `hbas`, or `basf` together with `basu`, means any kind of basement. */
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

/** Reads the filter for communities for people over 55: include, exclude or only, as a word or as its first letter. */
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
    reading.notes.leaveOut(entry.key, `${JSON.stringify(entry.value.slice(0, 40))}: must be include, exclude or only.`)
}
