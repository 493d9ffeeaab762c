/** Keys of the regions that series belong to, as `places` writes them. */
export const COUNTRY_KEY = 'country/us'

export function stateKey(state: string): string {
  return `state/${state.toLowerCase()}`
}

export function metroKey(city: string, state: string): string {
  return `metro/${state.toLowerCase()}/${slug(city)}`
}

export function cityKey(city: string, state: string): string {
  return `city/${state.toLowerCase()}/${slug(city)}`
}

export function zipKey(zipcode: string): string {
  return `zipcode/${zipcode}`
}

function slug(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}
