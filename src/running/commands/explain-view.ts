import type { StoredHome } from '../../catalog/ports/catalog-store.ts'
import { type Difference, differencesIn } from '../../intake/ingest/home-parts.ts'
import { figuresOf } from '../../intake/ingest/same-home.ts'
import { dayOf } from '../../kit/base/clock.ts'
import { clip, quote, visible } from '../../kit/base/sentence.ts'
import type { Home } from '../../model/home.ts'
import { asOfMs } from '../../model/home-record.ts'
import type { SourceHome } from '../../model/source-home.ts'
import { displayLine } from '../../places/addresses/address-book.ts'

/** A home and its records, the JSON document of `plat explain`. */
export interface HomeExplanation {
  readonly zpid: number
  readonly address: string
  readonly records: readonly ExplainedRecord[]
  readonly differences: readonly Difference[]
  /** Pairs of record numbers that an operator split (`apart`) or joined (`together`). */
  readonly byHand: readonly { readonly records: readonly [number, number]; readonly verdict: 'apart' | 'together' }[]
}

interface ExplainedRecord {
  readonly zpid: number
  readonly source: string
  readonly key: string
  readonly precedence: number
  /** The date for which the record's facts are true; null if the record has no date. */
  readonly asOf: string | null
  /** The rule that joined the record to the home; null for the first record. */
  readonly joinedBy: string | null
  readonly joinedTo: number | null
  readonly figures: readonly string[]
}

export function explained({ home, records, rulings, precedences }: StoredHome): HomeExplanation {
  const several = records.length === 0 ? [{ record: home, home: home.zpid }] : records
  return {
    zpid: home.zpid,
    address: displayLine(home.address),
    records: several.map((record) => explainedRecord(record, precedences)),
    differences: differencesIn(home, records, precedences),
    byHand: rulings.map(({ one, other, verdict }) => ({ records: [one, other], verdict })),
  }
}

function explainedRecord({ record, joining }: SourceHome, precedences: StoredHome['precedences']): ExplainedRecord {
  const { zpid, source, sourceKey } = record
  return {
    zpid,
    source,
    key: sourceKey,
    precedence: precedences.get(source) ?? 0,
    asOf: momentOf(record),
    joinedBy: joining?.rule ?? null,
    joinedTo: joining?.to ?? null,
    figures: joining ? figuresOf(joining) : [],
  }
}

function momentOf(record: Home): string | null {
  const moment = asOfMs(record)
  return Number.isFinite(moment) ? new Date(moment).toISOString() : null
}

/** Describes a home and its records in lines of text. */
export function explanation({ zpid, address, records, differences, byHand }: HomeExplanation): readonly string[] {
  const nameOf = new Map(records.map(({ zpid: id, source, key }) => [id, `${source} ${visible(clip(key))}`]))
  const named = (id: number) => nameOf.get(id) ?? String(id)
  const count = records.length === 1 ? '1 record' : `${records.length} records; the id of each record finds it`
  return [
    `Home ${zpid}${address === '' ? '' : `, ${visible(address)}`}: made up of ${count}`,
    ...records.flatMap((record) => recordLines(record, named)),
    ...(differences.length > 0 ? ['Where they differ:'] : []),
    ...differences.map((difference) => differenceLine(difference, named)),
    ...byHand.map(({ records: [one, other], verdict }) => {
      return `Your decision: ${named(one)} and ${named(other)} ${verdict === 'apart' ? 'stay apart' : 'are one home'}`
    }),
  ]
}

function recordLines(record: ExplainedRecord, named: (id: number) => string): readonly string[] {
  const { zpid, precedence, asOf, joinedBy, joinedTo, figures } = record
  const day = asOf === null ? 'without a date' : `as of ${dayOf(Date.parse(asOf))}`
  const rank = precedence === 0 ? '' : `, precedence ${precedence}`
  const line = `  ${zpid}  ${named(zpid)}  ${day}${rank}`
  if (joinedBy === null || joinedTo === null) return [line]
  return [line, `    joined to ${named(joinedTo)}, ${WHY[joinedBy] ?? joinedBy}: ${figures.join('; ')}`]
}

const WHY: Readonly<Record<string, string>> = {
  parcel: 'same parcel number',
  address: 'same address',
  'unit left out': 'same address except for the unit, same size',
}

function differenceLine({ field, value, from, others }: Difference, named: (id: number) => string): string {
  const source = from.length === 0 ? 'from several records together' : `from ${from.map(named).join(', ')}`
  const rest = others.map((one) => `${named(one.record)} says ${written(one.value)}`)
  return `  ${field}  ${written(value)} ${source}; ${rest.join('; ')}`
}

function written(value: unknown): string {
  if (value === undefined) return 'nothing'
  return typeof value === 'string' ? quote(clip(value)) : clip(JSON.stringify(value))
}
