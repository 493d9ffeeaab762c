import { after, before } from 'node:test'
import { loadGazetteer } from '../../src/regions/gazetteer.ts'
import { Trial } from './trial.ts'

/** Homes by their place alone. */
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

/** For the tests of one file: brings in rows of homes, with the gazetteer of the United States. */
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
    /** Into an empty catalogue. */
    bring: (rows: string, mapping?: string) => {
      trial.homes = new Map()
      return bringMore(rows, mapping)
    },
    bringMore,
    homes,
    addresses: () => homes().map(({ address }) => address),
  }
}
