import { quote } from '../../kit/base/sentence.ts'
import type { HomeRecord } from '../../model/home-fields.ts'
import { unitWords } from '../../model/home-record.ts'
import { streetParts } from '../../places/addresses/address.ts'
import type { Finding } from './finding.ts'

/** Moves a unit from its own column into the street address. Reports contradictions. */
export function withUnit(record: HomeRecord): { readonly record: HomeRecord; readonly findings: readonly Finding[] } {
  const { StreetAddress, StreetName, UnitNumber } = record
  if (UnitNumber === undefined) return { record, findings: [] }
  if (StreetAddress === undefined) return { record, findings: StreetName === undefined ? [alone(UnitNumber)] : [] }
  const inLine = streetParts(StreetAddress).unit
  const unit = unitWords(UnitNumber)
  // `12 Main St, U 4B` names its unit in a way that is not understood.
  if (StreetAddress.endsWith(`, ${UnitNumber}`)) return { record, findings: [] }
  if (inLine === '') return { record: { ...record, StreetAddress: `${StreetAddress} ${unit}` }, findings: [] }
  const isSame = inLine === streetParts(`1 Main St ${unit}`).unit
  return { record, findings: isSame ? [] : [unlike(StreetAddress, UnitNumber)] }
}

function alone(unit: string): Finding {
  const sentence = 'The unit has no street; it is not kept.'
  return { rule: 'unit.alone', sentence, detail: `unit ${quote(unit)}` }
}

function unlike(line: string, unit: string): Finding {
  const sentence = 'The unit in the street address differs from UnitNumber; the street address is kept.'
  return { rule: 'unit.unlike', sentence, detail: `${quote(line)} with unit ${quote(unit)}` }
}
