import { after, before } from 'node:test'
import { loadGazetteer } from '../../src/places/regions/gazetteer.ts'
import { Trial } from './trial.ts'

/** A mapping of homes for which only a place is known. */
export const PLACED_MAPPING = `
name: homes
source: county
key: id
fields:
  HomeType: { constant: SINGLE_FAMILY }
  PostalCode: zip
  StateOrProvince: state
  City: city
  Latitude: latitude
  Longitude: longitude
`
const HEADER = 'id,zip,state,city,latitude,longitude\n'

/** Imports rows of homes for the tests of one file, with the gazetteer of the United States. */
export function placedHomes() {
  let trial: Trial
  before(() => {
    trial = new Trial()
  })
  after(() => trial.remove())
  const bringMore = (rows: string, mapping = PLACED_MAPPING) =>
    trial.run(HEADER + rows, mapping, { gazetteer: loadGazetteer() })
  const homes = () => [...trial.homes.values()]
  return {
    /** Imports rows into an empty catalog. */
    bring: (rows: string, mapping?: string) => {
      trial.homes = new Map()
      return bringMore(rows, mapping)
    },
    bringMore,
    homes,
    addresses: () => homes().map(({ address }) => address),
  }
}
