/** A state, the District of Columbia or a territory. All of them have counties and appear in addresses. */
export interface State {
  /** Two letters. */
  readonly code: string
  readonly name: string
  /** Two digits. */
  readonly fips: string
}

/** Sorted by name. */
export const STATES: readonly State[] = [
  ['AL', 'Alabama', '01'],
  ['AK', 'Alaska', '02'],
  ['AS', 'American Samoa', '60'],
  ['AZ', 'Arizona', '04'],
  ['AR', 'Arkansas', '05'],
  ['CA', 'California', '06'],
  ['CO', 'Colorado', '08'],
  ['CT', 'Connecticut', '09'],
  ['DE', 'Delaware', '10'],
  ['DC', 'District of Columbia', '11'],
  ['FL', 'Florida', '12'],
  ['GA', 'Georgia', '13'],
  ['GU', 'Guam', '66'],
  ['HI', 'Hawaii', '15'],
  ['ID', 'Idaho', '16'],
  ['IL', 'Illinois', '17'],
  ['IN', 'Indiana', '18'],
  ['IA', 'Iowa', '19'],
  ['KS', 'Kansas', '20'],
  ['KY', 'Kentucky', '21'],
  ['LA', 'Louisiana', '22'],
  ['ME', 'Maine', '23'],
  ['MD', 'Maryland', '24'],
  ['MA', 'Massachusetts', '25'],
  ['MI', 'Michigan', '26'],
  ['MN', 'Minnesota', '27'],
  ['MS', 'Mississippi', '28'],
  ['MO', 'Missouri', '29'],
  ['MT', 'Montana', '30'],
  ['NE', 'Nebraska', '31'],
  ['NV', 'Nevada', '32'],
  ['NH', 'New Hampshire', '33'],
  ['NJ', 'New Jersey', '34'],
  ['NM', 'New Mexico', '35'],
  ['NY', 'New York', '36'],
  ['NC', 'North Carolina', '37'],
  ['ND', 'North Dakota', '38'],
  ['MP', 'Northern Mariana Islands', '69'],
  ['OH', 'Ohio', '39'],
  ['OK', 'Oklahoma', '40'],
  ['OR', 'Oregon', '41'],
  ['PA', 'Pennsylvania', '42'],
  ['PR', 'Puerto Rico', '72'],
  ['RI', 'Rhode Island', '44'],
  ['SC', 'South Carolina', '45'],
  ['SD', 'South Dakota', '46'],
  ['TN', 'Tennessee', '47'],
  ['TX', 'Texas', '48'],
  ['VI', 'U.S. Virgin Islands', '78'],
  ['UT', 'Utah', '49'],
  ['VT', 'Vermont', '50'],
  ['VA', 'Virginia', '51'],
  ['WA', 'Washington', '53'],
  ['WV', 'West Virginia', '54'],
  ['WI', 'Wisconsin', '55'],
  ['WY', 'Wyoming', '56'],
].map(([code = '', name = '', fips = '']) => ({ code, name, fips }))

/** The territories that also appear in lists of countries, such as Puerto Rico. */
export const TERRITORIES: readonly State[] = STATES.filter(({ code }) => ['AS', 'GU', 'MP', 'PR', 'VI'].includes(code))

const byCode = new Map(STATES.map((state) => [state.code, state]))
const byFips = new Map(STATES.map((state) => [state.fips, state]))

/** Codes in addresses of the armed forces and of diplomats, in place of a state. */
export const MILITARY_STATES: ReadonlySet<string> = new Set(['AA', 'AE', 'AP'])

/** Returns whether an address may have this code as its state. */
export function isPostalState(code: string): boolean {
  return byCode.has(code) || MILITARY_STATES.has(code)
}

/** Finds a state by two capital letters. */
export function stateOfCode(code: string): State | undefined {
  return byCode.get(code)
}

/** Finds a state by the first two digits of its own FIPS code or of a county's FIPS code. */
export function stateOfFips(fips: string): State | undefined {
  return byFips.get(fips.slice(0, 2))
}
