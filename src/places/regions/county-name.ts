/** The word after the name of a county. */
export const COUNTY_WORD =
  / (county|parish|city and borough|borough|census area|municipality|municipio|planning region)$/i

/** `King County` → `King`. */
export function countyName(name: string): string {
  return name.replace(COUNTY_WORD, '')
}
