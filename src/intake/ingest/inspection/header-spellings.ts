/** Words of headers that mean the same. The first one of each group stands for them. */
const SPELLINGS = `
  address addr adr adress / bath baths bathroom bathrooms bathroms bthrm bthrms bathrms bth bths ba / bed beds bedroom
  bedrooms bedroms bdrm bdrms bedrm bedrms bdr bds bd br brs / building bldg bld / built blt construction constructed constr
  / acre acres acreage ac / amount amt / assessed assessment assess assd / code cd / count cnt / date dt / description desc
  descr descrip / direction dir / finished fin / fireplace fireplaces / garage garages / half hlf hf / heated htd /
  house hse / land lnd / latitude lattitude lat / level levels / living lvg liv livable liveable / longitude longtitude long lng lon /
  mail mailing / month monthly / municipality muni munic mun / name nm / number num nbr nr no / owner owners own
  ownr / photo photos image images picture pictures img imgs pic pics / price prc / property prop / rent rental /
  sale sales / size sz / space spaces / sqft sf sqfeet sqfoot sqrft sqrfeet / story stories storey storeys / street str /
  suffix sfx / tax taxes / total tot ttl / type typ / url link href / use usage / value val / year yr`
  .split('/')
  .map((group) => group.match(/\S+/g) ?? [])

/** Further words that headers join without a space, as in `mailcity`. */
const OTHERS = `
  bathrm st id area apartment apt unit suite city county state zip postal town township parcel situs site physical phy
  location loc full basement bsmt pool parking home status list listing listed ask asking current original last latest
  recent sold close closed closing deed record recorded recording transfer purchase agent agents broker office seller
  buyer grantor grantee taxpayer school contact builder per change prior previous estimated floor floors interior
  gross market category class style kind fee hoa mls region neighborhood subdivision prefix website first second and
  of lot structure square feet foot footage dwelling residential res coordinates coordinate centroid line road
  effective actual public remarks central has above below grade ground quality overall condition zoning lease offer
  base final paid contract pending annual net dues association maintenance cooling heating air car cars capacity
  transaction fips exterior key text legal calculated deeded subtype sub abbr province parish district place
  settlement transferred posted available unparsed formatted complete`

const MEANINGS = new Map(SPELLINGS.flatMap((words) => words.map((word) => [word, words[0] ?? word] as const)))
const JOINED = new Set(
  [...MEANINGS.keys(), ...(OTHERS.match(/\S+/g) ?? [])].filter((word) => !/^(ac|ba|bd|br)$/.test(word)),
)

/** A longer word is not split: the ways to split it may be countless. */
const SPLIT_MAX = 40

/** Splits a word that consists of known words: `mailcity` becomes `mail city`. Undefined if it does not. */
export function splitWord(word: string): string | undefined {
  if (JOINED.has(word)) return word
  if (word.length > SPLIT_MAX) return undefined
  for (let at = word.length - 2; at > 1; at--) {
    const rest = JOINED.has(word.slice(0, at)) ? splitWord(word.slice(at)) : undefined
    if (rest !== undefined) return `${word.slice(0, at)} ${rest}`
  }
  return undefined
}

/** Words that add nothing to the words beside them. */
const FILLERS =
  /^(property|home|house|listing|address|location|loc|parcel|situs|site|physical|phy|ph|project|proj|premise|total|full|name|of|the|in|usd|amount|count|number|system|data|mdp|[acm])$/

/** Returns the words of a header in one spelling and order, as a name to compare. */
export function wordKey(words: string, isShort = false): string {
  const all = words
    .replaceAll(/\b(sq|square) (ft|feet|foot|footage)\b/g, 'sqft')
    .split(' ')
    .map((word) => MEANINGS.get(word) ?? word)
  const telling = isShort ? all.filter((word) => !FILLERS.test(word)) : all
  return [...new Set(telling)].sort().join(' ')
}
