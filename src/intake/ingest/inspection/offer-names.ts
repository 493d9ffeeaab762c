import type { SynonymTable } from './names.ts'
import { BUILDING_MATERIAL_WORDS, BUILDING_TYPE_WORDS } from './words.ts'

/** English headers for apartment offers in Poland (area B). */
export const OFFER_SYNONYMS: SynonymTable = {
  City: { names: 'city town miasto' },
  District: { names: 'district dzielnica neighborhood neighbourhood' },
  Province: { names: 'province voivodeship wojewodztwo' },
  County: { names: 'county powiat' },
  Street: { names: 'street ulica address' },
  ListPrice: { names: 'price listprice cena rent askingprice', within: [1, 2e9] },
  Area: { names: 'squaremeters area sqm m2 size livingarea powierzchnia', within: [1, 1e6] },
  Rooms: { names: 'rooms numberofrooms pokoje roomcount', within: [1, 100] },
  FloorNumber: { names: 'floor floornumber pietro', within: [-5, 100] },
  FloorsInBuilding: { names: 'floorcount floors floorsinbuilding numberoffloors', within: [0, 100] },
  YearBuilt: { names: 'buildyear yearbuilt constructionyear rokbudowy', within: [1600, 2100] },
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
