import { splitWord } from './header-spellings.ts'
import * as headers from './header-words.ts'
import { measuresOf } from './measures.ts'
import type { ColumnProfile } from './profile.ts'
import * as cells from './words.ts'

/** Common column names for a field besides the field's own name, and what the values look like. */
export interface Synonyms {
  /** Names separated by spaces, in lower case, letters and digits only. The most common name comes first. */
  readonly names: string
  /** The plausible range of the field's values. If it excludes 0, a 0 in a cell means "unknown". */
  readonly within?: readonly [min: number, max: number]
  /** The meanings of common words in the cells. */
  readonly meanings?: cells.Meanings
  /** The meaning of all words that have no other meaning and do not match `outside`. */
  readonly otherwise?: string
  readonly outside?: RegExp
  /** The length of the code with its leading zeros. */
  readonly pad?: number
  /** Set if the values of most rows differ. */
  readonly isOwn?: true
  /** Matches cells that mean "no value". */
  readonly nothing?: RegExp
  /** A pattern that most texts must match. */
  readonly form?: RegExp
  /** Whether the words of a header mean the field, if the header is none of `names`. */
  readonly words?: (words: string) => boolean
  /** Whether the column's values look like the field. */
  readonly looks?: (column: ColumnProfile) => boolean
}

const isPlainText = ({ numbers, dates, looks: { point, pair, whole } }: ColumnProfile) =>
  numbers === undefined && dates === undefined && Math.max(point, pair, whole) < 0.5

export type SynonymTable = Readonly<Record<string, Synonyms>>

const YEARS = [1600, 2100] as const

