import {
  BASEMENT_WORDS,
  BUILDING_MATERIAL_WORDS,
  BUILDING_TYPE_WORDS,
  HOME_TYPE_WORDS,
  LISTING_KIND_WORDS,
  type Meanings,
  STATE_NAMES,
  STATUS_WORDS,
} from './words.ts'

/** The usual names of a field's columns besides its own name, and the expected form of their values. */
export interface Synonyms {
  /** The names in lower case, letters and digits only, the likelier first, with spaces between them. */
  readonly names: string
  /** The range in which most numbers of such a column lie. */
  readonly within?: readonly [min: number, max: number]
  /** The meanings of the source's words. */
  readonly meanings?: Meanings
  /** Set when a 0 means that nothing is known. */
  readonly zeroIsNone?: true
  /** The length to which leading zeros are restored. */
  readonly pad?: number
  /** Set when most rows have a value of their own. */
  readonly isOwn?: true
  /** A pattern that most texts must match. */
  readonly form?: RegExp
}

export type SynonymTable = Readonly<Record<string, Synonyms>>

const YEARS = [1600, 2100] as const

/** The names come from exports of portals, county records and plain English. RESO's own names need no entry. */
export const HOME_SYNONYMS: SynonymTable = {
  HomeType: {
    names: 'hometype propertytype propertysubtype bldgtype buildingtype dwellingtype type style',
    meanings: HOME_TYPE_WORDS,
  },
  ParcelNumber: {
    names: `parcelnumber apn pin parcelid parcel parcelno taxid bbl parid parcelnbr parcelnum taxparcel
          taxparcelid strap folio ain mapblocklot`,
    isOwn: true,
  },
  StreetAddress: {
    names: `streetaddress address address1 addr siteaddress propertyaddress situsaddress fulladdress
          unparsedaddress street streetaddr addressline addressline1 addressfull addressstreet situs
          situsaddr siteaddr propaddr`,
    form: /\d.*[a-z]/i,
  },
  StreetNumber: { names: 'streetnumber housenumber streetno number streetnumbernumeric' },
  StreetName: { names: 'streetname' },
  StreetSuffix: { names: 'streetsuffix streettype' },
  UnitNumber: {
    names: `unitnumber unit apt apartment apartmentnumber address2 suite unitno unitnum aptno aptnumber
          apartmentno aptunit condounit`,
  },
  City: { names: 'city town municipality propertycity locality cityortown citytown' },
  StateOrProvince: {
    names: 'state stateorprovince province stateabbr statecode st',
    form: /^[A-Za-z]{2}$/,
    meanings: STATE_NAMES,
  },
  PostalCode: {
    names: `zip zipcode postalcode postcode zip5 ziporpostalcode propertyzip sitezip postal zipcd
          zipcode5 zippostalcode`,
    form: /^\d{3,5}(-?\d{4})?$/,
    pad: 5,
  },
  CountyOrParish: { names: 'county countyorparish countyname' },
  CountyFips: { names: 'fips countyfips fipscode', form: /^\d{4,5}$/, pad: 5 },
  Neighborhood: { names: 'neighborhood neighbourhood location area', form: /\p{L}/u },
  SubdivisionName: { names: 'subdivision subdivisionname' },
  Latitude: { names: 'latitude lat geometrylatitude coordinateslat y', within: [-90, 90] },
  Longitude: { names: 'longitude long lng lon geometrylongitude coordinateslng coordinateslon x', within: [-180, 180] },
  BedroomsTotal: {
    names: 'bedrooms beds bedroomstotal bed br bdrms bedroomabvgr numbedrooms bedroomcount bedroom bd bdr bdrm nbeds',
    within: [0, 100],
  },
  BathroomsTotalDecimal: {
    names: `bathrooms baths bathroomstotaldecimal bathstotal bath ba numbathrooms bathroomcount
          bathroomstotalinteger bathroom bth bathtotal nbaths`,
    within: [0, 100],
  },
  BathroomsFull: { names: 'fullbath fullbaths bathroomsfull bathsfull', within: [0, 100] },
  BathroomsHalf: { names: 'halfbath halfbaths bathroomshalf bathshalf', within: [0, 100] },
  LivingArea: {
    names: `livingarea sqft squarefeet sqftliving grlivarea livingareasqft buildingsqft finishedsqft
          buildingarea squarefootage sizesqft grosssquarefeet areasqft gla sf livingsqft heatedarea
          heatedsqft finishedarea totallivingarea bldgarea buildingsize sqftliv area size`,
    within: [100, 10_000_000],
  },
  AboveGradeFinishedArea: { names: 'sqftabove abovegradefinishedarea', within: [0, 10_000_000] },
  BelowGradeFinishedArea: {
    names: 'sqftbasement belowgradefinishedarea finishedbasementsqft',
    within: [0, 10_000_000],
    zeroIsNone: true,
  },
  LotSizeSquareFeet: {
    names: `lotsizesquarefeet sqftlot lotsize lotarea lotsqft landsqft landsquarefeet lotsizesqft lotsf
          landsf landarea parcelarea`,
    within: [100, 1e10],
    zeroIsNone: true,
  },
  LotSizeAcres: { names: 'acres lotsizeacres lotacres acreage lotsize', within: [0, 100_000] },
  YearBuilt: {
    names: 'yearbuilt yrbuilt built constructionyear buildyear yearconstructed yearblt yrblt',
    within: YEARS,
    zeroIsNone: true,
  },
  YearRenovated: {
    names: 'yearrenovated yrrenovated yearremodadd yearremodeled renovated effectiveyearbuilt',
    within: YEARS,
    zeroIsNone: true,
  },
  StoriesTotal: { names: 'stories storiestotal floors levels numstories numfloors', within: [0, 200] },
  Basement: { names: 'basement basementtype', meanings: BASEMENT_WORDS },
  GarageSpaces: { names: 'garagespaces garagecars garage garages garagecarcapacity', within: [0, 100] },
  ParkingTotal: { names: 'parking parkingtotal parkingspaces carspaces', within: [0, 1000] },
  AssociationFee: { names: 'hoa hoafee hoamonth associationfee hoadues monthlyhoa', within: [0, 100_000] },
  FireplacesTotal: { names: 'fireplaces fireplacestotal', within: [0, 50] },
  CoolingYN: { names: 'centralair coolingyn airconditioning hascooling ac' },
  PoolPrivateYN: { names: 'poolprivateyn pool haspool privatepool' },
  WaterfrontYN: { names: 'waterfront waterfrontyn iswaterfront' },
  QualityGrade: { names: 'grade qualitygrade overallqual overallquality quality', within: [0, 100] },
  ConditionGrade: { names: 'condition conditiongrade overallcond overallcondition', within: [0, 100] },
  ArchitecturalStyle: { names: 'housestyle architecturalstyle architecture' },
  Roof: { names: 'roofstyle rooftype roof' },
  Zoning: { names: 'zoning mszoning zone zoningcode' },
  ElementarySchool: { names: 'elementaryschool' },
  StandardStatus: {
    names: 'standardstatus status listingstatus mlsstatus homestatus salestatus',
    meanings: STATUS_WORDS,
  },
  ListingKind: { names: 'listingkind saleorrent listingtype transactiontype', meanings: LISTING_KIND_WORDS },
  ListingId: { names: 'listingid mls mlsnumber mlsid mlsno listingnumber', isOwn: true },
  ListPrice: {
    names: `listprice askingprice listingprice currentprice price rent monthlyrent asking askprice
          listamount rentprice rentalprice rentamount pricepermonth`,
    within: [1, 500_000_000],
    zeroIsNone: true,
  },
  OriginalListPrice: { names: 'originallistprice originalprice', within: [1, 500_000_000], zeroIsNone: true },
  ClosePrice: {
    names: `closeprice saleprice soldprice salesprice saleamount purchaseprice lastsaleprice soldfor
          salescloseprice sold salesamount saleamt salesamt saleprc pricesold soldamount closingprice
          closedprice transactionprice transferprice consideration lastsoldprice pricepaid finalprice
          lastsaleamount lastsalevalue saleval salevalue salesvalue deedamount`,
    within: [1000, 500_000_000],
    zeroIsNone: true,
  },
  CloseDate: {
    names: `closedate saledate solddate datesold closingdate lastsaledate dateofsale transactiondate
          deeddate sold soldon solddt saledt salesdate salesdt datesale closed closedon closeddate
          dateclosed settlementdate transferdate recordingdate recordeddate recorddate docdate
          documentdate lastsolddate lastsold purchasedate soldat saletime soldtime deeddt docdt`,
  },
  OnMarketDate: {
    names: 'onmarketdate listed listedon listdate listingdate datelisted listeddate dateposted listingcontractdate',
  },
  PurchaseContractDate: { names: 'purchasecontractdate pendingdate contractdate' },
  PublicRemarks: { names: 'publicremarks description remarks listingdescription comments' },
  PhotoURLs: { names: 'photourls photos images imageurls photourl imgsrc imageurl' },
  ListAgentKey: { names: 'listagentkey agentid agentkey' },
  TaxAssessedValue: { names: 'taxassessedvalue assessedvalue taxvalue totalassessedvalue', within: [1, 2e9] },
  TaxAnnualAmount: { names: 'taxannualamount annualtax propertytax taxes taxamount', within: [0, 1e8] },
  TaxYear: { names: 'taxyear assessmentyear', within: YEARS },
  WalkScore: { names: 'walkscore', within: [0, 100] },
}

