import { dayOf, startOfDay } from '../kit/base/clock.ts'
import { HISTORY_EVENTS, type HistoryEvent, RECORDED_EVENTS, type RecordedEvent, type TaxYear } from './home.ts'
import type { HomeRecord } from './home-fields.ts'
import { companiesIn, inDayOrder } from './recorded-events.ts'

type Json = Readonly<Record<string, unknown>>

const PARTS = {
  EventHistory: eventsIn,
  AssessmentHistory: taxesIn,
  RecordedEvents: recordedIn,
  FactsWithoutField: factsIn,
} as const

/** Returns the name of the first field with invalid JSON. Undefined if there is none. */
export function unreadableParts(record: HomeRecord): string | undefined {
  const names = Object.keys(PARTS) as (keyof typeof PARTS)[] // the keys of the table
  return names.find((name) => record[name] !== undefined && PARTS[name](record[name]) === undefined)
}

/** Parses the history of a home, as Plat exports it. Undefined for any other string. */
export function eventsIn(text: string | undefined): readonly HistoryEvent[] | undefined {
  return listIn(text, isEvent)
}

/** Parses the assessments of a home, as Plat exports them. Undefined for any other string. */
export function taxesIn(text: string | undefined): readonly TaxYear[] | undefined {
  return listIn(text, isTaxYear)
}

/** Parses recorded events of a home, as Plat exports them, and removes names of people. Undefined for other text. */
export function recordedIn(text: string | undefined): readonly RecordedEvent[] | undefined {
  const events = listIn(text, isRecorded)
  return events && inDayOrder(events.map((event) => withCompanies(event)))
}

function withCompanies({ parties = [], ...event }: RecordedEvent): RecordedEvent {
  const companies = companiesIn(parties)
  return { ...event, ...(companies.length > 0 && { parties: companies }) }
}

/** Parses a home's facts that have no field, as Plat exports them. Undefined for any other string. */
export function factsIn(text: string | undefined): Readonly<Record<string, string>> | undefined {
  const facts = valueIn(text)
  return isObject(facts) && Object.values(facts).every((fact) => typeof fact === 'string')
    ? (facts as Readonly<Record<string, string>>) // each value has been checked
    : undefined
}

function listIn<T extends object>(
  text: string | undefined,
  isOne: (one: object) => one is T,
): readonly T[] | undefined {
  const list = valueIn(text)
  return Array.isArray(list) && list.every((one) => isObject(one) && isOne(one)) ? list : undefined
}

function valueIn(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type Test = (value: unknown) => boolean

const isDay = (text: string) => !Number.isNaN(startOfDay(text)) && dayOf(startOfDay(text)) === text
const isText: Test = (value) => typeof value === 'string'
const isAmount: Test = (value) => Number.isSafeInteger(value) && Number(value) >= 0
const isBill: Test = (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0
const maybe =
  (test: Test): Test =>
  (value) =>
    value === undefined || test(value)

const EVENT: Readonly<Record<keyof HistoryEvent, Test>> = {
  date: (value) => typeof value === 'string' && isDay(value),
  event: (value) => HISTORY_EVENTS.some((name) => name === value),
  price: maybe(isAmount),
  rental: maybe((value) => value === true),
  source: isText,
  mlsId: maybe(isText),
  buyerAgentId: maybe(isText),
  sellerAgentId: maybe(isText),
}

const TAX_YEAR: Readonly<Record<keyof TaxYear, Test>> = {
  year: maybe(isAmount),
  assessedValue: maybe(isAmount),
  taxPaid: maybe(isBill),
}

const RECORDED: Readonly<Record<keyof RecordedEvent, Test>> = {
  day: EVENT.date,
  type: (value) => RECORDED_EVENTS.some((name) => name === value),
  amount: maybe(isBill),
  parties: maybe((value) => Array.isArray(value) && value.every(isText)),
  document: maybe(isText),
  releases: maybe(isText),
  description: maybe(isText),
  status: maybe(isText),
  source: isText,
  key: maybe(isText),
  toldMs: maybe(isAmount),
}

const isEvent = (event: object): event is HistoryEvent => fits(event, EVENT)
const isTaxYear = (year: object): year is TaxYear => fits(year, TAX_YEAR)
const isRecorded = (event: object): event is RecordedEvent => fits(event, RECORDED)

/** Whether all keys of an object are in the table, and all its values are valid. */
function fits(object: object, tests: Readonly<Record<string, Test>>): boolean {
  const isKnown = Object.keys(object).every((key) => Object.hasOwn(tests, key))
  return isKnown && Object.entries(tests).every(([key, test]) => test(Reflect.get(object, key)))
}