/** Names from exports of portals, county records and plain English. RESO's own names need no entry. */
export const HOME_SYNONYMS: SynonymTable = {
  HomeType: {
    names: `hometype propertysubtype residentialtype propertytype proptype bldgtype buildingtype dwellingtype
          residentialstyles landusedescription landusedesc ludesc usecodedescription usedescription usedesc
          buildingclasscategory buildingdescription propertyclassdescription propertyclassdesc classdescription
          classdesc classdscrp usedscrp structuretype unittype housetype typeofhome landuse propertyuse usage propertyclass class
          type style category usecode use tipo tipopropiedad`,
    meanings: cells.HOME_TYPE_WORDS,
    words: headers.isKindOfHome,
    otherwise: 'SINGLE_FAMILY',
    outside: cells.NO_HOME,
  },
  ParcelNumber: {
    names: `parcelnumber apn pin parcelid parcel parcelno taxid bbl parid parcelnbr parcelnum taxparcel
          taxparcelid strap folio ain mapblocklot taxkey sbl printkey pvanum parcelidnumber propertyidentificationnumber pid`,
    isOwn: true,
  },
  StreetAddress: {
    names: `streetaddress siteaddress propertyaddress situsaddress situs situsaddr siteaddr propaddr phyaddr phyaddr1
          siteaddr1 phadd propadd siteadd situsadd premiseadd parceladd propertyaddressline propertylocation locationaddress
          address address1 addr fulladdress unparsedaddress street streetaddr addressline addressline1 addressfull
          addressstreet fullstreetline location fullstreet originaladdress1 originaladdress addrfull fulladdr streetline
          addr1 line1 direccion domicilio adresse proploc propertyloc situsloc situslocation situsfull locationofproperty`,
    words: headers.isAddress,
    looks: ({ name, texts, looks: { whole, numbered } }) =>
      whole < 0.5 &&
      (numbered > (/location$/i.test(name) ? 0.5 : 0.1) ||
        // Some counties write the number after the street: `STEWART LN 291`.
        (isOfSite(name) && texts.filter((text) => /[a-z].* \d/i.test(text)).length > texts.length / 2)),
  },
  UnparsedAddress: {
    names: `unparsedaddress formattedaddress fulladdress address addressfull propertyaddress siteaddress situsaddress
          streetaddress addr location propertylocation address1 situs addressline addresstext completeaddress direccion`,
    words: headers.isAddress,
    looks: ({ looks: { whole } }) => whole >= 0.5,
  },
  StreetNumber: {
    names: `streetnumber streetnum housenumber streetno houseno housenum stno stnum strnum strno hseno addressnumber addrnumber
          situsnumber situsno rdnum roadnumber stnbr propertynumber streetnumbernumeric addressnum propertyhouseno add number no num addrnum housenr streetnr bldgno`,
    looks: ({ texts }) => texts.filter((text) => text.length <= 10).length >= texts.length * 0.9,
    words: headers.isStreetNumber,
  },
  StreetName: {
    names:
      'streetname stname strname roadname street road st situsstreet addressstreet propertystreet streetaddress address propertyaddress location fullstr streetnm stnam rdname rdnam',
    words: headers.isAddress,
    looks: (column) => isPlainText(column) && column.looks.street > 0.7 && column.looks.numbered < 0.5,
  },
  StreetDirPrefix: {
    names:
      'streetdirprefix streetdirection stdir predir predirection strdir streetdir streetpredirection streetprefix direction dir',
    form: /^[NSEW]{1,2}$/i,
  },
  StreetSuffix: {
    names:
      'streetsuffix streettype stsuffix stype suffix streetdesignation strsuffix strsfx stsfx stsufx streetsfx streetsufx sttype rdtype rdtyp locmailstsuff locmails',
    form: /^[a-z.]+$/i,
  },
  UnitNumber: {
    names: `unitnumber unit apt apartment apartmentnumber address2 suite unitno unitnum aptno aptnumber
          apartmentno aptunit condounit propertyunit addressline2 addr2 line2 streetaddress2`,
    words: headers.isUnit,
    looks: ({ name, values, texts, zips, said, looks: { whole, cityState } }) =>
      zips + (whole + cityState) * said < said / 2 &&
      // Names of buildings are longer.
      !(/name$/i.test(name) && texts.some((text) => text.length > 10)) &&
      texts.filter((text) => text.length <= 10 || /\d/.test(text)).length > texts.length / 2 &&
      values?.every(({ value }) => measuresOf(value)?.length !== 0 && measuresOf(value) !== undefined) !== true,
  },
  City: {
    form: /\p{L}{3}/u,
    names:
      'city town municipality propertycity placename locmuniname locmunin cty locality cityortown citytown citystate citystatezip phycity muniname municipalityname munidesc jurisdiction location originalcity munic ctyname postalctyname ciudad towncity muni mun postcity postalcity',
    looks: ({ name, numbers, looks: { cityState, whole, point, pair } }) =>
      numbers === undefined && Math.max(whole, point, pair) < 0.5 && (!/location$/i.test(name) || cityState > 0.5),
    words: headers.isCity,
  },
  StateOrProvince: {
    names: 'state stateorprovince province stateabbr statecode st region stateprovince statename stnm estado',
    looks: ({ looks: { state, cityState } }) => Math.max(state, cityState) > 0.5,
    words: headers.isState,
  },
  PostalCode: {
    names: `zip zipcode postalcode postcode zip5 ziporpostalcode propertyzip sitezip postal zipcd
          zipcode5 zippostalcode phyzipcd phyzip statezip originalzip codigopostal`,
    form: /(^|\D)\d{3,5}(-?\d{4})?$/,
    pad: 5,
    words: headers.isZip,
  },
  CountyOrParish: { names: 'county countyorparish countyname parish', form: /\p{L}/u },
  CountyFips: { names: 'fips countyfips fipscode', form: /^\d{4,5}$/, pad: 5 },
  Neighborhood: {
    names: 'neighborhood neighbourhood location area district',
    form: /\p{L}{3}/u,
    looks: (column) => isPlainText(column) && column.looks.numbered < 0.5,
  },
  SubdivisionName: { names: 'subdivision subdivisionname subdiv subname subdivname' },
  Latitude: {
    names:
      'latitude lat geometrylatitude coordinateslat lattitude pointy ycoord ycoordinate centroidlat centroidy geolat coordinates1 coords1 latlng1 location1 position1 y',
    within: [-90, 90],
  },
  Longitude: {
    names:
      'longitude long lng lon geometrylongitude coordinateslng coordinateslon longtitude pointx xcoord xcoordinate centroidlon centroidlong centroidlng centroidx geolon geolng coordinates0 coords0 latlng0 location0 position0 x',
    within: [-180, 180],
  },
  BedroomsTotal: {
    names: `bedrooms beds bedroomstotal bed br bdrms bedroomabvgr numbedrooms bedroomcount bedroom bd bdr bdrm nbeds
          bedrms bedrm bedrmcnt resbedrooms bedroomnumber bldgbeds tbeds numbeds noofbedrooms bdrmstotal habitaciones recamaras cuartos dormitorios`,
    within: [0, 100],
    meanings: cells.BEDROOM_WORDS,
    words: headers.isBeds,
  },
  BathroomsTotalDecimal: {
    names: `bathrooms baths bathroomstotaldecimal bathstotal bath ba numbathrooms bathroomcount
          bathroomstotalinteger bth bthrms bathrms bathroomnumber bathtotal nbaths tbaths numbaths bathstotalcount banos`,
    within: [0, 100],
    words: headers.isBaths,
  },
  BathroomsFull: {
    names:
      'fullbath fullbaths bathroomsfull bathsfull fullbathrooms fullbathroom fullbth fbath fbaths bathfull bathrm fullbathcount fullbathscount fb',
    within: [0, 100],
    words: headers.isFullBaths,
  },
  BathroomsThreeQuarter: {
    names: '34baths 34bath threequarterbaths threequarterbath baths3qtr bath3qtr',
    within: [0, 100],
    words: headers.isThreeQuarterBaths,
  },
  BathroomsOneQuarter: { names: 'baths1qtr', within: [0, 100] },
  BathroomsHalf: {
    names:
      'halfbath halfbaths bathroomshalf bathshalf halfbathrooms halfbathroom halfbth hlfbth hbath hbaths bathhalf hfbathrm halfbathcount halfbathscount hb',
    within: [0, 100],
    words: headers.isHalfBaths,
  },
  LivingArea: {
    names: `livingarea sqft squarefeet sqftliving grlivarea livingareasqft buildingsqft finishedsqft livingspacesize livingareasize
          buildingarea squarefootage sizesqft grosssquarefeet areasqft gla sf livingsqft heatedarea
          heatedsqft finishedarea totallivingarea bldgarea buildingsize sqftliv living livingspace sqfeet squareft
          squarefootagetotal livablearea totallivablearea calculatedfinishedsquarefeet finishedsquarefeet
          finishedlivingarea totlvgarea totlivarea livarea resflrarea bldgsqft bldgsf buildingsf buildingsquarefeet
          buildingsquarefootage totalfinishedarea totalfloorarea floorarea heatar heatedareasqft estimatedsquarefeet
          finsqft sqfootage finishedsqfeet grossarea grossfloorarea gba interior area size sqm m2 floorsize floorsizevalue floorspace floorsizeinsqft resarea structurearea sqftmain mainareasqft buildingheatedarea sqfttotliving squarefoot superficie square`,
    words: headers.isLivingArea,
    within: [100, 10_000_000],
  },
  AboveGradeFinishedArea: {
    names: 'sqftabove abovegradefinishedarea abovegroundarea abovegradesqft',
    within: [0, 10_000_000],
  },
  BelowGradeFinishedArea: {
    names: 'sqftbasement belowgradefinishedarea finishedbasementsqft',
    within: [1, 10_000_000],
  },
  LotSizeSquareFeet: {
    names: `lotsizesquarefeet sqftlot lotsize lotarea lotsqft landsqft landsquarefeet lotsizesqft lotsf
          landsf landarea parcelarea lotsizearea lotsquarefeet lotsquarefootage lndsqfoot landar landsqfoot lotsqfeet
          lotsizesf parcelsqft parcelsf parcelsquarefeet sitesf sitesqft lotsquareft lot land landsize lotareavalue lotsizevalue terreno`,
    within: [100, 1e10],
    // A lot that begins with 0, or has a # in its header, is a number on a plat.
    looks: ({ name, samples }) => !/#|\bno\b|land_? ?val/i.test(name) && !samples.some((text) => /^0\d/.test(text)),
    words: headers.isLot,
  },
  LotSizeAcres: {
    names:
      'acres lotsizeacres lotareavalue lotacres acreage calcacres calculatedacres gisacres deedacres deededacres legalacres landacres lotsize deededacreage atacres lotsizeacreage lot',
    // A column `lot` whose numbers are all below 100 is in acres: few lots have less than 100 square feet.
    looks: ({ name, type, max = 0 }) => plainName(name) !== 'lot' || (type === 'number' && max < 100),
    words: headers.isAcres,
    within: [0.0001, 100_000],
  },
  YearBuilt: {
    names: `yearbuilt yrbuilt built constructionyear buildyear yearconstructed yearblt yrblt actualyearbuilt actyrblt structureyearbuilt
          resyrblt ayb yrconstr yearofconstruction builtyear yrbuiltactual constyear builtin year yr buildyr origyearbuilt resorigyearbuilt`,
    words: headers.isYearBuilt,
    within: YEARS,
    // A column `year` with few different years has years of sale or tax years, not years of construction.
    looks: ({ name, most: [first, last] = [0, 0] }) =>
      /buil|blt|const/i.test(name) || !/(year|yr)$/.test(plainName(name)) || last - first >= (first < 1990 ? 15 : 30),
  },
  YearRenovated: {
    names: 'yearrenovated yrrenovated yearremodadd yearremodeled yrremodel yrrmdl renovated effectiveyearbuilt',
    within: YEARS,
  },
  StoriesTotal: {
    names: 'stories storiestotal floors levels numstories numfloors numberstories storyheight storiescount',
    within: [0, 200],
  },
  Basement: { names: 'basement basementtype', meanings: cells.BASEMENT_WORDS },
  GarageSpaces: { names: 'garagespaces garagecars parkinggarage garage garages garagecarcapacity', within: [0, 100] },
  ParkingTotal: { names: 'parking parkingtotal parkingspaces carspaces', within: [0, 1000] },
  AssociationFee: {
    names: 'hoa hoafee hoamonth associationfee hoadues monthlyhoa hoafees associationdues condofee maintenancefee dues',
    within: [0, 100_000],
  },
  FireplacesTotal: { names: 'fireplaces fireplacestotal', within: [0, 50] },
  CoolingYN: { names: 'centralair coolingyn airconditioning hascooling ac cooling' },
  HeatingYN: { names: 'heatingyn hasheating heating' },
  PoolPrivateYN: { names: 'poolprivateyn pool haspool privatepool' },
  WaterfrontYN: { names: 'waterfront waterfrontyn iswaterfront' },
  QualityGrade: { names: 'grade qualitygrade overallqual overallquality quality', within: [0, 100] },
  ConditionGrade: { names: 'condition conditiongrade overallcond overallcondition', within: [0, 100] },
  ArchitecturalStyle: { names: 'housestyle architecturalstyle architecture' },
  Roof: { names: 'roofstyle rooftype roof' },
  Zoning: { names: 'zoning mszoning zone zoningcode' },
  ElementarySchool: { names: 'elementaryschool' },
  StandardStatus: {
    names:
      'standardstatus status stat listingstatus mlsstatus homestatus salestatus statustype propertystatus marketstatus saletype statustext key',
    meanings: cells.STATUS_WORDS,
    nothing: /^(other|none|unlisted|not (for sale|listed)|public record)$/i,
    looks: ({ name }) => !/parcel|account|tax|record/i.test(name),
  },
  ListingKind: { names: 'listingkind saleorrent listingtype transactiontype', meanings: cells.LISTING_KIND_WORDS },
  ListingId: { names: 'listingid mls mlsnumber mlsid mlsno listingnumber', isOwn: true },
  ListPrice: {
    names: `listprice askingprice listingprice currentprice latestprice price rent monthlyrent asking askprice
          listamount rentprice rentalprice rentamount pricepermonth precio renta unformattedprice offerprice offeringprice forsaleprice pricing baserent list lprice lp`,
    within: [1, 500_000_000],
    words: headers.isAskingPrice,
  },
  OriginalListPrice: { names: 'originallistprice originalprice', within: [1, 500_000_000] },
  ClosePrice: {
    names: `closeprice saleprice soldprice salesprice saleamount purchaseprice lastsaleprice soldfor
          salescloseprice sold salesamount saleamt salesamt saleprc pricesold soldamount closingprice
          closedprice transactionprice transferprice consideration lastsoldprice pricepaid finalprice
          lastsaleamount lastsalevalue saleval salevalue salesvalue deedamount saleprc1 samt amtsaleprice
          consideration1 rentedprice leasedprice lsprice price1 currentsaleprice slprice slsprice sale sp`,
    within: [1000, 500_000_000],
    words: headers.isPriceOfSale,
  },
  CloseDate: {
    names: `closedate saledate solddate datesold closingdate lastsaledate dateofsale transactiondate
          deeddate sold soldon solddt saledt salesdate salesdt datesale closed closedon closeddate
          dateclosed closeofescrowdate coedate settlementdate transferdate trandate trandt transdate sdate lastsaledt
          transferdt saledate1 recordingdate recordeddate recorddate
          lastsolddate lastsold purchasedate soldat saletime soldtime deeddt lsdate dos1 dos recdate coe xferdate sldate slsdate`,
    words: headers.isDayOfSale,
  },
  OnMarketDate: {
    names:
      'onmarketdate listed listedon listdate listingdate datelisted listeddate dateposted listingcontractdate listdt',
    words: headers.isDayOfListing,
  },
  PurchaseContractDate: { names: 'purchasecontractdate pendingdate contractdate' },
  PublicRemarks: { names: 'publicremarks description remarks listingdescription comments' },
  PhotoURLs: {
    names:
      'photourls photos images imageurls photourl imgsrc imageurl mediaurl photosurl photoshref imagesurl imageshref',
    words: headers.isPhoto,
    looks: ({ looks: { web } }) => web > 0.5,
  },
  ListAgentKey: { names: 'listagentkey agentid agentkey' },
  TaxAssessedValue: {
    names: `taxassessedvalue assessedvalue assessed taxassessmentvalue taxvalue totalassessedvalue assessval assdval cntassdval assdvalue totalassessment assessedtotal assessmenttotal
          totalvalue totalassessed taxvaluedollarcnt avtotal totalav totalval`,
    within: [0, 2e9],
  },
  TaxAnnualAmount: {
    names: 'taxannualamount annualtax propertytax taxes taxamount grosstax nettaxes totaltax',
    within: [0, 1e8],
  },
  TaxYear: { names: 'taxyear taxassessmentyear assessmentyear assessedyear fiscalyear rollyear fy', within: YEARS },
  WalkScore: { names: 'walkscore', within: [0, 100] },
}

