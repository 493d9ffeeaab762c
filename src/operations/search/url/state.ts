import { nearestName, Refusal } from '../../../params/index.ts'
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
import { CHOICES, RANGES, type RangeName, SWITCHES, spellings, WITHOUT_FILTER, WORDS } from './keys.ts'
import { type Entry, NOTHING, type Notes } from './notes.ts'
import { noWishes, type Wishes } from './wishes.ts'

/** Reads the search state. Whatever in it cannot be read is told, and the rest stands. */
export function readState(state: JsonObject, notes: Notes): Wishes {
  const wishes = noWishes()
  for (const [key, value] of Object.entries(state)) {
    const reader = TOP_LEVEL.get(key)
    if (reader) reader({ key, value }, wishes, notes)
    else notes.leaveOut(key, () => unknown(key, [...TOP_LEVEL.keys()]))
  }
  return wishes
}

type Reader = (entry: Entry<Json>, wishes: Wishes, notes: Notes) => void

const TOP_LEVEL: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['filterState', readFilters],
  ['sortSelection', (entry, { choices }, notes) => put(choices, 'sort', read(entry, choiceForm, notes), notes)],
  ['pagination', readPagination],
  ['mapBounds', readBounds],
  ['regionSelection', readRegions],
  ['usersSearchTerm', readTerm],
  ['category', readCategory],
  ['customRegionId', lost('the drawn area is kept by the portal that gave this id')],
  ['schoolId', lost('this catalogue knows no school areas')],
  ['listPriceActive', withoutEffect(flagForm)],
  ['isMapVisible', withoutEffect(flagForm)],
  ['isListVisible', withoutEffect(flagForm)],
  ['mapZoom', withoutEffect(numberForm)],
])

const SWITCH_NAMES = spellings(SWITCHES)
const RANGE_NAMES = spellings(RANGES)
const CHOICE_NAMES = spellings(CHOICES)
const WORDS_NAMES = spellings(WORDS)
const FILTER_KEYS = [SWITCH_NAMES, RANGE_NAMES, CHOICE_NAMES, WORDS_NAMES].flatMap((names) => [...names.keys()])

function readFilters({ key: parent, value: filters }: Entry<Json>, wishes: Wishes, notes: Notes): void {
  if (!isObject(filters)) notes.leaveOut(parent, `${shown(filters)}: accepted is an object of filters.`)
  else {
    for (const [name, value] of Object.entries(filters)) {
      readFilter(name, { key: `${parent}.${name}`, value }, wishes, notes)
    }
  }
}

function readFilter(written: string, entry: Entry<Json>, wishes: Wishes, notes: Notes): void {
  const [switchName, rangeName] = [SWITCH_NAMES.get(written), RANGE_NAMES.get(written)]
  const [choiceName, wordsName] = [CHOICE_NAMES.get(written), WORDS_NAMES.get(written)]
  if (switchName) put(wishes.switches, switchName, read(entry, switchForm, notes, ['value']), notes)
  else if (rangeName) put(wishes.ranges, rangeName, read(entry, rangeForm, notes, membersOf(rangeName, entry)), notes)
  else if (choiceName) put(wishes.choices, choiceName, read(entry, choiceForm, notes, ['value']), notes)
  else if (wordsName) put(wishes.choices, wordsName, read(entry, wordsForm, notes, ['value']), notes)
  else if (!WITHOUT_FILTER.has(written)) notes.leaveOut(entry.key, () => unknown(written, FILTER_KEYS))
  else if (asksNothing(entry.value)) notes.understand(entry, NOTHING)
  else notes.leaveOut(entry.key, WITHOUT_FILTER.get(written) ?? '')
}

/** A lot may say that it is in square feet, which it is anyway. */
function membersOf(name: RangeName, { value }: Entry<Json>): readonly string[] {
  const isInSquareFeet = name === 'lot' && isObject(value) && (value.units === 'sqft' || value.units === null)
  return isInSquareFeet ? ['min', 'max', 'units'] : ['min', 'max']
}

/** Switched off, or without any value. */
function asksNothing(value: Json): boolean {
  return isObject(value) && Object.values(value).every((member) => member === null || member === false)
}

function readPagination({ key, value }: Entry<Json>, wishes: Wishes, notes: Notes): void {
  if (!isObject(value)) notes.leaveOut(key, `${shown(value)}: accepted is {"currentPage": number}.`)
  else if (value.currentPage !== undefined) {
    const page = read({ key: `${key}.currentPage`, value: value.currentPage }, pageForm, notes)
    if (page) wishes.page = page
  }
  tellOthers({ key, value }, ['currentPage'], notes)
}

function readBounds(entry: Entry<Json>, { where }: Wishes, notes: Notes): void {
  const bounds = read(entry, boxForm, notes, ['west', 'south', 'east', 'north'])
  if (bounds) where.bounds = bounds
  else where.lost = true
}

function readTerm(entry: Entry<Json>, { where }: Wishes, notes: Notes): void {
  if (entry.value === '') {
    notes.understand(entry, NOTHING)
    return
  }
  const term = read(entry, textForm, notes)
  if (term) where.term = term
  else where.lost = true
}

function readCategory(entry: Entry<Json>, wishes: Wishes, notes: Notes): void {
  const category = read(entry, textForm, notes)
  if (category) wishes.category = category
}

/** Several regions are a union; those that cannot be read do not stand in the way of the others. */
function readRegions({ key, value }: Entry<Json>, { where }: Wishes, notes: Notes): void {
  const choices = Array.isArray(value) ? (value as readonly Json[]) : [value]
  where.lost ||= choices.length > 0
  choices.forEach((choice, index) => {
    const region = read({ key: `${key}[${index}]`, value: choice }, regionForm, notes, ['regionId', 'regionType'])
    if (region) where.regions.push(region)
  })
}

function lost(why: string): Reader {
  return ({ key, value }, { where }, notes) => {
    notes.leaveOut(key, `${shown(value)}: ${why}.`)
    where.lost = true
  }
}

/** Keys that say how a page is shown; none of them adds or removes a row. */
function withoutEffect(form: Form<unknown>): Reader {
  return (entry, _, notes) => {
    const found = read(entry, form, notes)
    if (found) notes.understand(found, 'no effect on the rows')
  }
}

/** Undefined when the value cannot be read, which is told; so are members that the form does not have. */
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
  tellOthers(entry, members, notes)
  return { key: entry.key, value }
}

function tellOthers({ key, value }: Entry<Json>, members: readonly string[], notes: Notes): void {
  if (!isObject(value)) return
  for (const member of Object.keys(value)) {
    if (!members.includes(member)) notes.leaveOut(`${key}.${member}`, () => unknown(member, members))
  }
}

/** The first of a filter's spellings counts. */
function put<N, V>(into: Map<N, Entry<V>>, name: N, entry: Entry<V> | undefined, notes: Notes): void {
  const earlier = into.get(name)
  if (entry && earlier) notes.leaveOut(entry.key, `${earlier.key} says it already.`)
  else if (entry) into.set(name, entry)
}

function unknown(key: string, known: readonly string[]): string {
  const nearest = nearestName(key, known)
  return `no filter has this key.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`
}
