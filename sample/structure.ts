import type { Random } from '../src/kit/algorithms/random.ts'
import { type Block, isBuilding } from './block.ts'
import type { Dwelling } from './dwelling.ts'
import * as words from './words/fabric.ts'
import { COOLING, HEAT_PUMP_COOLING, NO_COOLING } from './words/features.ts'

/** A home's materials and heating, which fit the climate. All units of a building share them. */
export interface Structure {
  readonly roof: string
  readonly heating: readonly string[]
  readonly walls: readonly string[]
}

export function drawStructure(random: Random, block: Block): Structure {
  const { climate } = block.zip.metro.economy
  const heating = words.HEATING[climate].draw(random)
  if (isBuilding(block))
    return { roof: words.BUILDING_ROOFS.draw(random), heating, walls: words.BUILDING_WALLS.draw(random) }
  if (block.kind === 'manufactured')
    return { roof: words.MANUFACTURED_ROOFS.draw(random), heating, walls: words.MANUFACTURED_WALLS.draw(random) }
  return { roof: words.ROOFS[climate].draw(random), heating, walls: words.WALLS[climate].draw(random) }
}

export function drawFoundation(random: Random, block: Block, { basement }: Dwelling): readonly string[] {
  if (block.kind === 'manufactured') return words.MANUFACTURED_FOUNDATION
  if (basement !== 'none') return words.BASEMENT_WALLS.draw(random)
  return words.FOUNDATIONS[block.zip.metro.economy.climate].draw(random)
}

/** Draws the cooling. A heat pump heats and cools. */
export function drawCooling(random: Random, { cooled }: Dwelling, { heating }: Structure): readonly string[] {
  if (!cooled) return NO_COOLING
  return heating.includes('Heat Pump') ? HEAT_PUMP_COOLING : random.pick(COOLING)
}

export function drawFireplaces(random: Random, block: Block, { worn }: Dwelling): number {
  const fireplaceShare = words.FIREPLACE_SHARE[block.zip.metro.economy.climate]
  const share = isBuilding(block) ? fireplaceShare / 4 : block.kind === 'manufactured' ? 0.08 : fireplaceShare
  if (!random.chance(worn ? share / 2 : share)) return 0
  return block.grandeur > 1 ? random.whole(1, 4) : 1
}
