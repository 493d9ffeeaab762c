import { BRIEF_ADDRESS, BRIEF_FACTS, BRIEF_KEYS, BRIEF_LISTING, type HomeBrief } from '../../model/home-brief.ts'

/**
 * The facts of a `HomeBrief`, in order of their bits. The order is part of the stored format, so it must not change.
 */
const FIELDS = [
  ...BRIEF_KEYS.map((key) => ({ part: undefined, key })),
  ...BRIEF_ADDRESS.map((key) => ({ part: 'address', key }) as const),
  ...BRIEF_FACTS.map((key) => ({ part: 'facts', key }) as const),
  ...BRIEF_LISTING.map((key) => ({ part: 'listing', key }) as const),
]

/** Number of facts per mask. Masks are integers, which have room for 30 bits. */
const FIELDS_PER_MASK = 30
const MASKS = Math.ceil(FIELDS.length / FIELDS_PER_MASK)

/**
 * Packs the facts that rows of results show into a JSON array: first masks with a bit for each known fact, then the
 * known facts. The array is five times smaller than an object with names.
 */
export function packedBrief(home: HomeBrief): string {
  const masks = Array.from({ length: MASKS }, () => 0)
  const values: unknown[] = []
  FIELDS.forEach(({ part, key }, number) => {
    const value = factOf(part === undefined ? home : home[part], key)
    if (value === undefined) return
    const mask = Math.floor(number / FIELDS_PER_MASK)
    masks[mask] = (masks[mask] as number) | (1 << (number % FIELDS_PER_MASK))
    values.push(value)
  })
  return JSON.stringify([...masks, ...values])
}

function factOf(part: object | undefined, key: string): unknown {
  const value = (part as Readonly<Record<string, unknown>> | undefined)?.[key]
  return key === 'photos' ? (value as readonly unknown[] | undefined)?.slice(0, 1) : value
}

const NO_FACTS: readonly unknown[] = FIELDS.map(() => undefined)

/** Unpacks the result of `packedBrief` for the home with this id. Unknown facts are undefined. */
export function unpackedBrief(zpid: number, packed: string): HomeBrief {
  const values: readonly unknown[] = JSON.parse(packed)
  const facts = NO_FACTS.slice()
  let at = MASKS
  for (let mask = 0; mask < MASKS; mask++) {
    for (let bits = values[mask] as number; bits !== 0; bits &= bits - 1)
      facts[mask * FIELDS_PER_MASK + (31 - Math.clz32(bits & -bits))] = values[at++]
  }
  return briefFrom(zpid, facts)
}

/** Gives all objects the same keys in the same order, which makes code that reads them faster. */
const briefFrom: (zpid: number, facts: readonly unknown[]) => HomeBrief = compiled()

/** Compiles `(zpid, facts) => ({ zpid, "source": facts[0], …, "address": { … }, "facts": { … }, "listing": … })`. */
function compiled() {
  const entries = (wanted: string | undefined) =>
    FIELDS.flatMap(({ part, key }, number) => (part === wanted ? `${JSON.stringify(key)}: facts[${number}]` : []))
  const kind = FIELDS.findIndex(({ part, key }) => part === 'listing' && key === 'kind')
  const parts = [
    'zpid',
    ...entries(undefined),
    `address: { ${entries('address').join()} }`,
    `facts: { ${entries('facts').join()} }`,
    `listing: facts[${kind}] === undefined ? undefined : { ${entries('listing').join()} }`,
  ]
  // oxlint-disable-next-line typescript/no-implied-eval -- made of declared keys, quoted
  return new Function('zpid', 'facts', `return { ${parts.join()} }`) as typeof briefFrom
}
