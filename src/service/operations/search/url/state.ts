import { nearestName, Refusal } from '../../../../kit/params/index.ts'
import {
  boxForm,
  choiceForm,
  type Form,
  flagForm,
  numberForm,
  pageForm,
  rangeForm,
  regionForm,
  switchForm,
  textForm,
  wordsForm,
} from './forms.ts'
import { isObject, type Json, type JsonObject, shown } from './json.ts'
import { CHOICES, namesBySpelling, RANGES, type RangeName, SWITCHES, WITHOUT_FILTER, WORDS } from './keys.ts'
import { type Entry, NO_CONDITION, type Notes } from './notes.ts'
import { noFilters, type UrlFilters } from './url-filters.ts'

/** Reads the JSON of a search. Leaves out malformed and unknown parts. */
export function readState(state: JsonObject, notes: Notes): UrlFilters {
  const into = noFilters()
  for (const [key, value] of Object.entries(state)) {
    const reader = TOP_LEVEL.get(key)
    if (reader) reader({ key, value }, into, notes)
    else notes.leaveOut(key, () => unknown(key, [...TOP_LEVEL.keys()]))
  }
  return into
}

type Reader = (entry: Entry<Json>, into: UrlFilters, notes: Notes) => void

const TOP_LEVEL: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['filterState', readFilters],
  ['sortSelection', (entry, { choices }, notes) => set(choices, 'sort', read(entry, choiceForm, notes), notes)],
  ['pagination', readPagination],
  ['mapBounds', readBounds],
  ['regionSelection', readRegions],
  ['usersSearchTerm', readTerm],
  ['category', readCategory],
  ['customRegionId', unresolved('only the portal that gave this id has the drawn area')],
  ['schoolId', unresolved('this catalog has no school areas')],
  ['listPriceActive', withoutEffect(flagForm)],
  ['isMapVisible', withoutEffect(flagForm)],
  ['isListVisible', withoutEffect(flagForm)],
  ['mapZoom', withoutEffect(numberForm)],
])

const SWITCH_NAMES = namesBySpelling(SWITCHES)
const RANGE_NAMES = namesBySpelling(RANGES)
const CHOICE_NAMES = namesBySpelling(CHOICES)
const WORDS_NAMES = namesBySpelling(WORDS)
const FILTER_KEYS = [SWITCH_NAMES, RANGE_NAMES, CHOICE_NAMES, WORDS_NAMES].flatMap((names) => [...names.keys()])

function readFilters({ key: parent, value: filters }: Entry<Json>, into: UrlFilters, notes: Notes): void {
  if (!isObject(filters)) notes.leaveOut(parent, `${shown(filters)}: must be an object of filters.`)
  else {
    for (const [name, value] of Object.entries(filters)) {
      readFilter(name, { key: `${parent}.${name}`, value }, into, notes)
    }
  }
}

function readFilter(name: string, entry: Entry<Json>, into: UrlFilters, notes: Notes): void {
  const [switchName, rangeName] = [SWITCH_NAMES.get(name), RANGE_NAMES.get(name)]
  const [choiceName, wordsName] = [CHOICE_NAMES.get(name), WORDS_NAMES.get(name)]
  if (switchName) set(into.switches, switchName, read(entry, switchForm, notes, ['value']), notes)
  else if (rangeName) set(into.ranges, rangeName, read(entry, rangeForm, notes, membersOf(rangeName, entry)), notes)
  else if (choiceName) set(into.choices, choiceName, read(entry, choiceForm, notes, ['value']), notes)
  else if (wordsName) set(into.choices, wordsName, read(entry, wordsForm, notes, ['value']), notes)
  else if (!WITHOUT_FILTER.has(name)) notes.leaveOut(entry.key, () => unknown(name, FILTER_KEYS))
  else if (asksNothing(entry.value)) notes.understand(entry, NO_CONDITION)
  else notes.leaveOut(entry.key, WITHOUT_FILTER.get(name) ?? '')
}

