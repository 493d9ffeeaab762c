export const KINDS = { for_sale: 'For_Sale', for_rent: 'For_Rent', sold: 'Sold' } as const
export type Kind = keyof typeof KINDS

/** A choice of a tool, its parameter and text for each kind of listing where the search has it. */
export interface Choice {
  readonly for_sale?: string
  readonly for_rent?: string
  readonly sold?: string
}

function all(value: string): Choice {
  return { for_sale: value, for_rent: value, sold: value }
}

export const TYPES: Readonly<Record<string, Choice>> = {
  house: all('Houses'),
  townhouse: all('Townhomes'),
  condo: { for_sale: 'Condos/Co-ops', sold: 'Condos/Co-ops', for_rent: 'Apartments/Condos/Co-ops' },
  apartment: { for_sale: 'Apartments', sold: 'Apartments', for_rent: 'Apartments/Condos/Co-ops' },
  multi_family: { for_sale: 'Multi-family', sold: 'Multi-family' },
  land: { for_sale: 'Lots-Land', sold: 'Lots-Land' },
  manufactured: { for_sale: 'Manufactured', sold: 'Manufactured' },
}

export const AMENITIES: Readonly<Record<string, Choice>> = {
  air_conditioning: all('Must have A/C'),
  pool: all('Must have pool'),
  waterfront: all('Waterfront'),
  on_site_parking: { for_rent: 'On-site Parking' },
  in_unit_laundry: { for_rent: 'In-unit Laundry' },
  income_restricted: { for_rent: 'Income Restricted' },
}

/** Needs that each have a parameter of their own. */
export const FLAGS: Readonly<
  Record<string, { readonly kinds: readonly Kind[]; readonly query: Readonly<Record<string, string>> }>
> = {
  garage: { kinds: ['for_sale', 'sold'], query: { haveGarage: 'true' } },
  basement: { kinds: ['for_sale', 'for_rent', 'sold'], query: { mustHaveBasement: 'Yes_Both' } },
  single_story: { kinds: ['for_sale', 'for_rent', 'sold'], query: { singleStoryOnly: 'true' } },
  not_55_plus: { kinds: ['for_sale', 'sold'], query: { hide55plusComm: 'true' } },
}

export const TOURS: Readonly<Record<string, Choice>> = {
  '3d_tour': { for_sale: 'Must have 3D Tour', for_rent: 'Must have 3D Tour' },
  open_house: { for_sale: 'Must have open house' },
}

export const ALSO: Readonly<Record<string, string>> = {
  coming_soon: 'Coming soon',
  backup_offers: 'Accepting backup offers',
  pending: 'Pending & under contract',
}

export const LISTINGS: Readonly<Record<string, string>> = {
  by_owner: 'Owner Posted',
  by_agent: 'Agent listed',
  new_construction: 'New Construction',
  auction: 'Auctions',
  foreclosure: 'Fore-closures,Foreclosed,Pre-foreclosures',
}

export const SPACES: Readonly<Record<string, string>> = { entire_place: 'Entire Place', room: 'Room' }

export const PETS: Readonly<Record<string, string>> = {
  cats: 'Allow cats',
  small_dogs: 'Allow small dogs',
  large_dogs: 'Allow large dogs',
}
export const VIEWS: Readonly<Record<string, string>> = {
  city: 'City',
  mountain: 'Mountain',
  park: 'Park',
  water: 'Water',
}

/** Orders of a search. */
export const ORDERS: Readonly<Record<string, string>> = {
  newest: 'Newest',
  price_low: 'Price_Low_to_High',
  price_high: 'Price_High_to_Low',
  bedrooms: 'Bedrooms',
  bathrooms: 'Bathrooms',
  sqft: 'Square_Feet',
  lot: 'Lot_Size',
  year_built: 'Year_Built',
}
