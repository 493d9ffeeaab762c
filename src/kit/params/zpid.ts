import { looksLikeAddress } from './address-text.ts'
import { homeUrl, looksLikeUrl } from './home-url.ts'
import { Refusal, type Shape } from './shape.ts'
import { readZpid } from './zpid-text.ts'

const ACCEPTED = 'must be a property id, a whole number from 1 to 9007199254740991.'

/** A property id in digits. A trailing `_zpid`, as in URLs, or `.0`, as from spreadsheets, is ignored. */
export const zpid: Shape<number> = {
  schema: { type: 'string', pattern: '^\\d+(\\.0+)?(_zpid)?$' },
  example: '48749425',
  parse: (text) => readZpid(text) ?? new Refusal(ACCEPTED),
}

/**
 * Calls that take a URL or an address, e.g. `/byaddress?propertyaddress=…`. If a caller sends one of these in place of
 * an id, the error names the right call.
 */
interface Alternatives {
  readonly url: string
  readonly address: string
}

/** Reads a property id. If a caller sends a URL or an address instead, the error names the call to use. */
export function zpidBeside({ url, address }: Alternatives): Shape<number> {
  return {
    ...zpid,
    parse: (text) => {
      const id = zpid.parse(text)
      if (!(id instanceof Refusal)) return id
      if (looksLikeUrl(text)) return new Refusal(`${ACCEPTED} For a URL call ${url}.`, undefined, idIn(text))
      return looksLikeAddress(text) ? new Refusal(`${ACCEPTED} For an address call ${address}.`) : id
    },
  }
}

/** Returns the id in a property's URL; undefined if the text is not the URL of a property. */
function idIn(url: string): string | undefined {
  const id = homeUrl.parse(url)
  return id instanceof Refusal ? undefined : String(id)
}
