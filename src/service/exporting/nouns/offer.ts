import { shownPrice } from '../../../model/offer-columns.ts'
import { OFFER_FIELDS } from '../../../model/offer-fields.ts'
import { EXTRAS } from '../../../model/offer-values.ts'
import { exportedFields } from '../exported-noun.ts'

/** Fields with the same information as `Floor` and `Extras`. */
type RepeatedField = 'FloorNumber' | `${(typeof EXTRAS)[number]}YN`
const REPEATED: ReadonlySet<string> = new Set(['FloorNumber', ...EXTRAS.map((extra) => `${extra}YN`)])

export const exportedOffers = exportedFields({
  noun: 'offer',
  plural: 'offers',
  id: { name: 'OfferId', kind: 'wholeNumber' },
  idOf: ({ offerId }) => offerId,
  fields: Object.fromEntries(Object.entries(OFFER_FIELDS).filter(([name]) => !REPEATED.has(name))) as Omit<
    typeof OFFER_FIELDS,
    RepeatedField
  >, // `REPEATED` has exactly these names
  readers: {
    ListPrice: shownPrice, // undefined if the owner hides the price
    HidePriceYN: ({ hidePrice }) => hidePrice === true,
    AdministrativeRent: ({ rent }) => rent,
    VideoYN: ({ hasVideo }) => hasVideo === true,
    ThreeDViewYN: ({ has3DView }) => has3DView === true,
    OpenDayYN: ({ openDay }) => openDay === true,
    ExclusiveYN: ({ exclusiveOffer }) => exclusiveOffer === true,
    CreationTimestamp: ({ createdMs }) => createdMs,
    ModificationTimestamp: ({ modifiedMs }) => modifiedMs,
    AgencyId: ({ agency }) => agency?.id,
    AgencyName: ({ agency }) => agency?.name,
    Latitude: ({ point }) => point?.latitude,
    Longitude: ({ point }) => point?.longitude,
    PhotoURLs: ({ photos }) => photos,
  },
  isShown: ({ goneSince }) => goneSince === undefined,
  pointOf: ({ point }) => point,
})
