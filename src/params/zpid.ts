import { looksLikeAddress } from './address-text.ts'
import { homeUrl, looksLikeUrl } from './home-url.ts'
import { Refusal, type Shape } from './shape.ts'
import { readZpid } from './zpid-text.ts'

const WHY = 'accepted is a property id, a whole number from 1 to 9007199254740991.'

/** A property id. Written in digits; `_zpid` behind it, as in a URL, and the `.0` of a spreadsheet do no harm. */
export const zpid: Shape<number> = {
  schema: { type: 'string', pattern: '^\\d+(\\.0+)?(_zpid)?$' },
  example: '48749425',
  parse: (text) => readZpid(text) ?? new Refusal(WHY),
}

/** What takes what callers send where an id is asked for, e.g. `/byaddress?propertyaddress=…`. */
export interface OtherWays {
  readonly url: string
  readonly address: string
}

/** A property id, as `zpid`. A URL or an address in its place is refused with a pointer to what takes it. */
export function zpidBeside({ url, address }: OtherWays): Shape<number> {
  return {
    ...zpid,
    parse: (text) => {
      const id = zpid.parse(text)
      if (!(id instanceof Refusal)) return id
      if (looksLikeUrl(text)) return new Refusal(`${WHY} For a URL call ${url}.`, undefined, idIn(text))
      return looksLikeAddress(text) ? new Refusal(`${WHY} For an address call ${address}.`) : id
    },
  }
}

/** The id that a property's URL holds. */
function idIn(url: string): string | undefined {
  const id = homeUrl.parse(url)
  return id instanceof Refusal ? undefined : String(id)
}
