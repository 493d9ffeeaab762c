import type { HomeAddress } from '../../src/model/home.ts'
import type { Known } from './known.ts'

/** Street lines of rare kinds. They replace the street lines of homes in the sample. */
const LINES = `
  41-25 Kissena Blvd; 99-40 63rd Rd; 104-11 Liberty Ave; 35-20 Broadway
  12-34 31st Ave; 1520 US Highway 20; 877 State Highway 20; 4310 County Road 20
  2204 US Hwy 431; 655 State Route 9; 9120 Farm to Market Road 544; 77 Highway 9
  3100 State Road 44; 418 County Highway 12; 1036 McCarroll St; 22 McDonald Ave
  815 Mc Kinley Rd; 64 MacArthur Blvd; 2207 O’Neal Ct; 404 Ironbridge Rd
  12 Iron Bridge Ln; 5150 Lakeview Dr; 31 Lake View Ter; 907 Stonecrest Way
  800 Martin Luther King Jr Blvd; 41 Dr Martin Luther King Jr Dr; 600 Martin Luther King Ave; 1710 Avenida De La Playa
  22 Avenida Encinas; 350 Camino Del Mar; 1204 Camino Real; 77 Calle Mayor
  912 8th St; 1036-1038 Elm St; 18 4th Ave; 230 W 121st St
  3 S 103rd Ave; 19 21st St NE; 2120 North Juniper Ave
`
  .split(/[;\n]/)
  .map((line) => line.trim())
  .filter(Boolean)

/** How many homes get each line. Each of these homes is in a different place. */
const PLACES = 40

export function rareAddresses(sample: readonly Known[]): HomeAddress[] {
  const step = Math.max(1, Math.floor(sample.length / (LINES.length * PLACES)))
  return LINES.flatMap((streetAddress, row) =>
    Array.from({ length: PLACES }, (_, at) => sample[(row * PLACES + at) * step]).flatMap((home) =>
      home === undefined ? [] : [{ streetAddress, ...placeOf(home) }],
    ),
  )
}

function placeOf({ city, state, zipcode, county, neighborhood }: Known) {
  return { city, state, zipcode, county, neighborhood }
}
