import { createRequire } from 'node:module'
import { cityKey } from '../src/kit/names/name-key.ts'
import { referenceLines } from '../src/places/regions/reference/reference.ts'
import { stateOfCode, stateOfFips } from '../src/places/regions/states.ts'

interface PostCode {
  readonly latitude: number
  readonly longitude: number
  readonly city: string
  /** Two letters. */
  readonly state: string
}

// The package has no types. This module contains the places by ZIP code.
const { codes } = createRequire(import.meta.url)('zipcodes/lib/codes.js') as {
  readonly codes: Readonly<Record<string, PostCode>>
}

/**
 * Returns the files of `reference/` that are made from the package `zipcodes`. They are sorted, so that lookups need no
 * index.
 */
export function postTables(): { readonly path: string; readonly text: string }[] {
  const rows = Object.entries(codes).flatMap(([zipcode, { latitude, longitude, city, state }]) => {
    // The package has both Mckinney and Mc Kinney. The correct spelling is McKinney.
    const written = city.replace(/^Mc ?(\w)/, (_, initial: string) => `Mc${initial.toUpperCase()}`)
    const row = [zipcode, written, state, latitude, signed(longitude, state)] as const
    return stateOfCode(state) === undefined ? [] : [row]
  })
  const listed = new Set(rows.map(([zipcode]) => zipcode))
  const unlisted = referenceLines('zips')
    .map((line) => line.split('|'))
    .filter(([zipcode = '']) => !listed.has(zipcode))
    .map(([zipcode = '', fips = '', , , , , city = '']) => [zipcode, city, stateOfFips(fips)?.code ?? ''] as const)
  const zips = Map.groupBy([...rows, ...unlisted], ([, city, state]) => `${cityKey(city)}/${state}`)
  const cities = [...zips].map(
    ([key, of]) =>
      `${key}|${of
        .map(([zipcode]) => zipcode)
        .toSorted()
        .join(' ')}`,
  )
  return [
    table(
      'post.txt',
      'ZIP codes of the postal list.',
      'ZIP|city|state|latitude|longitude',
      rows.map((row) => row.join('|')),
    ),
    table('cities.txt', 'ZIP codes of each city, those of areas included.', 'key of the name/state|ZIPs', cities),
  ]
}

/** Corrects longitudes that lack the minus sign. Only two territories are east of Greenwich. */
function signed(longitude: number, state: string): number {
  return state === 'GU' || state === 'MP' ? longitude : -Math.abs(longitude)
}

function table(name: string, title: string, columns: string, lines: readonly string[]) {
  const head = [title, 'Source: the package zipcodes.', 'Written by npm run docs.', columns].map((line) => `# ${line}`)
  const sorted = lines.map((line) => Buffer.from(line)).toSorted(Buffer.compare)
  return { path: `reference/${name}`, text: `${[...head, ...sorted].join('\n')}\n` }
}
