const WHOLE = /^\d{10,11}$/
/** A tract without state and county: `101`, `0101`, `101.02` or `010102`. */
const ALONE = /^(?:(\d{1,4})(?:\.(\d{1,2}))?|(\d{4})(\d{2}))$/

/**
 * Returns the eleven digits of a census tract (state, county, tract). Accepts a missing leading zero, which
 * spreadsheets drop. With a county code, also accepts the tract alone. Undefined for any other string.
 */
export function censusTract(text: string | undefined, countyFips: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (WHOLE.test(text)) return text.padStart(11, '0')
  const [, basic, suffix = '', plainBasic, plainSuffix] = ALONE.exec(text) ?? []
  if (countyFips === undefined) return undefined
  if (plainBasic !== undefined && plainSuffix !== undefined) return countyFips + plainBasic + plainSuffix
  return basic === undefined ? undefined : countyFips + basic.padStart(4, '0') + suffix.padEnd(2, '0')
}