/** English headers for the offers of the second portal. */
export const OFFER_SYNONYMS: SynonymTable = {
  City: { names: 'city town miasto' },
  District: { names: 'district dzielnica neighborhood neighbourhood' },
  Province: { names: 'province voivodeship wojewodztwo' },
  County: { names: 'county powiat' },
  Street: { names: 'street ulica address' },
  ListPrice: { names: 'price listprice cena rent askingprice', within: [1, 2e9], zeroIsNone: true },
  Area: { names: 'squaremeters area sqm m2 size livingarea powierzchnia', within: [1, 1e6] },
  Rooms: { names: 'rooms numberofrooms pokoje roomcount', within: [1, 100] },
  FloorNumber: { names: 'floor floornumber pietro', within: [-5, 100] },
  FloorsInBuilding: { names: 'floorcount floors floorsinbuilding numberoffloors', within: [0, 100] },
  YearBuilt: { names: 'buildyear yearbuilt constructionyear rokbudowy', within: YEARS, zeroIsNone: true },
  BuildingType: { names: 'type buildingtype', meanings: BUILDING_TYPE_WORDS },
  BuildingMaterial: { names: 'buildingmaterial material', meanings: BUILDING_MATERIAL_WORDS },
  BalconyYN: { names: 'hasbalcony balcony balkon' },
  LiftYN: { names: 'haselevator elevator lift haslift winda' },
  Usable_RoomYN: { names: 'hasstorageroom storageroom' },
  Latitude: { names: 'latitude lat geometrylatitude', within: [-90, 90] },
  Longitude: { names: 'longitude long lng lon geometrylongitude', within: [-180, 180] },
  Title: { names: 'title tytul headline' },
  Description: { names: 'description opis' },
}

/** The usual names of columns that identify a row, the likelier first. */
export const KEY_NAMES: readonly string[] = wordsIn(`
  listingkey id key zpid propertyid listingid mlsnumber mls mlsid parcelnumber parcelid apn pin bbl pid parid parcel
  uuid guid uid saleid listingnumber accountnumber objectid order`)

export function wordsIn(text: string): readonly string[] {
  return text.match(/\S+/g) ?? []
}

/** Returns a name as it is compared: `Sale_Price`, `salePrice` and `SALE PRICE ($)` are equal. */
export function plainName(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\([^)]*\)|[^a-z0-9]/g, '')
}
