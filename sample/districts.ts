import { type CatalogWriter, LAYERS_NOTE } from '../src/catalog/ports/catalog-writer.ts'
import type { Point } from '../src/model/home.ts'
import { type Layer, packedPolygons } from '../src/model/layer.ts'
import { type Atlas, KM_PER_DEGREE } from './atlas.ts'
import { SOURCE } from './identity.ts'

const NAME = 'districts'
const CORNERS = 8

/**
 * Radius of the park in a district's center, as a share of the district's radius. The park is a hole in the district.
 */
const PARK_SHARE = 0.2

/** Adds an invented map layer with a round district in each of the densest ZIPs. */
export function putDistricts(writer: CatalogWriter, { zips }: Atlas): void {
  const central = zips.filter(({ setting }) => setting === 'core')
  for (const { place, reachKm } of central) {
    const polygon = [ringAround(place.point, reachKm), ringAround(place.point, reachKm * PARK_SHARE).toReversed()]
    const polygons = packedPolygons([polygon.map((ring) => ring.flat())])
    writer.put('shape', { layer: NAME, id: place.zipcode, name: `${place.city} ${place.zipcode}`, polygons })
  }
  const layer: Layer = {
    name: NAME,
    label: 'Invented districts',
    source: SOURCE,
    features: central.length,
    examples: central.map(({ place }) => place.zipcode),
  }
  writer.setNote(LAYERS_NOTE, JSON.stringify([layer]))
}

function ringAround({ latitude, longitude }: Point, radiusKm: number): [number, number][] {
  const height = radiusKm / KM_PER_DEGREE
  const width = height / Math.cos((latitude * Math.PI) / 180)
  return Array.from({ length: CORNERS }, (_, i) => {
    const angle = (2 * Math.PI * i) / CORNERS
    return [longitude + width * Math.cos(angle), latitude + height * Math.sin(angle)]
  })
}
