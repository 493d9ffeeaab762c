import { streetParts } from '../addresses/address.ts'
import { quote } from '../base/sentence.ts'
import type { HomeRecord } from '../model/home-fields.ts'
import { unitWords } from '../model/home-record.ts'
import type { Finding } from './finding.ts'

/** A record whose street address has the unit that stands in a column of its own, and what is odd about the two. */
export function withUnit(record: HomeRecord): { readonly record: HomeRecord; readonly findings: readonly Finding[] } {
  const { StreetAddress, StreetName, UnitNumber } = record
  if (UnitNumber === undefined) return { record, findings: [] }
  if (StreetAddress === undefined) return { record, findings: StreetName === undefined ? [alone(UnitNumber)] : [] }
  const inLine = streetParts(StreetAddress).unit
  const unit = unitWords(UnitNumber)
  if (inLine === '') return { record: { ...record, StreetAddress: `${StreetAddress} ${unit}` }, findings: [] }
  const isSame = inLine === streetParts(`1 Main St ${unit}`).unit
  return { record, findings: isSame ? [] : [unlike(StreetAddress, UnitNumber)] }
}

function alone(unit: string): Finding {
  const sentence = 'A unit stands without a street, so it is not kept.'
  return { rule: 'unit.alone', sentence, detail: `unit ${quote(unit)}` }
}

function unlike(line: string, unit: string): Finding {
  const sentence = 'The street address has another unit than UnitNumber says; it stays as it is.'
  return { rule: 'unit.unlike', sentence, detail: `${quote(line)} with unit ${quote(unit)}` }
}
