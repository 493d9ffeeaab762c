import type { HistoryEvent, Home, TaxYear } from '../model/home.ts'
import { eventKey, inOrder } from '../model/home-history.ts'
import { asOfMs } from '../model/home-record.ts'

/**
 * One home from what the catalogue has of it and what an import says. Facts and listing are those of the latest moment
 * (`asOfMs`), whatever the order of `fresh`; at the same moment the import goes before the catalogue, and among its
 * rows the content decides. History and taxes are united: one event per day, event and price, one entry per tax year.
 */
export function mergeHomes(existing: Home | undefined, fresh: readonly Home[]): Home {
  if (!existing && fresh.length === 1 && fresh[0]) return fresh[0]
  const rows = fresh.map((home) => ({ home, moment: asOfMs(home), fresh: 1, text: JSON.stringify(home) }))
  if (existing) rows.push({ home: existing, moment: asOfMs(existing), fresh: 0, text: '' })
  rows.sort((a, b) => compare(a.moment, b.moment) || a.fresh - b.fresh || compare(a.text, b.text))
  const homes = rows.map(({ home }) => home)
  const latest = homes.at(-1)
  if (!latest) throw new Error('there is no home to merge')
  return { ...latest, history: united(homes), taxes: taxesOf(homes) }
}

function united(homes: readonly Home[]): readonly HistoryEvent[] {
  const events = new Map(homes.flatMap(({ history }) => history).map((event) => [eventKey(event), event]))
  return inOrder([...events.values()])
}

function taxesOf(homes: readonly Home[]): readonly TaxYear[] {
  const years = new Map(homes.flatMap(({ taxes }) => taxes).map((entry) => [entry.year, entry]))
  return [...years.values()].sort((a, b) => a.year - b.year)
}

/** Works on -Infinity too, where a difference would be NaN. */
function compare<T extends number | string>(a: T, b: T): number {
  return a < b ? -1 : Number(a > b)
}