/** Common names of columns that identify a row, most common first. */
export const KEY_NAMES: readonly string[] = wordsIn(`
  listingkey id key zpid accountid acctid acct folio propertyid listingid mlsnumber mls mlsid parcelnumber parcelid apn pin bbl pid parid parcel
  uuid guid uid saleid listingnumber accountnumber objectid order`)

export function wordsIn(text: string): readonly string[] {
  return text.match(/\S+/g) ?? []
}

/** Words in headers that are not about the home as it is now: its owner, a buyer, a mailing address, an earlier sale. */
const OTHERS =
  /(^| )(owners?|own|ownr|ow|py|payer|mail|mailing|taxpayer|buyers?|sellers?|grantors?|grantees?|agents?|brokers?|brokerage|office|lender|contact|billing|attorney|builder|management|manager|mgmt|mgr|servicer|trustee|applicant|schools?|nearby|comps?|prior|previous|prev|histor(y|ies)|(19|20)\d\d [01]\d [0-3]\d)( |$)/

/** Whether a header says that it is about the home's own place: `prop_city`, `SITUS`, `SiteZip`. */
export function isOfSite(name: string): boolean {
  return /^(prop|property|proj|project|situs|site|phy|physical|ph|premise)( |$)/.test(wordsOfName(name))
}

/** Whether a header, or a key in its path, is about somebody or something other than the home. */
export function isOfOthers(name: string): boolean {
  return OTHERS.test(wordsOfName(name))
}

/** Returns the words of a header in lower case: `lastSale.saleDate` becomes `last sale sale date`. */
export function wordsOfName(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace('#', ' number ')
    .replace(/1\/2|½/, ' half ')
    .replace(/3\/4|¾/, ' threequarter ')
    .replaceAll(/[^a-z\d]+/g, ' ')
    .trim()
    .replaceAll(/[a-z]{5,}(?=\d?( |$))/g, (word) => splitWord(word) ?? word)
}

/** Normalizes a name for comparison: `Sale_Price`, `salePrice` and `SALE PRICE ($)` become equal. */
export function plainName(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/^\s*#\s*(of\s+)?(?=\S)/, '')
    .replace(/1\/2|½/, 'half')
    .replaceAll(/\((?!full|half|3\/4|partial)[^)]*\)|[^a-z0-9]/g, '')
}
