import { quote } from '../../kit/base/sentence.ts'
import { isPostalState } from '../../places/regions/states.ts'
import { type Finding, Rejection } from './finding.ts'
import type { ImportGazetteer } from './noun.ts'
import { type PlaceOfZip, placeWithoutZip, type StatedPlace } from './place-without-zip.ts'

/** Returns the five digits of a ZIP or ZIP+4. Undefined for any other text. */
export function zipcodeIn(postalCode: string): string | undefined {
  return /^(\d{5})(-?\d{4})?$/.exec(postalCode)?.[1]
}

/**
 * Finds a ZIP in the gazetteer. A row with an unknown ZIP is placed by its coordinates or state, with a finding, or
 * rejected if it has neither. Zeros count as no ZIP.
 */
export function placeOfZip(
  postalCode: string,
  stated: StatedPlace,
  gazetteer: ImportGazetteer,
): { readonly place: PlaceOfZip; readonly findings: readonly Finding[] } | Rejection {
  const isNone = /^0+$/.test(postalCode)
  const placed = isNone ? placeWithoutZip(stated, gazetteer) : undefined
  if (placed !== undefined && !(placed instanceof Rejection)) return placed
  const zipcode = zipcodeIn(postalCode)
  const zipPlace = zipcode === undefined ? undefined : gazetteer.zip(zipcode)
  if (zipPlace !== undefined) return { place: zipPlace, findings: [] }
  const place = zipcode === undefined ? undefined : statedPlace(isNone ? '' : zipcode, stated, gazetteer)
  if (place !== undefined) return { place, findings: [unlistedZip(`unknown ZIP ${quote(postalCode)}`)] }
  return new Rejection(
    'zip.unknown',
    'The ZIP is unknown, and there are no coordinates or state to locate it.',
    `unknown ZIP ${quote(postalCode)}`,
    postalCode,
  )
}

/** @param detail The detail of the finding. It must not contain a person's ZIP. */
export function unlistedZip(detail: string): Finding {
  return {
    rule: 'zip.unlisted',
    sentence: 'The ZIP is unknown; the row is placed by its coordinates or its state.',
    detail,
  }
}

function statedPlace(zipcode: string, { state, city = '', point }: StatedPlace, gazetteer: ImportGazetteer) {
  const around = point && gazetteer.around(point)
  const named = state !== undefined && isPostalState(state) ? state : undefined
  if (around !== undefined && (named ?? around.state) === around.state) return { ...around, zipcode, city }
  return named === undefined ? undefined : { zipcode, city, state: named }
}
