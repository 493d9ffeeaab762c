import { rounded } from '../kit/base/figures.ts'
import type { Home, RecordedEvent, RecordedEventType } from './home.ts'
import { isCompany } from './owner-name.ts'
import { shownEstimate } from './shown-estimate.ts'

/** Words of trusts, which are often named after people. */
const TRUST = /\b(?:trust|trst|trs|tr)\b/gi

const LENDER = /\b(?:credit union|loans|lending|lenders)\b/i

/** Returns the names with a word that is typical of companies, such as "Bank". Other names may be names of people. */
export function companiesIn(names: readonly string[]): readonly string[] {
  return [...new Set(names)].filter((name) => LENDER.test(name) || isCompany(name.replaceAll(TRUST, ' ')))
}

/** Sorts events, oldest first. Within a day: by key. */
export function inDayOrder(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  return events.toSorted((a, b) => compareText(a.day, b.day) || compareText(a.key ?? '', b.key ?? ''))
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

const RELEASED: Readonly<Partial<Record<RecordedEventType, RecordedEventType>>> = {
  MortgageRelease: 'Mortgage',
  LienRelease: 'Lien',
}

/**
 * Returns the events that no release ends. A release ends the mortgage or lien whose document it names. If it names no
 * document, it ends the oldest mortgage or lien. Events are sorted by day.
 */
function unreleased(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  const standing: RecordedEvent[] = []
  for (const event of events) {
    const released = RELEASED[event.type]
    if (released === undefined) {
      standing.push(event)
      continue
    }
    const { releases } = event
    const isEnded = ({ type, document }: RecordedEvent) =>
      releases === undefined ? type === released : document === releases && (type === 'Mortgage' || type === 'Lien')
    const at = standing.findIndex(isEnded)
    if (at >= 0) standing.splice(at, 1)
  }
  return standing
}

/** Whether a lien is recorded without a release. */
export function hasLien(recorded: Home['recorded']): boolean {
  return recorded !== undefined && unreleased(recorded).some(({ type }) => type === 'Lien')
}

/** Returns the day of the last event of a type. */
export function lastDay(recorded: Home['recorded'], type: RecordedEventType): string | undefined {
  return recorded?.findLast((event) => event.type === type)?.day
}

/**
 * Returns the owner's equity: the percentage of the home's value that unreleased mortgages do not cover. Below 0 if the
 * mortgages exceed the value. The value is the source's estimate, or else the last assessed value. Undefined without a
 * recorded mortgage, without a value, or if the amount of an unreleased mortgage is unknown.
 */
export function equityPercent(home: Home): number | undefined {
  const { recorded, taxes } = home
  if (recorded?.some(({ type }) => type === 'Mortgage') !== true) return undefined
  const assessed = taxes.findLast(({ assessedValue }) => assessedValue !== undefined)?.assessedValue
  const value = shownEstimate(home)?.value ?? assessed ?? recorded.findLast(({ type }) => type === 'Assessment')?.amount
  const loans = unreleased(recorded).filter(({ type }) => type === 'Mortgage')
  const owed = loans.reduce((sum, { amount = Number.NaN }) => sum + amount, 0)
  return value === undefined || value === 0 || Number.isNaN(owed)
    ? undefined
    : rounded(((value - owed) / value) * 100, 2)
}
