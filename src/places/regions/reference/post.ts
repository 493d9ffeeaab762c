import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { stateOfCode } from '../states.ts'

/** A ZIP code in the post office's list, which includes boxes and single buildings. */
export interface PostRow {
  readonly zipcode: string
  readonly city: string
  /** Has two letters. */
  readonly state: string
  readonly latitude: number
  readonly longitude: number
}

const ROW = /"zip":"(\d{5})","latitude":([-\d.]+),"longitude":([-\d.]+),"city":"([^"]*)","state":"(\w\w)"/g

/** ZIP codes that are looked up one by one before all rows are read at once. */
const ONE_BY_ONE_MAX = 16

/**
 * The post office's list. It leaves out military mail, which has no place, and the freely associated states, which have
 * no counties. The package's module is read as text, in a tenth of the time that running it takes, and a caller who
 * asks for a few ZIP codes does not wait for the others.
 */
export class PostRows {
  #text = readFileSync(createRequire(import.meta.url).resolve('zipcodes/lib/codes.js'), 'latin1')
  #rows: ReadonlyMap<string, PostRow> | undefined
  #lookedUp = 0

  get(zipcode: string): PostRow | undefined {
    if (this.#rows === undefined && this.#lookedUp++ < ONE_BY_ONE_MAX) return this.#find(zipcode)
    return this.all().get(zipcode)
  }

  all(): ReadonlyMap<string, PostRow> {
    if (this.#rows !== undefined) return this.#rows
    this.#rows = new Map(
      Array.from(this.#text.matchAll(ROW), rowOf).flatMap((row): [string, PostRow][] =>
        row ? [[row.zipcode, row]] : [],
      ),
    )
    this.#text = '' // five megabytes
    return this.#rows
  }

  #find(zipcode: string): PostRow | undefined {
    const at = /^\d{5}$/.test(zipcode) ? this.#text.lastIndexOf(`"zip":"${zipcode}"`) : -1
    return at < 0 ? undefined : rowOf(new RegExp(ROW, 'y').exec(this.#text.slice(at, at + ROW_MAX)))
  }
}

/** Upper bound of the characters of a row up to its state. */
const ROW_MAX = 400

function rowOf(found: readonly string[] | null): PostRow | undefined {
  const [, zipcode = '', latitude, longitude, city = '', state = ''] = found ?? []
  if (stateOfCode(state) === undefined) return undefined
  // The list writes Mckinney and Mc Kinney; the town writes itself McKinney.
  const written = city.replace(/^Mc ?(\w)/, (_, initial: string) => `Mc${initial.toUpperCase()}`)
  return { zipcode, city: written, state, latitude: Number(latitude), longitude: signed(Number(longitude), state) }
}

/** Only two territories lie east of Greenwich; anywhere else a positive longitude has lost its sign. */
function signed(longitude: number, state: string): number {
  return state === 'GU' || state === 'MP' ? longitude : -Math.abs(longitude)
}
