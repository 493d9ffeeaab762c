import { sourceName } from '../../../catalog/ports/source-name.ts'
import type { Offer } from '../../../model/offer.ts'
import { shownPrice } from '../../../model/offer-columns.ts'
import { OFFER_FIELDS } from '../../../model/offer-fields.ts'
import type { EXTRAS } from '../../../model/offer-values.ts'
import { type Cell, columnFor, textColumns } from '../column.ts'
import type { ExportedNoun } from '../exported-noun.ts'

type ExtraField = `${(typeof EXTRAS)[number]}YN`

/** Every imported field, except the fields that repeat `Floor` and `Extras`. */
type ExportedField = Exclude<keyof typeof OFFER_FIELDS, 'FloorNumber' | ExtraField>

const VALUES: Readonly<Record<ExportedField, (offer: Offer) => Cell>> = {
  Title: ({ title }) => title,
  PropertyType: ({ propertyType }) => propertyType,
  SearchType: ({ searchType }) => searchType,
  Market: ({ market }) => market,
  OwnerType: ({ ownerType }) => ownerType,
  ListPrice: shownPrice, // a hidden price is withheld
  HidePriceYN: ({ hidePrice }) => hidePrice === true,
  AdministrativeRent: ({ rent }) => rent,
  Area: ({ area }) => area,
  PlotArea: ({ plotArea }) => plotArea,
  Rooms: ({ rooms }) => rooms,
  Floor: ({ floor }) => floor,
  FloorsInBuilding: ({ floorsInBuilding }) => floorsInBuilding,
  YearBuilt: ({ yearBuilt }) => yearBuilt,
  BuildingType: ({ buildingType }) => buildingType,
  BuildingMaterial: ({ buildingMaterial }) => buildingMaterial,
  Heating: ({ heating }) => heating,
  Extras: ({ extras }) => extras,
  Media: ({ media }) => media,
  VideoYN: ({ hasVideo }) => hasVideo === true,
  ThreeDViewYN: ({ has3DView }) => has3DView === true,
  OpenDayYN: ({ openDay }) => openDay === true,
  ExclusiveYN: ({ exclusiveOffer }) => exclusiveOffer === true,
  CreationTimestamp: ({ createdMs }) => createdMs,
  ModificationTimestamp: ({ modifiedMs }) => modifiedMs,
  AgencyId: ({ agency }) => agency?.id,
  AgencyName: ({ agency }) => agency?.name,
  Street: ({ street }) => street,
  District: ({ district }) => district,
  City: ({ city }) => city,
  County: ({ county }) => county,
  Province: ({ province }) => province,
  Latitude: ({ point }) => point?.latitude,
  Longitude: ({ point }) => point?.longitude,
  Description: ({ description }) => description,
  PhotoURLs: ({ photos }) => photos,
}

const NAMES = Object.keys(VALUES) as ExportedField[] // VALUES has exactly these keys

export const exportedOffers: ExportedNoun<'offer'> = {
  noun: 'offer',
  plural: 'offers',
  idColumn: 'OfferId',
  columns: [
    { name: 'OfferId', kind: 'wholeNumber' },
    ...NAMES.map((name) => columnFor(name, OFFER_FIELDS[name])),
    ...textColumns('Source', 'Attribution'),
  ],
  isShown: ({ goneSince }) => goneSince === undefined,
  cells: (offer, { about }) => [
    offer.offerId,
    ...NAMES.map((name) => VALUES[name](offer)),
    offer.source,
    sourceName(about, offer),
  ],
  pointOf: ({ point }) => point,
}