/**
 * Returns the members that a range may have. A range of lot sizes may also name its unit, which is always square feet.
 */
function membersOf(name: RangeName, { value }: Entry<Json>): readonly string[] {
  const isInSquareFeet = name === 'lot' && isObject(value) && (value.units === 'sqft' || value.units === null)
  return isInSquareFeet ? ['min', 'max', 'units'] : ['min', 'max']
}

/** Whether a value is false or empty. */
function asksNothing(value: Json): boolean {
  return isObject(value) && Object.values(value).every((member) => member === null || member === false)
}

function readPagination({ key, value }: Entry<Json>, into: UrlFilters, notes: Notes): void {
  if (!isObject(value)) notes.leaveOut(key, `${shown(value)}: must be {"currentPage": number}.`)
  else if (value.currentPage !== undefined) {
    const page = read({ key: `${key}.currentPage`, value: value.currentPage }, pageForm, notes)
    if (page) into.page = page
  }
  leaveOutOthers({ key, value }, ['currentPage'], notes)
}

function readBounds(entry: Entry<Json>, { where }: UrlFilters, notes: Notes): void {
  const bounds = read(entry, boxForm, notes, ['west', 'south', 'east', 'north'])
  if (bounds) where.bounds = bounds
  else where.unresolved = true
}

function readTerm(entry: Entry<Json>, { where }: UrlFilters, notes: Notes): void {
  if (entry.value === '') {
    notes.understand(entry, NO_CONDITION)
    return
  }
  const term = read(entry, textForm, notes)
  if (term) where.term = term
  else where.unresolved = true
}

function readCategory(entry: Entry<Json>, into: UrlFilters, notes: Notes): void {
  const category = read(entry, textForm, notes)
  if (category) into.category = category
}

/** Reads several regions, which are searched together. A malformed region does not affect the other regions. */
function readRegions({ key, value }: Entry<Json>, { where }: UrlFilters, notes: Notes): void {
  const choices = Array.isArray(value) ? (value as readonly Json[]) : [value]
  where.unresolved ||= choices.length > 0
  choices.forEach((choice, index) => {
    const region = read({ key: `${key}[${index}]`, value: choice }, regionForm, notes, ['regionId', 'regionType'])
    if (region) where.regions.push(region)
  })
}

function unresolved(why: string): Reader {
  return ({ key, value }, { where }, notes) => {
    notes.leaveOut(key, `${shown(value)}: ${why}.`)
    where.unresolved = true
  }
}

/** Reads a key that affects only how the page looks, not the results. */
function withoutEffect(form: Form<unknown>): Reader {
  return (entry, _, notes) => {
    const value = read(entry, form, notes)
    if (value) notes.understand(value, 'no effect on the rows')
  }
}

/**
 * Reads a value of the JSON. Undefined if it is malformed. Records malformed values and unknown members for the answer.
 */
function read<V>(
  entry: Entry<Json>,
  form: Form<V>,
  notes: Notes,
  members: readonly string[] = [],
): Entry<V> | undefined {
  const value = form(entry.value)
  if (value instanceof Refusal) {
    notes.leaveOut(entry.key, value.why)
    return undefined
  }
  leaveOutOthers(entry, members, notes)
  return { key: entry.key, value }
}

function leaveOutOthers({ key, value }: Entry<Json>, members: readonly string[], notes: Notes): void {
  if (!isObject(value)) return
  for (const member of Object.keys(value)) {
    if (!members.includes(member)) notes.leaveOut(`${key}.${member}`, () => unknown(member, members))
  }
}

/** Sets a filter. If the JSON has several spellings of its key, the first counts. */
function set<N, V>(into: Map<N, Entry<V>>, name: N, entry: Entry<V> | undefined, notes: Notes): void {
  const earlier = into.get(name)
  if (entry && earlier) notes.leaveOut(entry.key, `${earlier.key} already says it.`)
  else if (entry) into.set(name, entry)
}

function unknown(key: string, known: readonly string[]): string {
  const nearest = nearestName(key, known)
  return `no filter has this key.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`
}
