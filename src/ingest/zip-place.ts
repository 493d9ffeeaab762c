import { quote } from '../base/sentence.ts'
import type { Point } from '../model/home.ts'
import type { HomePlace } from '../model/home-record.ts'
import { stateOfCode } from '../regions/states.ts'
import { type Finding, Rejection } from './finding.ts'
import type { ImportGazetteer } from './noun.ts'

/** Where a ZIP lies, as far as anything tells. */
export type PlaceOfZip = HomePlace & { readonly point?: Point }

/** What a row says of where it is, beside its ZIP. */
export interface ToldPlace {
  readonly state?: string | undefined
  readonly city?: string | undefined
  readonly point?: Point | undefined
}

/** The five digits of a ZIP that may have four more behind; undefined for anything else. */
export function zipcodeIn(postalCode: string): string | undefined {
  return /^(\d{5})(-?\d{4})?$/.exec(postalCode)?.[1]
}

/**
 * Where the gazetteer has the ZIP. Of a ZIP that it lacks the row itself tells: its point lies in a county, or it names
 * its state; such a row is used, and reported. Only where nothing tells is it rejected.
 */
export function placeOfZip(
  postalCode: string,
  told: ToldPlace,
  gazetteer: ImportGazetteer,
): { readonly place: PlaceOfZip; readonly findings: readonly Finding[] } | Rejection {
  const zipcode = zipcodeIn(postalCode)
  const known = zipcode === undefined ? undefined : gazetteer.zip(zipcode)
  if (known !== undefined) return { place: known, findings: [] }
  const place = zipcode === undefined ? undefined : toldPlace(zipcode, told, gazetteer)
  if (place !== undefined) return { place, findings: [unlistedZip(`unknown ZIP ${quote(postalCode)}`)] }
  return new Rejection(
    'zip.unknown',
    'The ZIP is none that is known, and neither coordinates nor a state tell where it is.',
    `unknown ZIP ${quote(postalCode)}`,
  )
}

/** @param detail For persons without the ZIP itself. */
export function unlistedZip(detail: string): Finding {
  return {
    rule: 'zip.unlisted',
    sentence: 'No list has the ZIP; the row is used as its coordinates or its state place it.',
    detail,
  }
}

function toldPlace(zipcode: string, { state, city = '', point }: ToldPlace, gazetteer: ImportGazetteer) {
  const around = point && gazetteer.around(point)
  const named = state === undefined || stateOfCode(state) === undefined ? undefined : state
  if (around !== undefined && (named ?? around.state) === around.state) return { ...around, zipcode, city }
  return named === undefined ? undefined : { zipcode, city, state: named }
}
