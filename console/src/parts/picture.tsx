import { factsSoFar } from '../service/facts.ts'
import { counted } from './format.ts'

/** The service's picture for homes without a picture. The console draws the home instead. */
const NO_PICTURE = '/media/none.svg'

/** Whether the page's security policy lets it load a picture. */
export function isLoadable(address: string): boolean {
  const url = urlOf(address)
  return (
    url !== undefined &&
    url.pathname !== NO_PICTURE &&
    (url.origin === location.origin || factsSoFar().pictureOrigins.includes(url.origin))
  )
}

/** Says how many pictures this page may not load, with a link to the first. Shows operators how to allow them. */
export function PicturesElsewhere({ addresses }: { addresses: readonly string[] }) {
  const urls = addresses.map(urlOf).filter((url) => url !== undefined)
  const [first] = urls
  if (first === undefined) return null
  const many = counted(urls.length, 'picture')
  const isOneHost = urls.every(({ host }) => host === first.host)
  const { operator, pictureOrigins } = factsSoFar()
  const origins = new Set(
    [...pictureOrigins, ...urls.map(({ origin }) => origin)].filter((origin) => origin !== location.origin),
  )
  return (
    <div class="quiet pictures-elsewhere">
      <a href={first.href} rel="noreferrer" target="_blank">
        {isOneHost ? `${many} at ${first.host}` : `${many} elsewhere, the first at ${first.host}`}
      </a>
      {operator && (
        <details>
          <summary>Show them here</summary>
          Start Plat with <code>PLAT_PICTURE_ORIGINS={[...origins].join(',')}</code>
        </details>
      )}
    </div>
  )
}

/** Returns undefined unless the text is an http or https address. */
function urlOf(address: string): URL | undefined {
  const url = URL.canParse(address, location.href) ? new URL(address, location.href) : undefined
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}
