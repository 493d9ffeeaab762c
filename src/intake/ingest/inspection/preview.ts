import type { Home } from '../../../model/home.ts'
import { Rejection } from '../finding.ts'
import { isNoKey } from '../key-places.ts'
import type { Mapping } from '../mapping.ts'
import type { FileContext, ImportGazetteer } from '../noun.ts'
import { importNounOf } from '../nouns.ts'
import { RowReader } from '../row-reader.ts'
import { type RuleCount, RuleTally } from '../rule-tally.ts'
import { PLACES_SHARE_KEY } from '../same-record.ts'

/** The result of importing the first rows as a trial. */
export interface Preview {
  readonly rows: number
  readonly used: number
  /** Number of rows that the mapping's conditions exclude, such as shops. */
  readonly leftOut: number
  /** Number of dated sales, and of other listings by status and kind. */
  readonly sales: number
  readonly listings: Readonly<Record<string, number>>
  /** The first and last sale date, and the lowest and highest price. */
  readonly days?: readonly [first: string, last: string]
  readonly prices?: readonly [lowest: number, highest: number]
  readonly rejected: readonly RuleCount[]
  readonly reported: readonly RuleCount[]
}

/** The rows to try, and what their import needs. */
interface TriedRows {
  readonly file: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly gazetteer: ImportGazetteer
  readonly nowMs: number
}

/** Reads rows through a mapping as an import does, without writing anything. */
export function previewOf(mapping: Mapping, { file, columns, rows, gazetteer, nowMs }: TriedRows) {
  const reader = new RowReader(mapping, { columns, file })
  const { make, oddity } = importNounOf(mapping.noun)
  const context: FileContext = {
    fileNumber: 0,
    source: mapping.source,
    complete: false,
    partial: false,
    gazetteer,
    nowMs,
  }
  const [rejected, reported] = [new RuleTally(), new RuleTally()]
  const read = new Set<string>()
  const homes: Home[] = []
  const byKey = new Map<string, object>()
  let [used, leftOut, elsewhere] = [0, 0, 0]
  for (const [i, cells] of rows.entries()) {
    if (!reader.isMeant(cells)) {
      leftOut++
      continue
    }
    const contents = reader.read({ cells })
    const content = contents instanceof Rejection ? contents : contents[0]
    const made = content === undefined || content instanceof Rejection ? content : make(content, context)
    if (content !== undefined && !(content instanceof Rejection)) {
      for (const field of Object.keys(content.record)) read.add(field)
      reported.add([...content.findings, ...(made instanceof Rejection ? [] : (made?.findings ?? []))], `row ${i + 1}`)
    }
    if (made instanceof Rejection) rejected.add([made.finding], `row ${i + 1}`)
    else if (made !== undefined) used++
    if (content !== undefined && made !== undefined && 'record' in made && 'sourceKey' in content) {
      const [before, record] = [byKey.get(content.sourceKey), made.record as object] // records of all nouns are objects
      if (before && oddity?.(before, record, true)?.rule === PLACES_SHARE_KEY) elsewhere++
      byKey.set(content.sourceKey, record)
    }
    // A record of the noun `home` is a Home.
    if (made !== undefined && 'record' in made && mapping.noun === 'home') homes.push(made.record as Home)
  }
  const rules = { rejected: rejected.counts(), reported: reported.counts() }
  const hopeless = [...rules.rejected, ...rules.reported].flatMap((count) => {
    const { rule, example, texts } = count
    const [field = '', what] = rule.split('.')
    const isFatal = rules.rejected.includes(count) && count.rows * 2 > rows.length
    return what !== 'unreadable' || field === 'key' || (read.has(field) && !isFatal)
      ? []
      : [{ field, example: texts?.[0]?.text ?? example }]
  })
  return { rows: rows.length, used, leftOut, ...countsOf(homes), ...rules, hopeless, hasKey: !isNoKey(elsewhere, used) }
}

function countsOf(homes: readonly Home[]): Pick<Preview, 'sales' | 'listings' | 'days' | 'prices'> {
  const listings = homes.flatMap(({ listing }) => listing ?? [])
  const days = listings.flatMap(({ status, closeDate }) => (status === 'Closed' && closeDate ? [closeDate] : [])).sort()
  const prices = listings.flatMap(({ closePrice, listPrice }) => closePrice ?? listPrice ?? []).sort((a, b) => a - b)
  const others = listings.filter(({ status, closeDate }) => status !== 'Closed' || !closeDate)
  const counts = [...Map.groupBy(others, ({ status, kind }) => `${status}, for ${kind}`)]
  const [ofDays, ofPrices] = [ends(days), ends(prices)]
  return {
    sales: days.length,
    listings: Object.fromEntries(counts.map(([name, { length }]) => [name, length])),
    ...(ofDays && { days: ofDays }),
    ...(ofPrices && { prices: ofPrices }),
  }
}

function ends<T>([first, ...rest]: readonly T[]): readonly [T, T] | undefined {
  return first === undefined ? undefined : [first, rest.at(-1) ?? first]
}
