export type { DataClocks } from './area-days.ts'
export {
  type Addresses,
  claimPorts,
  listen,
  PORTS_CAN_BE_SHARED,
  tryPorts,
} from './listen.ts'
export type { OperatorCaller, OperatorPages } from './operator-gate.ts'
export { Operators } from './operators.ts'
export { Service } from './service.ts'
export { makeLane, type ServiceLane } from './service-lane.ts'
export type { SlowCall } from './slow-call.ts'
export { closeTileFile, isTileFile, type OpenTileFile, openTileFile, TileFile, tileFileFault } from './tile-file.ts'
