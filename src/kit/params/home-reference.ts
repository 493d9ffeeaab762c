import { looksLikeAddress } from './address-text.ts'
import { homeUrl, looksLikeUrl } from './home-url.ts'
import { Refusal, type Shape } from './shape.ts'
import { readZpid } from './zpid-text.ts'

/** How a caller refers to a property. */
type HomeReference =
  | { readonly kind: 'zpid'; readonly zpid: number }
  | { readonly kind: 'address'; readonly text: string }

const ACCEPTED = 'must be a property id (a whole number from 1 to 9007199254740991), its URL, or its address.'

/** Reads a property id. Also reads a URL or an address, because some clients send these instead. */
export const homeReference: Shape<HomeReference> = {
  schema: { type: 'string' },
  example: '48749425',
  parse: (text) => {
    const zpid = readZpid(text) ?? (looksLikeUrl(text) ? homeUrl.parse(text) : undefined)
    if (zpid instanceof Refusal) return zpid
    if (zpid !== undefined) return { kind: 'zpid', zpid }
    return looksLikeAddress(text) ? { kind: 'address', text } : new Refusal(ACCEPTED)
  },
  format: (reference) => (reference.kind === 'zpid' ? String(reference.zpid) : reference.text),
}
